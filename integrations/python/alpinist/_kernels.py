"""Kernels of CUDA and OpenCL: `races` and what it gives."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Callable, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._data import made
from ._errors import Fault, UsageError
from ._places import Call, Diagnostic, Place, Value
from ._program import Source, asked, common, diagnostics, each, refuse_wrong_calls

#: A number, or ``"*"`` for any.
Size = Union[int, str]


@dataclass(frozen=True)
class Thread:
    """A thread: its number in its block, the number of its block, and its number in the grid, by
    dimension; ``in_grid`` is ``None`` where the size of a block is not known."""

    thread: Tuple[int, ...]
    block: Tuple[int, ...]
    in_grid: Optional[Tuple[int, ...]] = field(metadata={"json": "global"})


@dataclass(frozen=True)
class Access:
    """One of the two accesses of a race; ``bytes`` is ``None`` where their number is not known."""

    kind: Literal["read", "write", "atomic"]
    location: str
    bytes: Optional[int]
    place: Place
    macro: Optional[Place]
    source: str
    calls: Tuple[Call, ...]


@dataclass(frozen=True)
class Race:
    """What a race is about: the array, the location, whether the threads are of one block, and the two
    accesses in the order of the finding's threads."""

    array: str
    location: str
    same_block: bool
    accesses: Tuple[Access, ...]


@dataclass(frozen=True)
class Accepted:
    """That a finding is accepted, and why: by a comment at ``place``, or by the ``entry`` of ``alpinist.toml``.

    ``denied``: ``deny="accepted"`` lets the finding count all the same.
    """

    reason: str
    place: Optional[Place]
    entry: Optional[str]
    date: Optional[str]
    denied: bool


@dataclass(frozen=True)
class Finding:
    """Something that goes wrong, with an example.

    ``certain``: an execution with these values shows it. ``abstractions`` names what took part and is
    not known exactly; ``only_by_overflow``: it goes away if signed arithmetic does not overflow.
    """

    code: str
    kind: Literal[
        "race",
        "mixed-access",
        "divergence",
        "assertion",
        "invariant",
        "bounds",
        "constant-write",
        "null-access",
        "barrier-invariant",
        "permission",
    ]
    message: str
    place: Place
    calls: Tuple[Call, ...]
    threads: Tuple[Thread, ...]
    values: Tuple[Value, ...]
    certain: bool
    abstracted: bool
    only_by_overflow: bool
    help: Optional[str]
    execution: str = "not-tried"
    abstractions: Tuple[str, ...] = ()
    race: Optional[Race] = None
    accepted: Optional[Accepted] = None

    def __str__(self) -> str:
        line = f"{self.code} {self.place.file}:{self.place.line}: {self.message}"
        return line + (f" ({self.help})" if self.help else "")


@dataclass(frozen=True)
class Sizes:
    """The sizes that a kernel was checked for, by dimension, and where they come from."""

    block: Tuple[Union[int, str], ...]
    block_from: str
    grid: Tuple[Union[int, str], ...]
    grid_from: str


@dataclass(frozen=True)
class Kernel:
    """What is known of a kernel. Only the verdict ``verified`` is a yes: one that is ``wrong, accepted`` or
    ``suspect, accepted`` has findings, and every one of them is accepted.

    ``assumptions`` is what it rests on besides proofs, and ``assumption_kinds`` the kind of each, as
    ``deny`` takes it. ``undecided`` says why a kernel is ``unknown`` or ``not understood``.
    """

    name: str
    place: Optional[Place]
    verdict: Literal[
        "verified", "suspect", "suspect, accepted", "wrong", "wrong, accepted", "unknown", "not understood"
    ]
    sizes: Optional[Sizes]
    findings: Tuple[Finding, ...]
    undecided: Tuple[Diagnostic, ...]
    assumptions: Tuple[str, ...]
    assumption_kinds: Tuple[str, ...] = ()

    def __str__(self) -> str:
        said = (*self.findings, *self.undecided)
        return "\n  ".join([f"{self.name}: {self.verdict}", *map(str, said)])


@dataclass(frozen=True)
class KernelReport:
    """What is known of the kernels of a text.

    ``verdict`` is ``verified`` (there is a kernel, and all are), ``accepted`` (the same, but that findings are
    accepted), ``wrong`` (one is), ``unknown``, or ``invalid``: the text is not CUDA or OpenCL. ``data`` is the whole report as JSON has it.
    """

    verdict: Literal["verified", "accepted", "wrong", "unknown", "invalid"]
    status: int
    diagnostics: Tuple[Diagnostic, ...]
    kernels: Tuple[Kernel, ...]
    passed_over: Tuple[str, ...]
    time_ms: float = field(compare=False)
    solver_calls: int = field(compare=False)
    data: Mapping[str, Any] = field(compare=False, repr=False)

    @property
    def verified(self) -> bool:
        """Whether everything that was asked for is shown."""
        return self.verdict == "verified"

    def __str__(self) -> str:
        errors = [str(one) for one in self.diagnostics if one.severity == "error"]
        kernels = [str(one) for one in self.kernels]
        return "\n".join(errors + kernels) or f"{self.verdict}: no kernel"

    @property
    def findings(self) -> Tuple[Finding, ...]:
        """The findings of all kernels, in the order of the text."""
        return tuple(one for kernel in self.kernels for one in kernel.findings)


