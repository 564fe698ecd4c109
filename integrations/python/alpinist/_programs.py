"""Annotated programs in PVL: `verify` and what it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._data import made
from ._errors import Fault, UsageError
from ._places import Diagnostic, Fix, Label, Place, Value
from ._program import Source, asked, common, diagnostics, each, refuse_wrong_calls


@dataclass(frozen=True)
class Counts:
    """How many there are of each."""

    methods: int
    obligations: int
    proved: int
    refuted: int
    failed: int
    unknown: int
    unsupported: int
    trusted: int


@dataclass(frozen=True)
class Trusted:
    """What is assumed and not proved: its kind, the name of the declaration, and where."""

    kind: str
    name: str
    place: Optional[Place]


@dataclass(frozen=True)
class Share:
    """A thread, or the values of a quantifier, that stands in another's way, and the permission amount
    that it asks for, if that is at issue."""

    place: Optional[Place]
    values: Tuple[Value, ...]
    share: Optional[str]


@dataclass(frozen=True)
class Obligation:
    """Something that must hold, and what became of it.

    ``refuted``: the counterexample was confirmed. ``failed``: no proof was found within the limits, and
    the counterexample is a candidate. ``unknown``: ``reason`` says why.
    """

    id: str
    code: str
    message: str
    outcome: Literal["proved", "refuted", "failed", "unknown"]
    reason: Optional[str]
    place: Optional[Place]
    demanded_by: Optional[Place]
    counterexample: Tuple[Value, ...]
    help: Optional[str]
    origin: Optional[Place] = None
    threads: Tuple[Share, ...] = ()
    hints: Tuple[Label, ...] = ()
    fix: Optional[Fix] = None


@dataclass(frozen=True)
class Method:
    """A method with its obligations; ``unsupported`` says why it was not checked, if it was not."""

    name: str
    place: Optional[Place]
    unsupported: Optional[Diagnostic]
    obligations: Tuple[Obligation, ...]


@dataclass(frozen=True)
class Verification:
    """The check of a program. Only the summary ``verified`` is a yes."""

    summary: Literal["verified", "nothing", "unknown", "failed"]
    counts: Counts
    trusted: Tuple[Trusted, ...]
    warnings: Tuple[Diagnostic, ...]
    methods: Tuple[Method, ...]
    passed_over: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What is known of a program.

    ``verdict`` is ``verified``, ``failed`` (an obligation is refuted or has no proof), ``unknown``, or
    ``invalid``: the text is no program. What a verdict rests on besides proofs is in
    ``verification.trusted``. ``data`` is the whole report as JSON has it.
    """

    verdict: Literal["verified", "failed", "unknown", "invalid"]
    status: int
    diagnostics: Tuple[Diagnostic, ...]
    verification: Optional[Verification]
    time_ms: float = field(compare=False)
    solver_calls: int = field(compare=False)
    data: Mapping[str, Any] = field(compare=False, repr=False)

    @property
    def verified(self) -> bool:
        """Whether everything that was asked for is proved."""
        return self.verdict == "verified"

    @property
    def obligations(self) -> Tuple[Obligation, ...]:
        """All obligations of all methods, in the order of the text."""
        methods = self.verification.methods if self.verification else ()
        return tuple(one for method in methods for one in method.obligations)

    @property
    def findings(self) -> Tuple[Obligation, ...]:
        """The obligations that are not proved."""
        return tuple(one for one in self.obligations if one.outcome != "proved")


def verify(
    source: Source,
    *,
    profile: Optional[Literal["sound", "vercors-1.4"]] = None,
    only: Union[str, Sequence[str]] = (),
    deny: Union[str, Sequence[str]] = (),
    rlimit: Optional[int] = None,
    timeout: Optional[float] = None,
    seed: Optional[int] = None,
    jobs: Optional[int] = None,
    cache: Union[None, bool, Source] = None,
    options: Sequence[str] = (),
) -> Report:
    """Verifies an annotated program in PVL against its contracts.

    :param source: the text, or the path (``pathlib.Path``) of a file.
    :param profile: how names and meanings are read, and what is granted.
    :param only: the method, or the methods, to check: ``method`` or ``Class.method``.
    :param deny: kinds of assumptions that are not to be believed, such as ``"assume"``.
    :param rlimit: the resource limit of an obligation, in Z3's units; the same on every machine.
    :param timeout: a limit of an obligation by the clock, in seconds. What it ends is unknown.
    :param seed: the solver's seed.
    :param jobs: how many solvers run at once; as many as there are cores if absent.
    :param cache: ``False`` for none, or a folder in which answers are kept; if absent, as alpinist.toml
        and the environment say.
    :param options: further options, as ``alpinist verify --help`` has them.
    :returns: what is known of the program, whatever that is.
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
    if profile is not None:
        words += ["--profile", profile]
    for method in each(only):
        words += ["--only", method]
    data, _ = asked("verify", words, source, "alpinist-report")
    try:
        return _report(data)
    except UsageError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise Fault(f"the answer cannot be read: {error}") from error


def _report(data: Mapping[str, Any]) -> Report:
    status = data["status"]
    said = diagnostics(data["diagnostics"])
    checks = []
    for program in data["programs"]:
        said += diagnostics(program["diagnostics"])
        found = program["verification"]
        checks.append(None if found is None else made(Verification, found))
    refuse_wrong_calls(status, said)
    measured = data["measured"]
    return Report(
        verdict=_verdict(status, checks),
        status=status,
        diagnostics=said,
        verification=checks[0] if len(checks) == 1 else None,
        time_ms=float(measured["time_ms"]),
        solver_calls=measured["solver_calls"],
        data=data,
    )


def _verdict(
    status: int, checks: Sequence[Optional[Verification]]
) -> Literal["verified", "failed", "unknown", "invalid"]:
    if status == 1:
        return "failed"
    if status == 2:
        return "invalid"
    # Both must say yes.
    proved = len(checks) == 1 and checks[0] is not None and checks[0].summary == "verified"
    return "verified" if status == 0 and proved else "unknown"
