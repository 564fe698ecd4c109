"""Carries out what a document tells: writes its files, runs its commands, compares what they print.

    python3 replay.py DOCUMENT FOLDER

The commands run in FOLDER, in the environment of this process. Blocks are those of the book:
```LANGUAGE,file=NAME is a file, ```console has lines `$ COMMAND`, each followed by what it prints.
How many obligations there were may differ.
"""

import re
import subprocess
import sys
from pathlib import Path

FIGURES = re.compile(r"\d+ (obligations?|proved)")


def settled(text):
    lines = [FIGURES.sub(r"N \1", line.rstrip()) for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def blocks(text):
    """The blocks: what they are for, and their lines."""
    kind, lines = None, []
    for line in text.splitlines():
        if line.startswith("```"):
            if kind is not None:
                yield kind, lines
            kind, lines = (line[3:], []) if kind is None else (None, [])
        elif kind is not None:
            lines.append(line)


def commands(lines):
    """The commands of a block, each with what it prints."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def main(document, folder):
    ran, status = 0, 0
    for kind, lines in blocks(Path(document).read_text(encoding="utf-8")):
        if kind != "console":
            (Path(folder) / kind.partition(",file=")[2]).write_text("\n".join(lines) + "\n", encoding="utf-8")
            continue
        for command, wanted in commands(lines):
            script = f"exec 2>&1\n(exit {status})\n{command}"
            done = subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            status, ran = done.returncode, ran + 1
            got, wanted = settled(done.stdout), settled("\n".join(wanted))
            if got != wanted:
                print(f"$ {command}", *got, "instead of", *wanted, sep="\n")
                return 1
    print(f"{ran} commands print what {Path(document).name} shows")
    return 0 if ran else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
