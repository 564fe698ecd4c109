"""Why a call could not be carried out. What is wrong with a kernel is no exception."""

from __future__ import annotations

from typing import Sequence

from ._places import Diagnostic


class AlpinistError(Exception):
    """A call that gave no answer. ``diagnostics`` are the program's own messages, if it had any."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(message)
        self.message = message
        self.diagnostics = tuple(diagnostics)

    def __reduce__(self):
        # An exception crosses the border of a process with all that it says.
        return type(self), (self.message, self.diagnostics)


class UsageError(AlpinistError, ValueError):
    """The arguments of the call are wrong: a size, an option, a name that the text does not have."""


class ProgramMissing(AlpinistError):
    """The program ``alpinist`` was not found, or cannot be started."""


class SolverMissing(AlpinistError):
    """There is no Z3. The message has the command that brings it."""


class ClangMissing(AlpinistError):
    """There is no clang, which reads CUDA and OpenCL. The message has the command that brings it."""


class Fault(AlpinistError):
    """The program ended abnormally, or its answer is none. It says nothing about the kernel."""
