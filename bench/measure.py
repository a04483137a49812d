"""Runs a program once, without its output, and prints the seconds and kilobytes that it took.

It is a program of its own because the kernel counts, for a new program, the memory of the one that
started it as well: this one must stay smaller than whatever it measures. So it runs with -S and
imports little.
"""

import os
import sys
import time

program = sys.argv[1:]
silence = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
start = time.perf_counter()
process = os.posix_spawn(program[0], program, os.environ, file_actions=silence)
_, status, usage = os.wait4(process, 0)
print(time.perf_counter() - start, usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
