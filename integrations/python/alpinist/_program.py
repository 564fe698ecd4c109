"""The program ``alpinist``: where it is, and how it is run."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._data import made
from ._errors import (
    AlpinistError,
    ClangMissing,
    Fault,
    ProgramMissing,
    SolverMissing,
    UsageError,
)
from ._places import Diagnostic

#: The program to run, if it is not the one that was installed with this module.
VARIABLE = "ALPINIST_PROGRAM"

_NAME = "alpinist.exe" if os.name == "nt" else "alpinist"


def program() -> Path:
    """The program that this module runs.

    It is the one that the variable ``ALPINIST_PROGRAM`` names, else the one that was installed with this
    module, else the first of the name in ``PATH``. Raises `ProgramMissing` if there is none.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    return _installed()


@functools.lru_cache(maxsize=None)
def _installed() -> Path:
    places = []
    try:
        files = importlib.metadata.files("alpinist") or ()
        places += [Path(str(file.locate())) for file in files if file.name == _NAME]
    except importlib.metadata.PackageNotFoundError:
        pass
    # `pip install --target FOLDER` puts programs elsewhere than it says.
    places.append(Path(__file__).resolve().parent.parent / "bin" / _NAME)
    places.append(Path(sysconfig.get_path("scripts")) / _NAME)
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return place.resolve()
    found = shutil.which(_NAME)
    if found is None:
        raise ProgramMissing(
            "the program alpinist was not found: `pip install --force-reinstall alpinist` brings it, "
            f"and {VARIABLE} may name another"
        )
    return Path(found)


def environment() -> Dict[str, str]:
    """The environment that the program runs in: this one, and where its packages are.

    The program looks for the packages beside this module. They may be in another folder, as with
    ``pip install --user`` where the system has one of them; Python knows.
    """
    variables = dict(os.environ)
    here = Path(__file__).resolve().parent.parent
    for variable, package, inside in (
        ("ALPINIST_Z3", "z3", Path("lib")),
        ("ALPINIST_CLANG", "ziglang", Path("zig.exe" if os.name == "nt" else "zig")),
    ):
        folder = _package(package)
        if variables.get(variable) or folder is None or folder.parent == here:
            continue
        if (folder / inside).exists():
            variables[variable] = str(folder / inside)
    return variables


@functools.lru_cache(maxsize=None)
def _package(name: str) -> Optional[Path]:
    """The folder of a package that this one depends on, in the version it asks for."""
    distribution = {"z3": "z3-solver"}.get(name, name)
    try:
        version = importlib.metadata.version(distribution)
        wanted = importlib.metadata.requires("alpinist") or ()
        spec = importlib.util.find_spec(name)
    except (importlib.metadata.PackageNotFoundError, ImportError, ValueError):
        return None
    if f"{distribution}=={version}" not in wanted or spec is None or spec.origin is None:
        return None
    return Path(spec.origin).resolve().parent


def run(
    arguments: Sequence[str], *, source: Optional[str] = None
) -> "subprocess.CompletedProcess[str]":
    """Runs ``alpinist ARGUMENTS…``, with ``source`` as its standard input.

    Gives what it printed and its exit status, whatever that is. Raises `ProgramMissing` if it cannot be
    started.
    """
    path = program()
    try:
        done = subprocess.run(
            [str(path), *arguments],
            input=(source or "").encode("utf-8", "surrogatepass"),
            capture_output=True,
            env=environment(),
            check=False,
        )
    except OSError as error:
        raise ProgramMissing(f"{path} cannot be started: {error}") from error
    return subprocess.CompletedProcess(
        done.args,
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )


@functools.lru_cache(maxsize=None)
def _version(path: Path) -> str:
    words = run(["--version"]).stdout.split()
    if len(words) < 2 or words[0] != "alpinist":
        raise Fault(f"{path} does not say its version")
    return words[1]


def version() -> str:
    """The version of the program, such as ``0.2.0``. It needs no solver."""
    return _version(program())


Source = Union[str, "os.PathLike[str]"]


