"""What is read out of a delivered body: the banner with its token, and the start-config tag."""

from __future__ import annotations

import re
import unicodedata
from typing import Dict, Optional

_BANNER_START = re.compile(r"\n<goal_token>[^<]*</goal_token>\n<!-- SECURITY:")
_BANNER_END = "-->"
# ASCII keeps the comparison without case to A-Z: no long s, no Kelvin sign, no dotless i.
_TAG_NAME = re.compile(r"<project_start_config", re.ASCII | re.IGNORECASE)
_VALUE_START = '="'
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def strip_banner(body: str) -> str:
    """Take the first banner out of a body, once.

    If nothing ends the first one, nothing ends a later one either, so one search is enough.
    """
    start = _BANNER_START.search(body)
    if start is None:
        return body
    end = body.find(_BANNER_END, start.end())
    return body if end < 0 else body[:start.start()] + body[end + len(_BANNER_END):]


def is_word(character: str) -> bool:
    """Tell whether a character is a Unicode letter, a decimal digit or `_`.

    The class `\\w` of Python also has other numbers.
    """
    if character == "_":
        return True
    category = unicodedata.category(character)
    return category[0] == "L" or category == "Nd"


def read_start_config(body: str) -> Optional[Dict[str, str]]:
    """Read the attributes of the first tag; None when there is no tag or no attribute in it."""
    for name in _TAG_NAME.finditer(body):
        after = name.end()
        if after < len(body) and is_word(body[after]):
            continue
        end = body.find(">", after)
        return (_attributes(body[after:end]) or None) if end >= 0 else None
    return None


def _attributes(text: str) -> Dict[str, str]:
    """Find every `word="value"` from left to right; the last of equal names wins."""
    found: Dict[str, str] = {}
    taken = 0
    position = text.find(_VALUE_START)
    while position >= 0:
        word = position
        while word > taken and is_word(text[word - 1]):
            word -= 1
        if word == position:
            position = text.find(_VALUE_START, position + 1)
            continue
        value = position + len(_VALUE_START)
        end = text.find('"', value)
        if end < 0:
            break
        found[text[word:position]] = text[value:end]
        taken = end + 1
        position = text.find(_VALUE_START, taken)
    return found


def quote(value: str) -> str:
    """Quote a value of an identity reason."""
    mark = '"' if "'" in value and '"' not in value else "'"
    pieces = []
    for character in value:
        if character in _ESCAPES:
            pieces.append(_ESCAPES[character])
        elif character == mark:
            pieces.append("\\" + character)
        elif unicodedata.category(character) == "Cc":
            pieces.append(f"\\x{ord(character):02x}")
        else:
            pieces.append(character)
    return mark + "".join(pieces) + mark
