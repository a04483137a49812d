package main

import (
	"context"

	"github.com/spf13/cobra"

	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

// The one command whose making differs between the releases that share main.go.
func newKubelet() *cobra.Command {
	return kubelet.NewKubeletCommand(context.Background())
}