def asked(
    command: str, options: Sequence[str], source: Source, schema: str
) -> Tuple[Mapping[str, Any], str]:
    """The JSON report of a command on a source, and the text that went with it.

    Raises what `AlpinistError` describes where there is no answer; findings are answers.
    """
    done = _run_on([command, "--format", "json", *options], source)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        report = None
    if not isinstance(report, dict):
        raise _refused(done)
    if report.get("schema") != schema or report.get("schema_version") != 1:
        raise Fault(f"the answer is no {schema} of version 1; are module and program of one version?")
    if report.get("status") != done.returncode or done.returncode not in (0, 1, 2, 3):
        raise _refused(done)
    return report, done.stderr


def answered(
    command: str, options: Sequence[str], source: Source
) -> "subprocess.CompletedProcess[str]":
    """What a command that makes changes answers in JSON: it has a status of its own for a change.

    Raises what `AlpinistError` describes where there is no answer.
    """
    done = _run_on([command, "--format", "json", *options], source)
    if done.returncode not in (0, 1, 2, 3, 5) or not done.stdout.startswith("{"):
        raise _refused(done)
    return done


def _run_on(words: Sequence[str], source: Source) -> "subprocess.CompletedProcess[str]":
    if isinstance(source, str):
        return run([*words, "-"], source=source)
    file = os.fspath(source)
    # A folder would be many programs. What cannot be read is said as Python says it.
    with open(file, "rb"):
        pass
    # A name that begins with a dash is no option.
    return run([*words, file if os.path.isabs(file) else os.path.join(os.curdir, file)])


def emitted(words: Sequence[str], source: Source) -> str:
    """What a command prints that makes a text of a source.

    Raises what `AlpinistError` describes where it makes none.
    """
    done = _run_on(words, source)
    if "[K001]" in done.stderr:
        raise ClangMissing(done.stderr.strip())
    if done.returncode not in (0, 1, 2, 3) or not done.stdout:
        raise _refused(done)
    return done.stdout


def _refused(done: "subprocess.CompletedProcess[str]") -> AlpinistError:
    said = done.stderr.strip()
    if done.returncode == 2:
        # Such a message has its code in brackets.
        kind = SolverMissing if "[C009]" in said else UsageError
        return kind(said or "the program did not say what is wrong")
    if done.returncode < 0:
        return Fault(f"the program was ended by signal {-done.returncode}\n{said}".rstrip())
    return Fault(f"the program ended with status {done.returncode} and no answer\n{said}".rstrip())


def diagnostics(value: Any) -> Tuple[Diagnostic, ...]:
    """Messages, from a list of JSON."""
    return tuple(made(Diagnostic, one) for one in value)


def refuse_wrong_calls(status: int, said: Sequence[Diagnostic]) -> None:
    """Raises if messages are about the call or the installation, and not about the kernel."""
    errors = [one for one in said if one.severity == "error"]
    for one in errors:
        if one.code == "K001":
            raise ClangMissing(str(one), errors)
        if one.code == "C009":
            raise SolverMissing(str(one), errors)
    wrong = [one for one in errors if one.code.startswith("C")]
    if status == 2 and wrong:
        raise UsageError("; ".join(map(str, wrong)), wrong)


def common(
    *,
    rlimit: Optional[int],
    timeout: Optional[float],
    seed: Optional[int],
    jobs: Optional[int],
    cache: Union[None, bool, Source],
    deny: Sequence[str],
    options: Sequence[str],
) -> List[str]:
    """The options that both commands have."""
    words: List[str] = []
    for flag, value in (
        ("--rlimit", rlimit),
        ("--timeout", timeout),
        ("--seed", seed),
        ("--jobs", jobs),
    ):
        if value is not None:
            words += [flag, str(value)]
    if cache is False:
        words.append("--no-cache")
    elif cache is not None and cache is not True:
        words += ["--cache", os.fspath(cache)]
    for kind in each(deny):
        words += ["--deny", kind]
    return words + list(options)


def each(names: Union[str, Sequence[str]]) -> Sequence[str]:
    """One name, or several."""
    return (names,) if isinstance(names, str) else names
