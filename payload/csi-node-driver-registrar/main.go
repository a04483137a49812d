// Command csi-node-driver-registrar tells the kubelet of a node about a driver for volumes. It is
// our own: it has those flags of the program of this name at kubernetes-csi that manifests of
// drivers use.
//
// The kubelet watches a folder. Whoever listens at a socket there is asked what it has to offer.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	registration "k8s.io/kubelet/pkg/apis/pluginregistration/v1"
)

// The linker writes it.
var version string

var programs = map[string]func() error{
	"csi-node-driver-registrar": register,
}

var (
	csiAddress  = flag.String("csi-address", "/run/csi/socket", "The socket of the driver, as this program sees it.")
	kubeletPath = flag.String("kubelet-registration-path", "", "The socket of the driver, as the kubelet sees it.")
	pluginPath  = flag.String("plugin-registration-path", "/registration", "The folder that the kubelet watches, as this program sees it.")
	timeout     = flag.Duration("timeout", time.Minute, "How long to wait for the driver's first answer.")
	showVersion = flag.Bool("version", false, "Print the version.")
)

// registrar answers the kubelet.
type registrar struct {
	registration.UnimplementedRegistrationServer
	driver  string
	refused chan string
}

func (r *registrar) GetInfo(context.Context, *registration.InfoRequest) (*registration.PluginInfo, error) {
	return &registration.PluginInfo{
		Type:              registration.CSIPlugin,
		Name:              r.driver,
		Endpoint:          *kubeletPath,
		SupportedVersions: []string{"1.0.0"},
	}, nil
}

func (r *registrar) NotifyRegistrationStatus(_ context.Context, status *registration.RegistrationStatus) (*registration.RegistrationStatusResponse, error) {
	if status.PluginRegistered {
		fmt.Printf("the kubelet has taken %s\n", r.driver)
	} else {
		select {
		case r.refused <- status.Error:
		default: // it is known already
		}
	}
	return &registration.RegistrationStatusResponse{}, nil
}

// nameOfDriver waits until the driver answers.
func nameOfDriver(ends context.Context) (string, error) {
	connection, err := grpc.NewClient("unix:"+*csiAddress, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return "", err
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(ends, *timeout)
	defer cancel()
	info, err := csi.NewIdentityClient(connection).GetPluginInfo(ctx, &csi.GetPluginInfoRequest{}, grpc.WaitForReady(true))
	if err != nil {
		return "", fmt.Errorf("the driver at %s does not tell its name: %w", *csiAddress, err)
	}
	return info.GetName(), nil
}

func register() error {
	if *kubeletPath == "" {
		return fmt.Errorf("--kubelet-registration-path is missing")
	}
	ends, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	name, err := nameOfDriver(ends)
	if ends.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	socket := filepath.Join(*pluginPath, name+"-reg.sock")
	// One that was killed has left its socket.
	if err := os.Remove(socket); err != nil && !os.IsNotExist(err) {
		return err
	}
	syscall.Umask(0o077) // the kubelet only
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	answers := &registrar{driver: name, refused: make(chan string, 1)}
	server, served := grpc.NewServer(), make(chan error, 1)
	registration.RegisterRegistrationServer(server, answers)
	go func() { served <- server.Serve(listener) }()
	fmt.Printf("%s waits for the kubelet at %s\n", name, socket)
	select {
	case <-ends.Done():
		server.GracefulStop() // which removes the socket, so that the kubelet forgets the driver
		return nil
	case reason := <-answers.refused:
		server.GracefulStop() // the kubelet gets its answer
		return fmt.Errorf("the kubelet has refused %s: %s", name, reason)
	case err := <-served:
		return err
	}
}

func main() {
	// Other components take the program as their first argument. There is one here, which may be
	// left out.
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		os.Args = os.Args[1:]
	}
	flag.Int("v", 0, "Has no effect: there is little to tell.")
	flag.Parse()
	if *showVersion {
		fmt.Println("csi-node-driver-registrar", version)
		return
	}
	if err := programs["csi-node-driver-registrar"](); err != nil {
		fmt.Fprintln(os.Stderr, "csi-node-driver-registrar:", err)
		os.Exit(1)
	}
}
