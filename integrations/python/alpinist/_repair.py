"""Repairs of kernels: `repair` and what it gives."""

from __future__ import annotations

import difflib
import json
import os
from dataclasses import dataclass, field
from typing import Any, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._data import made
from ._errors import Fault
from ._kernels import Size, document, kernel_words
from ._places import Diagnostic, Place
from ._program import Source, answered, common, diagnostics, refuse_wrong_calls


@dataclass(frozen=True)
class Change:
    """A barrier that is added, removed or extended, and where."""

    change: Literal["add", "remove", "widen"]
    level: Literal["warp", "block", "grid"]
    before: Place


@dataclass(frozen=True)
class RepairedKernel:
    """What was done for a kernel. ``why`` says why it is not repaired, and ``remaining`` lists the findings that
    barriers do not remove."""

    name: str
    outcome: Literal["right", "unknown", "other findings", "repaired", "not repaired"]
    why: Optional[str]
    remaining: Tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome}" + (f": {self.why}" if self.why else "")


@dataclass(frozen=True)
class Repair:
    """The repair of a source.

    ``text`` is the whole patched text, which is verified, and ``None`` if nothing is changed. ``atomics`` is a text
    with atomic operations in place of racing updates, where that is verified.
    """

    text: Optional[str]
    kernels: Tuple[RepairedKernel, ...]
    rejected: Optional[str]
    diagnostics: Tuple[Diagnostic, ...]
    atomics: Optional[str]
    original: str = field(repr=False)
    data: Mapping[str, Any] = field(compare=False, repr=False)

    @property
    def diff(self) -> str:
        """The change as a unified diff; empty if there is none."""
        new = self.original if self.text is None else self.text
        lines = difflib.unified_diff(
            self.original.splitlines(True), new.splitlines(True), "before", "after"
        )
        return "".join(lines)

    def __str__(self) -> str:
        return "\n".join(map(str, self.kernels)) or "no kernel"


def repair(
    source: Source,
    *,
    block: Union[None, Size, Sequence[Size]] = None,
    grid: Union[None, Size, Sequence[Size]] = None,
    kernel: Union[str, Sequence[str]] = (),
    language: Optional[Literal["cuda", "opencl"]] = None,
    define: Union[str, Sequence[str]] = (),
    include: Union[Source, Sequence[Source]] = (),
    instantiate: Union[str, Sequence[str]] = (),
    atomics: bool = False,
    deny: Union[str, Sequence[str]] = (),
    rlimit: Optional[int] = None,
    timeout: Optional[float] = None,
    seed: Optional[int] = None,
    jobs: Optional[int] = None,
    cache: Union[None, bool, Source] = None,
    options: Sequence[str] = (),
) -> Repair:
    """Inserts the fewest barriers that remove the races of kernels. No file is changed.

    :param atomics: apply atomic operations to racing updates such as ``+=``, too.
    :returns: what was done; its ``text`` is the patched text.
    :raises OSError: if the file cannot be read.
    :raises AlpinistError: if the call could not be carried out, never for what was found.
    """
    words: List[str] = common(
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
    if atomics:
        words.append("--atomics")
    done = answered("repair", words, source)
    try:
        data = json.loads(done.stdout)
        return _repair(data, _text(source), done.returncode)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise Fault(f"the answer cannot be read: {error}") from error


document(repair)


def _text(source: Source) -> str:
    if isinstance(source, str):
        return source
    with open(os.fspath(source), encoding="utf-8", newline="") as file:
        return file.read()


def _repair(data: Mapping[str, Any], original: str, status: int) -> Repair:
    said = diagnostics(data["problems"])
    # Of several strings of a Python file each sees what was changed in those before.
    files: Sequence[Mapping[str, Any]] = data["files"]
    refuse_wrong_calls(status, said)
    texts = [file["text"] for file in files if file.get("text") is not None]
    atomics = files[0].get("atomics") if len(files) == 1 else None
    rejected = [file["rejected"] for file in files if file.get("rejected")]
    return Repair(
        text=texts[-1] if texts else None,
        kernels=tuple(
            made(RepairedKernel, one) for file in files for one in file.get("kernels", ())
        ),
        rejected=rejected[0] if rejected else None,
        diagnostics=said
        + tuple(one for file in files for one in diagnostics(file.get("errors", ()))),
        atomics=atomics["text"] if atomics else None,
        original=original,
        data=data,
    )
