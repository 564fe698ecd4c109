"""Contracts of kernels: `contract` and what it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._errors import Fault, UsageError
from ._kernels import Size, kernel_words
from ._program import Source, common, emitted


@dataclass(frozen=True)
class Checked:
    """What is said of a launch: that it satisfies the contract of a kernel, or the first clause that does
    not hold, with the values in it. ``not_tested`` is what the arguments do not show: what the verdict
    assumes, and clauses about arrays that were passed as bare addresses."""

    ok: bool
    kernel: str
    clause: Optional[str]
    values: Mapping[str, int]
    not_tested: Tuple[str, ...]

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True)
class Contract:
    """The contracts of the kernels of a source, by the kernels' names: the clauses that a launch has to
    satisfy. A kernel that is not verified has none. ``module`` is a text of Python that holds launches against
    them without this package, as ``alpinist contract --emit python`` prints it."""

    clauses: Mapping[str, Tuple[str, ...]]
    module: str = field(repr=False)

    def check(
        self,
        grid: Union[int, Sequence[int]],
        block: Union[int, Sequence[int]],
        args: Mapping[str, Any],
        *,
        shared_bytes: int = 0,
        kernel: Optional[str] = None,
    ) -> Checked:
        """Holds a launch against a contract, before it is made.

        :param grid: the blocks of the grid, up to three numbers.
        :param block: the threads of a block, in the same way.
        :param args: the arguments by the parameters' names: integers, and arrays (of NumPy, CuPy, torch, or
            whatever has their ways to tell address and size).
        :param shared_bytes: dynamic shared memory.
        :param kernel: which kernel is launched, where there are several.
        :raises UsageError: if there is no contract of the kernel, or an argument is missing.
        """
        try:
            found = _loaded(self.module)["check"](grid, block, args, shared_bytes, kernel)
        except ValueError as error:
            raise UsageError(str(error)) from error
        return Checked(
            ok=found.ok,
            kernel=found.kernel,
            clause=found.clause,
            values=dict(found.values),
            not_tested=tuple(found.not_tested),
        )


def contract(
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
) -> Contract:
    """What launches of kernels of CUDA or OpenCL have to satisfy, so that the kernels are free of findings.

    The parameters are those of `races`.

    :returns: the contracts of the kernels that are verified.
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
    module = emitted(["contract", "--emit", "python", *words], source)
    try:
        all_of = _loaded(module)["CONTRACTS"].items()
        clauses = {name: tuple(text for text, _ in one[1]) for name, one in all_of}
    except (KeyError, SyntaxError, TypeError) as error:
        raise Fault(f"the answer cannot be read: {error}") from error
    return Contract(clauses=clauses, module=module)


def _loaded(module: str) -> Dict[str, Any]:
    names: Dict[str, Any] = {}
    exec(compile(module, "<contract>", "exec"), names)  # It is the program's own answer.
    return names
