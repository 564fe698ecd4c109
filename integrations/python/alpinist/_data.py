"""From JSON to data classes, by their type hints."""

from __future__ import annotations

import dataclasses
import functools
import typing
from typing import Any, Mapping, Type, TypeVar, Union

T = TypeVar("T")


@functools.lru_cache(maxsize=None)
def _members(kind: type) -> Mapping[str, Any]:
    hints = typing.get_type_hints(kind)
    # A member whose name is a word of Python's has another here.
    return {
        field.name: (hints[field.name], field, field.metadata.get("json", field.name))
        for field in dataclasses.fields(kind)
    }


def made(kind: Type[T], value: Any) -> T:
    """An instance of ``kind`` from what JSON has for it.

    Members that the class does not know are left out: the report may gain some. One that the class has
    no default for and that is missing, or has another type, is a ``ValueError``: half an answer is none.
    """
    return _made(kind, value, kind.__name__)


def _made(hint: Any, value: Any, where: str) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if origin is Union:
        if value is None and type(None) in arguments:
            return None
        for option in arguments:
            if option is not type(None):
                try:
                    return _made(option, value, where)
                except ValueError as error:
                    wrong = error
        raise wrong
    if origin is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{where} is no list")
        return tuple(_made(arguments[0], one, where) for one in value)
    if origin is typing.Literal:
        # A word that is new is kept as it is: whoever compares with "verified" gets the safe answer.
        return _made(str, value, where)
    if dataclasses.is_dataclass(hint):
        if not isinstance(value, dict):
            raise ValueError(f"{where} is no object")
        given = {}
        for name, (of, field, member) in _members(hint).items():
            if member in value:
                given[name] = _made(of, value[member], f"{where}.{member}")
            elif field.default is dataclasses.MISSING:
                raise ValueError(f"{where} has no member {member}")
        return hint(**given)
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise ValueError(f"{where} is {value!r}, which is no {hint.__name__}")
    return value
