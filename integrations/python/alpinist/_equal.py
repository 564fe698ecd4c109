"""Whether two kernels compute the same: `equal` and what it gives."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._data import made
from ._errors import Fault, UsageError
from ._kernels import Size, _language, _size
from ._places import Diagnostic
from ._program import Source, asked, common, diagnostics, each, refuse_wrong_calls


@dataclass(frozen=True)
class Difference:
    """An element in which an execution differs, and what each kernel leaves there."""

    element: str
    old: str
    new: str
    inputs: Tuple[str, ...]
    old_term: Optional[str]
    new_term: Optional[str]


@dataclass(frozen=True)
class Compared:
    """One launch of both kernels. ``shows``: it is equal as demanded, and nothing keeps that from counting."""

    block: Tuple[int, ...]
    grid: Tuple[int, ...]
    new_block: Tuple[int, ...]
    new_grid: Tuple[int, ...]
    values: Mapping[str, int]
    outcome: str
    shows: bool
    elements: int
    laws: Tuple[str, ...]
    beyond: Tuple[str, ...]
    difference: Optional[Difference]


@dataclass(frozen=True)
class Pair:
    """Two kernels. Only ``equal`` is a yes, at the level ``arithmetic``; ``all_sizes``: it is shown for all sizes."""

    old: str
    new: str
    verdict: Literal["equal", "different", "unknown", "wrong"]
    arithmetic: Optional[Literal["exact", "reordered", "real"]]
    sizes_from: Literal["given", "launches", "some launches", "tried"]
    all_sizes: bool
    launches: Tuple[Compared, ...]
    assumptions: Tuple[str, ...]
    diagnostics: Tuple[Diagnostic, ...]


@dataclass(frozen=True)
class EqualReport:
    """What is known of two files. Its truth value is whether every pair is equal."""

    verdict: Literal["equal", "different", "unknown", "invalid"]
    status: int
    diagnostics: Tuple[Diagnostic, ...]
    pairs: Tuple[Pair, ...]
    data: Mapping[str, Any]

    def __bool__(self) -> bool:
        return self.verdict == "equal"


def equal(
    old: Source,
    new: Source,
    *,
    block: Union[None, Size, Sequence[Size]] = None,
    grid: Union[None, Size, Sequence[Size]] = None,
    new_block: Union[None, Size, Sequence[Size]] = None,
    new_grid: Union[None, Size, Sequence[Size]] = None,
    sizes: Union[Mapping[str, int], Sequence[Mapping[str, int]]] = (),
    pair: Mapping[str, str] = {},
    arithmetic: Literal["exact", "reordered", "real"] = "reordered",
    accept_contract: bool = False,
    language: Optional[Literal["cuda", "opencl"]] = None,
    define: Union[str, Sequence[str]] = (),
    include: Union[Source, Sequence[Source]] = (),
    instantiate: Union[str, Sequence[str]] = (),
    deny: Union[str, Sequence[str]] = (),
    cache: Union[None, bool, Source] = None,
    options: Sequence[str] = (),
) -> EqualReport:
    """Compares two versions of kernels of CUDA or OpenCL: do they compute the same, for every content of memory?

    :param old: the text, or the path (``pathlib.Path``) of a file, with the kernels as they were.
    :param new: the same with the kernels as they are now.
    :param block: the threads of a block of the old kernel; ``new_block`` of the new one, if it has others.
    :param grid: the blocks of the grid, in the same way.
    :param sizes: values of integers by parameters' names, or several such launches.
    :param pair: names of old kernels with those of new ones; if absent, kernels of one name.
    :param arithmetic: the level that is demanded.
    :param accept_contract: accept that the new kernel accesses elements beyond those of the old one.
    :returns: what is known, whatever that is.
    :raises OSError: if a file cannot be read.
    :raises AlpinistError: if the call could not be carried out, never for what was found.
    """
    words: List[str] = common(
        rlimit=None, timeout=None, seed=None, jobs=None, cache=cache, deny=deny, options=options
    )
    for flag, size in (
        ("--block", block),
        ("--grid", grid),
        ("--new-block", new_block),
        ("--new-grid", new_grid),
    ):
        if size is not None:
            words += [flag, _size(size)]
    launches = (sizes,) if isinstance(sizes, Mapping) else sizes
    for values in launches:
        words += ["--sizes", ",".join(f"{name}={value}" for name, value in values.items())]
    for first, second in pair.items():
        words += ["--pair", f"{first}={second}"]
    words += ["--arithmetic", arithmetic]
    if accept_contract:
        words.append("--accept-contract")
    if language is None and isinstance(new, str):
        language = _language(new)
    if language is not None:
        words += ["--language", language]
    for flag, names in (
        ("--instantiate", instantiate),
        ("-D", define),
        ("-I", (include,) if hasattr(include, "__fspath__") else include),
    ):
        for value in each(names):
            words += [flag, str(value)]
    with tempfile.TemporaryDirectory() as folder:
        first = _file(old, folder, "old")
        data, _ = asked("equal", [*words, first], _path(new, folder, "new"), "alpinist-equal")
    try:
        return _report(data)
    except UsageError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise Fault(f"the answer cannot be read: {error}") from error


def _path(source: Source, folder: str, name: str) -> Path:
    if not isinstance(source, str):
        return Path(os.fspath(source))
    file = Path(folder, f"{name}.cu")
    file.write_text(source, encoding="utf-8")
    return file


def _file(source: Source, folder: str, name: str) -> str:
    path = os.fspath(_path(source, folder, name))
    with open(path, "rb"):
        pass
    # A name that begins with a dash is no option.
    return path if os.path.isabs(path) else os.path.join(os.curdir, path)


def _report(data: Mapping[str, Any]) -> EqualReport:
    status = data["status"]
    said = diagnostics(data["diagnostics"])
    refuse_wrong_calls(status, said)
    pairs = tuple(_pair(one) for one in data["pairs"])
    return EqualReport(
        verdict=_verdict(status, pairs),
        status=status,
        diagnostics=said,
        pairs=pairs,
        data=data,
    )


def _pair(data: Mapping[str, Any]) -> Pair:
    return Pair(
        old=data["old"]["kernel"],
        new=data["new"]["kernel"],
        verdict=data["verdict"],
        arithmetic=data["arithmetic"],
        sizes_from=data["sizes_from"],
        launches=tuple(_compared(one) for one in data["launches"]),
        assumptions=tuple(data["assumptions"]),
        diagnostics=diagnostics(data["diagnostics"]),
    )


def _compared(data: Mapping[str, Any]) -> Compared:
    difference = data.get("difference")
    return Compared(
        block=tuple(data["block"]),
        grid=tuple(data["grid"]),
        new_block=tuple(data["new_block"]),
        new_grid=tuple(data["new_grid"]),
        values=data["values"],
        outcome=data["outcome"],
        shows=data["shows"],
        elements=data["elements"],
        laws=tuple(data["laws"]),
        beyond=tuple(data["beyond"]),
        difference=None if difference is None else made(Difference, difference),
    )


def _verdict(
    status: int, pairs: Sequence[Pair]
) -> Literal["equal", "different", "unknown", "invalid"]:
    if status == 1:
        return "different"
    if status == 2:
        return "invalid"
    # Both must say yes.
    shown = bool(pairs) and all(pair.verdict == "equal" for pair in pairs)
    return "equal" if status == 0 and shown else "unknown"
