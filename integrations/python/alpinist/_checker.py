"""A check as benchmarks of generated kernels take it: a function from code to a pair."""

from __future__ import annotations

from typing import Any, Callable, Tuple

from ._errors import AlpinistError, ClangMissing, ProgramMissing, SolverMissing
from ._kernels import KernelReport, races


def checker(*, accept_unknown: bool = False, **options: Any) -> Callable[[str], Tuple[bool, str]]:
    """A function ``(code) -> (ok, message)`` that checks kernels of CUDA or OpenCL.

    ``ok`` is true if all kernels of the code are verified. The message says what is wrong, for the author of the
    code: a person or a program.

        >>> check = alpinist.checker(block=256)
        >>> ok, message = check(code)

    :param accept_unknown: whether code in which nothing is known to be wrong is ``ok`` as well.
    :param options: the further arguments of `races`, such as ``block`` and ``grid``.
    :returns: the function. It raises only where the installation is incomplete.
    """

    def check(code: str) -> Tuple[bool, str]:
        try:
            report = races(code, **options)
        except (ClangMissing, ProgramMissing, SolverMissing):
            raise
        except AlpinistError as error:
            return False, str(error)
        return is_fine(report, accept_unknown=accept_unknown), str(report)

    return check


def is_fine(report: KernelReport, *, accept_unknown: bool) -> bool:
    """Whether a report is good enough."""
    fine = {"verified", "accepted"} | ({"unknown"} if accept_unknown else set())
    return report.verdict in fine
