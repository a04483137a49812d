// Command konnectivity holds both ends of the tunnel between a control plane and its nodes. The
// name it is called by decides which one it is.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/klog/v2"

	agent "sigs.k8s.io/apiserver-network-proxy/cmd/agent/app"
	agentoptions "sigs.k8s.io/apiserver-network-proxy/cmd/agent/app/options"
	server "sigs.k8s.io/apiserver-network-proxy/cmd/server/app"
	serveroptions "sigs.k8s.io/apiserver-network-proxy/cmd/server/app/options"
	"sigs.k8s.io/apiserver-network-proxy/pkg/util"
)

var programs = map[string]func() error{
	"proxy-agent": func() error {
		options := agentoptions.NewGrpcProxyAgentOptions()
		return execute(agent.NewAgentCommand(&agent.Agent{}, options), options.Flags())
	},
	"proxy-server": func() error {
		options := serveroptions.NewProxyRunOptions()
		return execute(server.NewProxyCommand(&server.Proxy{}, options), options.Flags())
	},
}

// execute repeats what upstream's cmd/agent and cmd/server do alike: it adds the flags of klog.
func execute(command *cobra.Command, own *pflag.FlagSet) error {
	flags := command.Flags()
	flags.AddFlagSet(own)
	local := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	klog.InitFlags(local)
	if err := local.Set("v", "4"); err != nil {
		return err
	}
	local.VisitAll(func(each *flag.Flag) {
		each.Name = util.Normalize(each.Name)
		flags.AddGoFlag(each)
	})
	return command.Execute()
}

func main() {
	name := filepath.Base(os.Args[0])
	run, ok := programs[name]
	// Called by its own name, the program comes as the first argument.
	if !ok && len(os.Args) > 1 {
		if run, ok = programs[os.Args[1]]; ok {
			os.Args = os.Args[1:]
		}
	}
	if ok {
		if err := run(); err != nil {
			klog.Errorf("error: %v\n", err)
			klog.Flush()
			os.Exit(1)
		}
		return
	}
	names := make([]string, 0, len(programs))
	for known := range programs {
		names = append(names, known)
	}
	slices.Sort(names)
	fmt.Fprintf(os.Stderr, "usage: %s PROGRAM [arguments], where PROGRAM is one of: %s\n", name, strings.Join(names, ", "))
	os.Exit(2)
}
