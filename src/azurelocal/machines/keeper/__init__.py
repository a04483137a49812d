"""The process that keeps one machine running: its root, disks, console and power."""
