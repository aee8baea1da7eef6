"""Runs the Rust tests as `cargo test --workspace` does, but two test programs beside each other: most of them wait for
servers, clocks and each other more than they work, and alone leave one of two cores idle.

    python3 scripts/lib/rust_tests.py [LANES]

What a program writes is shown once it has ended. Fails where one of them does.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

# These take longest, so they begin first.
FIRST = ["contract", "faults", "accounts", "security", "city"]
# The tests that hold how long something takes: they have the machine to themselves, once all others have ended.
MEASURED = {"faults": "one_guest::one_address_wears_nobody_out"}
BUILD = ["cargo", "test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"]
DOCUMENTED = ["cargo", "test", "--workspace", "--locked", "--doc", "--no-fail-fast"]


def programs():
    """The test programs that cargo has built, as (target, folder of its package, file)."""
    built = subprocess.run(BUILD, stdout=subprocess.PIPE, check=False)
    if built.returncode:
        sys.exit(built.returncode)
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]:
            yield message["target"]["name"], Path(message["manifest_path"]).parent, message["executable"]


def run(folder, executable, *chosen):
    """Runs one, or what is chosen of it, as cargo does: in the folder of its package."""
    environment = os.environ | {"CARGO_MANIFEST_DIR": str(folder)}
    return subprocess.run(
        [executable, *chosen], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )


def main():
    lanes = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    found = sorted(programs(), key=lambda program: FIRST.index(program[0]) if program[0] in FIRST else len(FIRST))
    waiting, failed, turn = queue.SimpleQueue(), [], threading.Lock()
    for program in found:
        waiting.put(program)

    def report(program, *chosen):
        name, folder, executable = program
        began = time.monotonic()
        ended = run(folder, executable, *chosen)
        with turn:
            print(f"\n     Running {name} of {folder.name}: {time.monotonic() - began:.0f} s", flush=True)
            sys.stdout.buffer.write(ended.stdout)
            sys.stdout.flush()
            if ended.returncode:
                failed.append(f"{name} of {folder.name}")

    def lane():
        while True:
            try:
                program = waiting.get_nowait()
            except queue.Empty:
                return
            measured = MEASURED.get(program[0])
            report(program, *(["--skip", measured] if measured else []))

    threads = [threading.Thread(target=lane) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for program in found:
        if measured := MEASURED.get(program[0]):
            report(program, "--exact", measured)
    if subprocess.run(DOCUMENTED, check=False).returncode:
        failed.append("examples in the documentation")
    if failed:
        print("\nFAILED: " + ", ".join(failed))
        sys.exit(1)


main()