def races(
    source: Source,
    *,
    block: Union[None, Size, Sequence[Size]] = None,
    grid: Union[None, Size, Sequence[Size]] = None,
    kernel: Union[str, Sequence[str]] = (),
    language: Optional[Literal["cuda", "opencl"]] = None,
    define: Union[str, Sequence[str]] = (),
    include: Union[Source, Sequence[Source]] = (),
    instantiate: Union[str, Sequence[str]] = (),
    deny: Union[str, Sequence[str]] = (),
    rlimit: Optional[int] = None,
    timeout: Optional[float] = None,
    seed: Optional[int] = None,
    jobs: Optional[int] = None,
    cache: Union[None, bool, Source] = None,
    options: Sequence[str] = (),
) -> KernelReport:
    """Checks kernels of CUDA or OpenCL for data races, barrier divergence and accesses out of bounds.

    :param source: the text, or the path (``pathlib.Path``) of a file.
    :param block: the threads of a block: a number, up to three of them, or ``"*"`` for any. If absent,
        as the text launches its kernels, else any.
    :param grid: the blocks of the grid, in the same way.
    :param kernel: the kernel, or the kernels, to check; all if absent.
    :param language: if absent, by the ending of the file's name, or for a text by the words ``__global__``
        and ``__kernel`` (``kernel``) in it.
    :param define: macros, ``"NAME"`` or ``"NAME=VALUE"``.
    :param include: folders of headers.
    :param instantiate: instances of template kernels, such as ``"k<float, 128>"``.
    :param deny: kinds of assumptions to refuse, such as ``"aliasing"``.
    :param rlimit: the resource limit of a solver query, in Z3's units; the same on every machine.
    :param timeout: the time limit of a solver query, in seconds. A query that reaches it is unknown.
    :param seed: the solver's seed.
    :param jobs: how many solvers run at once; as many as there are cores if absent.
    :param cache: ``False`` for none, or a folder in which answers are kept; if absent, as alpinist.toml
        and the environment say.
    :param options: further options, as ``alpinist races --help`` has them.
    :returns: what is known of the kernels, whatever that is.
    :raises OSError: if the file cannot be read.
    :raises AlpinistError: if the call could not be carried out, never for what was found.
    """
    words = common(
        rlimit=rlimit,
        timeout=timeout,
        seed=seed,
        jobs=jobs,
        cache=cache,
        deny=deny,
        options=options,
    )
    words += kernel_words(
        source,
        block=block,
        grid=grid,
        kernel=kernel,
        language=language,
        define=define,
        include=include,
        instantiate=instantiate,
    )
    data, _ = asked("races", words, source, "alpinist-kernels")
    try:
        return _report(data)
    except UsageError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise Fault(f"the answer cannot be read: {error}") from error


def document(function: Callable[..., Any]) -> None:
    """Adds to the help of a function the parameters that it shares with `races`."""
    own = function.__doc__ or ""
    shared = (races.__doc__ or "").partition("    :param ")
    parameters = (shared[1] + shared[2]).partition("    :returns:")[0]
    first = min(at for at in (own.find("    :param "), own.find("    :returns:")) if at >= 0)
    function.__doc__ = own[:first] + parameters + own[first:]


def kernel_words(
    source: Source,
    *,
    block: Union[None, Size, Sequence[Size]],
    grid: Union[None, Size, Sequence[Size]],
    kernel: Union[str, Sequence[str]],
    language: Optional[Literal["cuda", "opencl"]],
    define: Union[str, Sequence[str]],
    include: Union[Source, Sequence[Source]],
    instantiate: Union[str, Sequence[str]],
) -> List[str]:
    """The options that say which kernels are meant, and how they are read."""
    words: List[str] = []
    for flag, size in (("--block", block), ("--grid", grid)):
        if size is not None:
            words += [flag, _size(size)]
    if language is None and isinstance(source, str):
        language = _language(source)
    if language is not None:
        words += ["--language", language]
    for flag, values in (
        ("--kernel", kernel),
        ("--instantiate", instantiate),
        ("-D", define),
        ("-I", (include,) if hasattr(include, "__fspath__") else include),
    ):
        for value in each(values):
            words += [flag, str(value)]
    return words


def _size(size: Union[Size, Sequence[Size]]) -> str:
    if isinstance(size, (int, str)):
        return str(size)
    return ",".join(map(str, size))


def _language(text: str) -> Literal["cuda", "opencl"]:
    # Names in comments count, too: a text that has both is not guessed at.
    cuda = re.search(r"\b__global__\b", text) is not None
    opencl = re.search(r"\b(?:__)?kernel\b", text) is not None
    if cuda == opencl:
        raise UsageError('the text does not show its language: give language="cuda" or "opencl"')
    return "cuda" if cuda else "opencl"


def _report(data: Mapping[str, Any]) -> KernelReport:
    status = data["status"]
    said = diagnostics(data["diagnostics"])
    kernels: Tuple[Kernel, ...] = ()
    passed_over: Tuple[str, ...] = ()
    for file in data["files"]:
        said += diagnostics(file["diagnostics"])
        kernels += tuple(made(Kernel, one) for one in file["kernels"])
        passed_over += tuple(file["passed_over"])
    refuse_wrong_calls(status, said)
    measured = data["measured"]
    return KernelReport(
        verdict=_verdict(status, kernels),
        status=status,
        diagnostics=said,
        kernels=kernels,
        passed_over=passed_over,
        time_ms=float(measured["time_ms"]),
        solver_calls=measured["solver_calls"],
        data=data,
    )


def _verdict(
    status: int, kernels: Sequence[Kernel]
) -> Literal["verified", "accepted", "wrong", "unknown", "invalid"]:
    if status == 1:
        return "wrong"
    if status == 2:
        return "invalid"
    # Both must say yes.
    verdicts = {kernel.verdict for kernel in kernels}
    if status != 0 or not verdicts <= {"verified", "suspect, accepted", "wrong, accepted"}:
        return "unknown"
    if verdicts == {"verified"}:
        return "verified"
    return "accepted" if verdicts else "unknown"
