"""The three hashes that a sender declares and a receiver computes anew."""

from __future__ import annotations

import hashlib
from typing import Iterable, List, Tuple

Triple = Tuple[str, str, str]

_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def body_hash(body: str) -> str:
    """Hash the raw UTF-8 bytes; nothing is normalised. Raises UnicodeEncodeError."""
    return hashlib.sha256(body.encode("utf-8")).hexdigest()


def canonical_string(text: str) -> str:
    """Write one string with everything outside U+0020 to U+007E escaped."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    pieces = []
    for character in text:
        code = ord(character)
        if character in _SHORT:
            pieces.append(_SHORT[character])
        elif 0x20 <= code <= 0x7E:
            pieces.append(character)
        elif code < 0x10000:
            pieces.append(f"\\u{code:04x}")
        else:
            offset = code - 0x10000
            pieces.append(f"\\u{0xD800 + (offset >> 10):04x}\\u{0xDC00 + (offset & 0x3FF):04x}")
    return '"' + "".join(pieces) + '"'


def canonical(values: Iterable) -> str:
    """Write a list of strings, or of lists of strings, without any space."""
    return "[" + ",".join(
        canonical_string(value) if isinstance(value, str) else canonical(value) for value in values
    ) + "]"


def required_tools_preimage(names: Iterable[str]) -> str:
    """Give the text that is hashed: the distinct non-empty names by code point."""
    return canonical(sorted({name for name in names if name != ""}))


def board_preimage(triples: Iterable[Triple]) -> str:
    """Give the text that is hashed: all triples in order, duplicates kept."""
    ordered: List[Triple] = sorted(triples)
    return canonical(ordered)


def required_tools_hash(names: Iterable[str]) -> str:
    """Hash the tools that the items require."""
    return _sha256(required_tools_preimage(names))


def board_revision(triples: Iterable[Triple]) -> str:
    """Hash id, status and depends_on of every item."""
    return _sha256(board_preimage(triples))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
