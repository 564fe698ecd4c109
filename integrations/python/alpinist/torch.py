"""Checks of kernels that Python compiles at run time, before they are compiled.

``guard()`` checks what ``torch.utils.cpp_extension.load_inline`` and CuPy's ``RawKernel`` and ``RawModule`` are
given::

    >>> import alpinist.torch
    >>> with alpinist.torch.guard():
    ...     module = load_inline(name="k", cpp_sources=..., cuda_sources=...)

The module needs neither torch nor CuPy: it replaces the functions of those that are installed.
"""

from __future__ import annotations

import functools
import importlib
import warnings
from typing import Any, Callable, List, Literal, Sequence, Tuple

from ._checker import is_fine
from ._errors import AlpinistError
from ._kernels import KernelReport, races

__all__ = ["Guard", "Rejected", "guard"]

#: Where kernels are compiled: the module, its function, and the arguments that have sources and flags, each with its
#: place among the positional arguments.
_COMPILERS = (
    ("torch.utils.cpp_extension", "load_inline", ("cuda_sources", 2), ("extra_cuda_cflags", 5)),
    ("cupy", "RawKernel", ("code", 0), ("options", 2)),
    ("cupy", "RawModule", ("code", None), ("options", None)),
)


class Rejected(AlpinistError):
    """A kernel that is not compiled. ``report`` says why."""

    def __init__(self, report: KernelReport):
        super().__init__(str(report), report.diagnostics)
        self.report = report

    def __reduce__(self) -> Any:
        return type(self), (self.report,)


class Guard:
    """The replaced functions, from `guard` until `stop`, or for a ``with`` statement."""

    def __init__(
        self, check: Callable[[str, Sequence[str]], None], compilers: Sequence[Any] = _COMPILERS
    ):
        self._replaced: List[Tuple[Any, str, Any]] = []
        for module_name, name, source, flags in compilers:
            try:
                module = importlib.import_module(module_name)
            except ImportError:
                continue
            original = getattr(module, name, None)
            if original is not None:
                setattr(module, name, _checked(original, check, source, flags))
                self._replaced.append((module, name, original))

    def stop(self) -> None:
        """Puts the functions back."""
        while self._replaced:
            module, name, original = self._replaced.pop()
            setattr(module, name, original)

    def __enter__(self) -> "Guard":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def guard(
    *, on_wrong: Literal["raise", "warn"] = "raise", strict: bool = False, **options: Any
) -> Guard:
    """Checks kernels before torch or CuPy compiles them, from now on.

    :param on_wrong: ``"raise"`` raises `Rejected`, and nothing is compiled; ``"warn"`` warns and compiles.
    :param strict: reject kernels whose verdict is unknown, too.
    :param options: the further arguments of `races`, such as ``block`` and ``grid``.
    :returns: the guard: ``with`` ends it, and so does its ``stop()``.
    """

    def check(code: str, flags: Sequence[str]) -> None:
        report = races(code, language="cuda", **_with_flags(options, flags))
        if is_fine(report, accept_unknown=not strict):
            return
        if on_wrong == "raise":
            raise Rejected(report)
        warnings.warn(str(report), RuntimeWarning, stacklevel=3)

    return Guard(check)


def _with_flags(options: Any, flags: Sequence[str]) -> Any:
    """The options with the macros and include folders that the compiler is given."""
    given = dict(options)
    for argument, flag in (("define", "-D"), ("include", "-I")):
        own = given.get(argument, ())
        own = [own] if isinstance(own, str) or hasattr(own, "__fspath__") else list(own)
        named = [one[len(flag) :] for one in flags if one.startswith(flag) and one != flag]
        if own or named:
            given[argument] = own + named
    return given


def _checked(
    original: Callable[..., Any], check: Callable[[str, Sequence[str]], None], source: Any, flags: Any
) -> Callable[..., Any]:
    def argument(of: Any, args: Sequence[Any], kwargs: Any) -> Sequence[str]:
        name, place = of
        value = kwargs.get(name)
        if value is None and place is not None and place < len(args):
            value = args[place]
        if value is None:
            return ()
        return (value,) if isinstance(value, str) else tuple(value)

    @functools.wraps(original, updated=())
    def compile_checked(*args: Any, **kwargs: Any) -> Any:
        code = "\n".join(argument(source, args, kwargs))
        # Host code alone has nothing to check.
        if "__global__" in code:
            check(code, argument(flags, args, kwargs))
        return original(*args, **kwargs)

    return compile_checked
