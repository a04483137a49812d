// What differs between the releases that share main.go.
package main

import (
	"context"

	"github.com/spf13/cobra"
	kubectl "k8s.io/kubectl/pkg/cmd"

	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

func newKubelet() *cobra.Command {
	return kubelet.NewKubeletCommand(context.Background())
}

// kubectlVerbosity is how much kubectl logs until its flags are parsed.
func kubectlVerbosity(arguments []string) string {
	return kubectl.GetLogVerbosity(arguments)
}
