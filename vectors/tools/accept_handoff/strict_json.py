"""A JSON reader that reports duplicate names with their path, keeps numbers as written
and reads any depth; and a writer of plain ASCII.

The reader of the standard library keeps the last of duplicate names silently, accepts
`NaN`, refuses long integers and gives up on deep nesting.
"""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, scanstring
from json.encoder import encode_basestring_ascii
from typing import Any, List, NamedTuple, Tuple, Union

Step = Union[str, int]
Path = Tuple[Step, ...]

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None}


class JsonError(ValueError):
    """The text is not JSON."""


class Number:
    """A JSON number as it was written, so that nothing is rounded or overflows."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


class Parsed(NamedTuple):
    """A document, and the paths of all names that stand twice in one object (the last wins)."""

    value: Any
    duplicates: List[Path]


class _Frame:
    """A list or an object that is not closed yet, with the name being read."""

    __slots__ = ("container", "key")

    def __init__(self, container: Any) -> None:
        self.container = container
        self.key = ""

    def step(self) -> Step:
        return len(self.container) if isinstance(self.container, list) else self.key


def parse(text: str) -> Parsed:
    """Read one JSON text (RFC 8259); raises JsonError."""
    duplicates: List[Path] = []
    frames: List[_Frame] = []
    value: Any = None
    position = 0
    need = "value"
    while True:
        position = _SPACE.match(text, position).end()
        character = text[position:position + 1]
        if need == "value":
            if character in ("{", "["):
                frames.append(_Frame({} if character == "{" else []))
                position += 1
                need = "first"
            else:
                value, position = _scalar(text, position)
                need = "place"
        elif need == "first":
            is_object = isinstance(frames[-1].container, dict)
            if character == ("}" if is_object else "]"):
                value = frames.pop().container
                position += 1
                need = "place"
            else:
                need = "name" if is_object else "value"
        elif need == "name":
            name, position = _string(text, position)
            position = _SPACE.match(text, position).end()
            if text[position:position + 1] != ":":
                raise JsonError(f"a colon is missing at {position}")
            position += 1
            frame = frames[-1]
            frame.key = name
            if name in frame.container:
                duplicates.append(tuple(each.step() for each in frames))
            need = "value"
        elif not frames:
            if character:
                raise JsonError(f"text after the end at {position}")
            return Parsed(value, duplicates)
        else:
            frame = frames[-1]
            is_object = isinstance(frame.container, dict)
            if is_object:
                frame.container[frame.key] = value
            else:
                frame.container.append(value)
            if character == ",":
                need = "name" if is_object else "value"
            elif character == ("}" if is_object else "]"):
                value = frames.pop().container
            else:
                raise JsonError(f"a comma or an end is missing at {position}")
            position += 1


def _scalar(text: str, position: int) -> Tuple[Any, int]:
    if text.startswith('"', position):
        return _string(text, position)
    for word, value in _WORDS.items():
        if text.startswith(word, position):
            return value, position + len(word)
    number = _NUMBER.match(text, position)
    if number is None:
        raise JsonError(f"a value is missing at {position}")
    return Number(number.group()), number.end()


def _string(text: str, position: int) -> Tuple[str, int]:
    if not text.startswith('"', position):
        raise JsonError(f"a string is missing at {position}")
    try:
        return scanstring(text, position + 1, True)
    except JSONDecodeError as error:
        raise JsonError(str(error)) from error


def dumps(value: Any, indent: int = 0) -> str:
    """Write JSON in ASCII, on one line, or with `indent` spaces a level."""
    pieces: List[str] = []
    _write(value, pieces, indent, 0)
    return "".join(pieces)


def _write(value: Any, pieces: List[str], indent: int, level: int) -> None:
    if isinstance(value, str):
        pieces.append(encode_basestring_ascii(value))
    elif value is None or isinstance(value, bool):
        pieces.append({None: "null", True: "true", False: "false"}[value])
    elif isinstance(value, (Number, int)):
        pieces.append(repr(value))
    elif isinstance(value, (dict, list)):
        _write_container(value, pieces, indent, level)
    else:
        raise TypeError(f"no JSON value: {type(value).__name__}")


def _write_container(value: Any, pieces: List[str], indent: int, level: int) -> None:
    is_object = isinstance(value, dict)
    pieces.append("{" if is_object else "[")
    inner = "\n" + " " * (indent * (level + 1)) if indent else ""
    for index, member in enumerate(value):
        pieces.append(("," if index else "") + inner)
        if is_object:
            pieces.append(encode_basestring_ascii(member) + (": " if indent else ":"))
            _write(value[member], pieces, indent, level + 1)
        else:
            _write(member, pieces, indent, level + 1)
    if value and indent:
        pieces.append("\n" + " " * (indent * level))
    pieces.append("}" if is_object else "]")
