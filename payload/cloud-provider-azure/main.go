// Command cloud-provider-azure holds the two programs of Azure's cloud provider. The name it is
// called by decides which one it is, so that one file on disk, and one set of pages in memory,
// serves them both.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"

	controllermanager "sigs.k8s.io/cloud-provider-azure/cmd/cloud-controller-manager/app"
	nodemanager "sigs.k8s.io/cloud-provider-azure/cmd/cloud-node-manager/app"
	"sigs.k8s.io/cloud-provider-azure/pkg/log"
	_ "sigs.k8s.io/cloud-provider-azure/pkg/provider"
)

// What upstream keeps in its packages main, cmd/cloud-controller-manager and cmd/cloud-node-manager.
var programs = map[string]func() error{
	"cloud-controller-manager": func() error {
		defer log.Flush()
		return controllermanager.NewCloudControllerManagerCommand().Execute()
	},
	"cloud-node-manager": func() error {
		command := nodemanager.NewCloudNodeManagerCommand()
		logs.InitLogs()
		defer logs.FlushLogs()
		return command.Execute()
	},
}

func main() {
	// Images of OpenShift have them under names that begin with azure.
	name := strings.TrimPrefix(filepath.Base(os.Args[0]), "azure-")
	run, ok := programs[name]
	// Called by its own name, the program comes as the first argument.
	if !ok && len(os.Args) > 1 {
		if run, ok = programs[os.Args[1]]; ok {
			os.Args = os.Args[1:]
		}
	}
	if ok {
		if err := run(); err != nil {
			os.Exit(1) // what is wrong has been said
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
