// Command registry is the registry for container images. Images lie in files or in memory: the
// storage drivers of clouds are left out.
package main

import (
	"os"

	"github.com/distribution/distribution/v3/registry"
	_ "github.com/distribution/distribution/v3/registry/auth/htpasswd"
	_ "github.com/distribution/distribution/v3/registry/auth/token"
	_ "github.com/distribution/distribution/v3/registry/storage/driver/filesystem"
	_ "github.com/distribution/distribution/v3/registry/storage/driver/inmemory"
)

var programs = map[string]func() error{
	"registry": registry.RootCmd.Execute,
}

func main() {
	// Other components take the program as their first argument. There is one here, which may be
	// left out.
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		os.Args = os.Args[1:]
	}
	if err := programs["registry"](); err != nil {
		os.Exit(2) // what is wrong has been said
	}
}
