"""``python -m alpinist ARGUMENTS…`` is ``alpinist ARGUMENTS…``."""

import os
import subprocess
import sys

from ._errors import AlpinistError
from ._program import environment, program


def main() -> int:
    try:
        path = program()
    except AlpinistError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    arguments = [str(path), *sys.argv[1:]]
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(path, arguments, environment())
    return subprocess.run(arguments, env=environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
