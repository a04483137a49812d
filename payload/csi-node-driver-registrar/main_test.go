package main

import (
	"context"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	registration "k8s.io/kubelet/pkg/apis/pluginregistration/v1"
)

type driver struct {
	csi.UnimplementedIdentityServer
}

func (*driver) GetPluginInfo(context.Context, *csi.GetPluginInfoRequest) (*csi.GetPluginInfoResponse, error) {
	return &csi.GetPluginInfoResponse{Name: "disk.example.com"}, nil
}

// started runs the program between a driver and us, who are the kubelet. The socket of a program
// that was killed is there already.
func started(t *testing.T) (registration.RegistrationClient, chan error) {
	folder := t.TempDir()
	*csiAddress = filepath.Join(folder, "csi.sock")
	*kubeletPath = "/var/lib/kubelet/plugins/disk/csi.sock"
	*pluginPath = folder
	socket := filepath.Join(folder, "disk.example.com-reg.sock")
	if err := os.WriteFile(socket, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", *csiAddress)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	csi.RegisterIdentityServer(server, &driver{})
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	ended := make(chan error, 1)
	go func() { ended <- register() }()
	connection, err := grpc.NewClient("unix:"+socket,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return registration.NewRegistrationClient(connection), ended
}

func notify(t *testing.T, kubelet registration.RegistrationClient, status *registration.RegistrationStatus) {
	if _, err := kubelet.NotifyRegistrationStatus(t.Context(), status); err != nil {
		t.Fatal(err)
	}
}

func TestTheKubeletLearnsOfTheDriverUntilTheEnd(t *testing.T) {
	kubelet, ended := started(t)
	info, err := kubelet.GetInfo(t.Context(), &registration.InfoRequest{})
	if err != nil {
		t.Fatal(err)
	}
	notify(t, kubelet, &registration.RegistrationStatus{PluginRegistered: true})
	syscall.Kill(os.Getpid(), syscall.SIGTERM)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if info.Type != "CSIPlugin" || info.Name != "disk.example.com" || info.Endpoint != *kubeletPath ||
		strings.Join(info.SupportedVersions, " ") != "1.0.0" {
		t.Error(info)
	}
	if sockets, _ := filepath.Glob(filepath.Join(*pluginPath, "*-reg.sock")); len(sockets) != 0 {
		t.Error("left behind:", sockets)
	}
}

func TestItEndsWhileTheDriverIsAwaited(t *testing.T) {
	*csiAddress, *kubeletPath = filepath.Join(t.TempDir(), "csi.sock"), "/var/lib/kubelet/plugins/disk/csi.sock"
	// Before the program takes it, the signal would end us.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	defer signal.Stop(signals)
	ended := make(chan error, 1)
	go func() { ended <- register() }()
	for {
		syscall.Kill(os.Getpid(), syscall.SIGTERM)
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func TestARefusalEndsIt(t *testing.T) {
	kubelet, ended := started(t)
	notify(t, kubelet, &registration.RegistrationStatus{Error: "it is of no use"})
	if err := <-ended; err == nil || err.Error() != "the kubelet has refused disk.example.com: it is of no use" {
		t.Error(err)
	}
}
