// Command pause is the first process of a pod: it holds the namespaces that the containers share,
// and does nothing else until it is told to end. Where they share processes too, it is their
// init, and takes the exit codes of those whose parents have gone.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

// The linker writes it.
var version string

var programs = map[string]func(){
	"pause": pause,
}

func pause() {
	// Room for one of each kind: what comes while one is worked on must not be lost.
	ended, ends := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGCHLD)
	signal.Notify(ends, syscall.SIGINT, syscall.SIGTERM)
	for {
		reap() // also what had ended before signals were taken
		select {
		case <-ended:
		case <-ends:
			return
		}
	}
}

// reap takes the exit codes that wait. One signal may stand for several.
func reap() {
	for {
		child, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if err != syscall.EINTR && (err != nil || child == 0) {
			return
		}
	}
}

func main() {
	// Other components take the program as their first argument. There is one here, which may be
	// left out.
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		os.Args = os.Args[1:]
	}
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "-v", "--version":
			os.Stdout.WriteString("pause " + version + "\n")
			return
		default:
			os.Stderr.WriteString("usage: pause [--version]\n")
			os.Exit(2)
		}
	}
	programs["pause"]()
}
