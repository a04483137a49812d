// Command kubernetes holds every Kubernetes program that a control plane or a node runs. The name
// it is called by decides which one it is, so that one file on disk, and one set of pages in
// memory, serves them all.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	_ "time/tzdata" // CronJob time zones on hosts that carry no zone files

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"

	_ "k8s.io/client-go/plugin/pkg/client/auth"

	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func daemon(command func() *cobra.Command) func() {
	return func() { os.Exit(cli.Run(command())) }
}

var programs = map[string]func(){
	"kube-apiserver":          daemon(apiserver.NewAPIServerCommand),
	"kube-controller-manager": daemon(controllermanager.NewControllerManagerCommand),
	"kube-scheduler":          daemon(func() *cobra.Command { return scheduler.NewSchedulerCommand() }),
	"kube-proxy":              daemon(proxy.NewProxyCommand),
	"kubelet":                 daemon(newKubelet),
	"kubectl": func() {
		// kubectl reads its verbosity before its flags are parsed, and words its own errors.
		if _, err := logs.GlogSetter(kubectlVerbosity(os.Args)); err != nil {
			kubectlutil.CheckErr(err)
		}
		if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
			kubectlutil.CheckErr(err)
		}
	},
}

func main() {
	name := filepath.Base(os.Args[0])
	if run, ok := programs[name]; ok {
		run()
		return
	}
	// Called by its own name, the program comes as the first argument.
	if len(os.Args) > 1 {
		if run, ok := programs[os.Args[1]]; ok {
			os.Args = os.Args[1:]
			run()
			return
		}
	}
	names := make([]string, 0, len(programs))
	for known := range programs {
		names = append(names, known)
	}
	slices.Sort(names)
	fmt.Fprintf(os.Stderr, "usage: %s PROGRAM [arguments], where PROGRAM is one of: %s\n", name, strings.Join(names, ", "))
	os.Exit(2)
}
