"""What both kinds of reports are made of: places in a text, messages, values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple


@dataclass(frozen=True)
class Place:
    """A piece of a text. Lines and columns count from 1, columns in characters; the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    byte_start: int
    byte_end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Label:
    """A further place of a message, with its words."""

    place: Place
    text: str


@dataclass(frozen=True)
class Replacement:
    """A text that goes to a place."""

    place: Place
    text: str


@dataclass(frozen=True)
class Fix:
    """A change that is proposed; what it makes is to be checked again."""

    title: str
    replacements: Tuple[Replacement, ...]


@dataclass(frozen=True)
class Diagnostic:
    """A message. ``alpinist explain CODE`` says what its code means."""

    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    place: Optional[Place]
    notes: Tuple[str, ...]
    help: Optional[str]
    text: str = ""
    labels: Tuple[Label, ...] = ()
    origin: Optional[Place] = None
    fix: Optional[Fix] = None

    def __str__(self) -> str:
        at = f"{self.place}: " if self.place else ""
        help = f" ({self.help})" if self.help else ""
        return f"{at}{self.severity}[{self.code}]: {self.message}{help}"


@dataclass(frozen=True)
class Value:
    """A name with its value, as people read it."""

    name: str
    value: str


@dataclass(frozen=True)
class Call:
    """A call on the way to a place: of which function, and where it is called."""

    callee: str
    place: Place
