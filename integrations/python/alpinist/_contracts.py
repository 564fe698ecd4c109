"""Contracts of kernels: `contract` and what it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._errors import Fault, UsageError
from ._kernels import Size, document, kernel_words
from ._program import Source, common, emitted


@dataclass(frozen=True)
class Checked:
    """Whether a launch satisfies the contract of a kernel, or the first clause that does not hold, with its values.
    ``not_tested`` lists what the arguments do not show: the assumptions of the verdict, and clauses about arrays that
    were passed as bare addresses."""

    ok: bool
    kernel: str
    clause: Optional[str]
    values: Mapping[str, int]
    not_tested: Tuple[str, ...]

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"{self.kernel}: satisfied"
        values = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return f"{self.kernel}: `{self.clause}` does not hold" + (f" with {values}" if values else "")


@dataclass(frozen=True)
class Contract:
    """The contracts of the kernels of a source, by the kernels' names: the clauses that a launch must satisfy. A
    kernel that is not verified has none. ``module`` is a Python module that checks launches without this package, as
    ``alpinist contract --emit python`` prints it."""

    clauses: Mapping[str, Tuple[str, ...]]
    module: str = field(repr=False)

    def __str__(self) -> str:
        lines = (f"{name}: {' && '.join(all_of) or 'any launch'}" for name, all_of in self.clauses.items())
        return "\n".join(lines) or "no verified kernel"

    def check(
        self,
        grid: Union[int, Sequence[int]],
        block: Union[int, Sequence[int]],
        args: Mapping[str, Any],
        *,
        shared_bytes: int = 0,
        kernel: Optional[str] = None,
    ) -> Checked:
        """Checks a launch against a contract, before it is made.

        :param grid: the blocks of the grid, up to three numbers.
        :param block: the threads of a block, in the same way.
        :param args: the arguments by the parameters' names: integers, and arrays (of NumPy, CuPy, torch, or
            anything that has their interfaces for address and size).
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
    """What launches of CUDA or OpenCL kernels must satisfy, so that the kernels have no findings.

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


document(contract)


def _loaded(module: str) -> Dict[str, Any]:
    names: Dict[str, Any] = {}
    exec(compile(module, "<contract>", "exec"), names)  # It is the program's own answer.
    return names
