// What differs between the releases that share main.go.
package main

import (
	"github.com/spf13/cobra"

	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

func newKubelet() *cobra.Command {
	return kubelet.NewKubeletCommand()
}

// kubectlVerbosity is how much kubectl logs until its flags are parsed: nothing, at this release.
func kubectlVerbosity([]string) string {
	return "0"
}
