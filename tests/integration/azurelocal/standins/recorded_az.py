"""Runs the real `az`, and writes down what it was asked for and what came of it."""

import json
import os
import subprocess
import sys

process = subprocess.Popen([os.environ["AZ_REAL"], *sys.argv[1:]], stdout=subprocess.PIPE)
assert process.stdout is not None
output = b""
while piece := os.read(process.stdout.fileno(), 65536):
    output += piece
    os.write(1, piece)
call = {"words": sys.argv[1:], "code": process.wait(), "output": output.decode()}
with open(os.environ["AZ_CALLS"], "a") as calls:
    calls.write(json.dumps(call) + "\n")
sys.exit(process.returncode)
