"""Proofs for GPU kernels: the program ``alpinist`` as a module.

``races(source, block=…, grid=…)`` checks kernels of CUDA and OpenCL: free of data races, of barrier
divergence, of accesses out of bounds? ``verify(source)`` checks annotated programs in PVL against their
contracts. ``equal(old, new)`` compares two
versions of kernels. ``contract(source)`` gives what launches of kernels must satisfy, and checks launches against it.
``repair(source)`` inserts the barriers that are missing. ``checker()`` makes a function ``(code) -> (ok, message)``,
and ``alpinist.torch.guard()`` checks what torch and CuPy compile at run time.
The first two give data, made of the program's JSON report::

    >>> import alpinist
    >>> report = alpinist.races("__global__ void f(int *a) { a[0] = threadIdx.x; }", block=64, grid=1)
    >>> report.verdict
    'wrong'
    >>> report.findings[0].code
    'K301'

A finding is never an exception, and a question without an answer is ``unknown``: only ``verified``
is a yes. Exceptions are for calls that could not be carried out; all of them are an `AlpinistError`.

A ``str`` is the text of a program; a ``pathlib.Path`` is the file that has it. The calls run a process
each and hold no lock meanwhile, so threads are enough to make many of them at once.
"""

from ._checker import checker
from ._contracts import Checked, Contract, contract
from ._equal import Compared, Difference, EqualReport, Pair, equal
from ._errors import AlpinistError, ClangMissing, Fault, ProgramMissing, SolverMissing, UsageError
from ._kernels import Accepted, Access, Finding, Kernel, KernelReport, Race, Sizes, Thread, races
from ._places import Call, Diagnostic, Fix, Label, Place, Replacement, Value
from ._program import program, run, version
from ._repair import Change, Repair, RepairedKernel, repair
from ._programs import (
    Counts,
    Method,
    Obligation,
    Report,
    Share,
    Trusted,
    Verification,
    verify,
)

__all__ = [
    "Accepted",
    "Access",
    "AlpinistError",
    "Call",
    "Change",
    "Checked",
    "ClangMissing",
    "Compared",
    "Contract",
    "Counts",
    "Difference",
    "EqualReport",
    "Diagnostic",
    "Fault",
    "Finding",
    "Fix",
    "Kernel",
    "KernelReport",
    "Label",
    "Method",
    "Obligation",
    "Pair",
    "Place",
    "ProgramMissing",
    "Race",
    "Repair",
    "RepairedKernel",
    "Replacement",
    "Report",
    "Share",
    "Sizes",
    "SolverMissing",
    "Thread",
    "Trusted",
    "UsageError",
    "Value",
    "Verification",
    "checker",
    "contract",
    "equal",
    "program",
    "races",
    "repair",
    "run",
    "verify",
    "version",
]
