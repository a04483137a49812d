// Command etcd holds the etcd server and its two tools. The name it is called by decides which one
// it is, so that one file on disk, and one set of pages in memory, serves them all.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/etcdctl/v3/ctlv3"
	"go.etcd.io/etcd/etcdutl/v3/etcdutl"
	"go.etcd.io/etcd/pkg/v3/cobrautl"
	"go.etcd.io/etcd/server/v3/etcdmain"
)

var programs = map[string]func(){
	"etcd":    func() { etcdmain.Main(os.Args) },
	"etcdctl": ctlv3.MustStart,
	"etcdutl": runEtcdutl,
}

// runEtcdutl repeats etcdutl's own root command, which its module keeps in package main.
func runEtcdutl() {
	root := &cobra.Command{
		Use:        "etcdutl",
		Short:      "An administrative command line tool for etcd3.",
		SuggestFor: []string{"etcdutl"},
	}
	root.PersistentFlags().StringVarP(&etcdutl.OutputFormat, "write-out", "w", "simple",
		"set the output format (fields, json, protobuf, simple, table)")
	root.AddCommand(
		etcdutl.NewDefragCommand(),
		etcdutl.NewSnapshotCommand(),
		etcdutl.NewHashKVCommand(),
		etcdutl.NewVersionCommand(),
		etcdutl.NewCompletionCommand(),
		etcdutl.NewMigrateCommand(),
	)
	root.SetHelpTemplate(`{{.UsageString}}`)
	if err := root.Execute(); err != nil {
		cobrautl.ExitWithError(cobrautl.ExitError, err)
	}
}

func main() {
	name := filepath.Base(os.Args[0])
	if run, ok := programs[name]; ok {
		// The file itself is called like the server: "etcd etcdctl …" is nevertheless a way to
		// reach a tool, because the server takes no such argument.
		if name != "etcd" || len(os.Args) < 2 || programs[os.Args[1]] == nil {
			run()
			return
		}
	}
	// Called by another name, or by its file's, the program comes as the first argument.
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
