"""Run vectors: issue their tokens, make their calls at their times, compare what comes out."""

from __future__ import annotations

import hashlib
import re
from decimal import Decimal
from typing import Any, Dict, List, Optional

from .errors import InputError
from .strict_json import Number, dumps
from .tokens import REASONS, TokenStore
from .verdict import accept_at_edge, verify_at_edge

PROJECTS = {"alpha": "proj-alpha", "beta": "proj-beta"}
MASK = "\u2026"
UPPER = ":upper"
PRESENCE_ONLY = ("message", "next_step_hint")

_ALIAS = re.compile(r"\{\{token:([^{}]*)\}\}")


class VectorError(ValueError):
    """The vector itself is broken; says where."""


def expand(value: Any) -> Any:
    """Write out `{"$repeat": [TEXT, COUNT]}` and `{"$list": [VALUE, COUNT]}`."""
    if isinstance(value, list):
        return [expand(each) for each in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        (name, argument), = value.items()
        if name in ("$repeat", "$list"):
            return _written_out(name, argument)
    return {name: expand(each) for name, each in value.items()}


def _written_out(name: str, argument: Any) -> Any:
    if not isinstance(argument, list) or len(argument) != 2:
        raise VectorError(f"{name} takes a value and a count")
    what, times = expand(argument[0]), _whole(argument[1], name)
    if name == "$repeat":
        if not isinstance(what, str):
            raise VectorError("$repeat takes a text")
        return what * times
    return [what] * times


def substitute(value: Any, tokens: Dict[str, str]) -> Any:
    """Put the issued tokens in the place of `{{token:ALIAS}}` in every string.

    `{{token:ALIAS:upper}}` is the same token in upper case, which is another one.
    """
    if isinstance(value, str):
        return _ALIAS.sub(lambda match: _issued(match.group(1), tokens), value) if "{{token:" in value else value
    if isinstance(value, list):
        return [substitute(each, tokens) for each in value]
    if isinstance(value, dict):
        return {name: substitute(each, tokens) for name, each in value.items()}
    return value


def judge_line(line: Any) -> Any:
    """Judge one line of `verdict`: an input with the reason of its token, or a whole vector."""
    if not isinstance(line, dict):
        raise VectorError("a line is an object")
    if "calls" in line:
        return {"results": run_vector(line)}
    if "input" not in line or not set(line) <= {"input", "token_reason"}:
        raise VectorError("a line has an input and perhaps a token_reason, or setup and calls")
    reason = line.get("token_reason")
    if reason is not None and reason not in REASONS:
        raise VectorError("token_reason is none of the reasons")
    return _outcome(lambda: accept_at_edge(
        expand(line["input"]), lambda _token, _project, _body: reason or "not_found", PROJECTS.get))


def run_vector(vector: Any) -> List[Any]:
    """Give, for every call in order, the verdict, the token check, or the error."""
    store = TokenStore()
    tokens: Dict[str, str] = {}
    for token in (vector.get("setup") or {}).get("tokens") or []:
        _issue(token, store, tokens)
    return [_call(call, store, tokens) for call in vector["calls"]]


def _issue(token: Dict[str, Any], store: TokenStore, tokens: Dict[str, str]) -> None:
    alias = token["alias"]
    if alias in tokens:
        raise VectorError(f"two tokens have the alias {alias}")
    # With a letter, so that upper case is another token.
    tokens[alias] = "a" + hashlib.sha256(alias.encode("utf-8")).hexdigest()[:15]
    ttl_s = _whole(token["ttl_s"], "ttl_s")
    if not 1 <= ttl_s <= 86_400:
        raise VectorError("ttl_s is out of bounds")
    minted_us = _microseconds(token["minted_at_s"], "minted_at_s")
    body = expand(token.get("body"))
    if body is not None and not isinstance(body, str):
        raise VectorError("the body of a token is a string")
    store.add(tokens[alias], token["project_id"], body, minted_us + ttl_s * 1_000_000)


def _call(call: Dict[str, Any], store: TokenStore, tokens: Dict[str, str]) -> Any:
    now_us = _microseconds(call["at_s"], "at_s")
    given = substitute(expand(call["input"]), tokens)
    via = call.get("via", "accept")

    def verify(token: str, project_id: str, body: Optional[str]) -> str:
        return store.verify(token, project_id, body, now_us)

    if via == "accept":
        return _outcome(lambda: accept_at_edge(given, verify, PROJECTS.get))
    if via == "verify":
        return _outcome(lambda: verify_at_edge(given, verify))
    raise VectorError(f"no such way of calling: {via}")


def _outcome(judge: Any) -> Any:
    try:
        return mask(judge())
    except InputError as error:
        return error.as_json()


def mask(value: Any) -> Any:
    """Replace the texts whose wording is free by one mark."""
    if not isinstance(value, dict):
        return value
    if "recovery" in value:
        return {**value, "recovery": {
            name: MASK if name in PRESENCE_ONLY else each for name, each in value["recovery"].items()}}
    check = value.get("token_check")
    return {**value, "token_check": mask(check)} if check is not None else value


def differences(expected: Any, computed: Any, path: str = "") -> List[str]:
    """Say, a line each, where a computed outcome is not the expected one."""
    if isinstance(expected, dict) and isinstance(computed, dict):
        lines = []
        for name in [*expected, *(each for each in computed if each not in expected)]:
            here = f"{path}.{name}" if path else name
            if name not in expected:
                lines.append(f"{here}: not expected, computed {_shown(computed[name])}")
            elif name not in computed:
                lines.append(f"{here}: expected {_shown(expected[name])}, not computed")
            elif name in PRESENCE_ONLY and path.endswith("recovery"):
                if not (isinstance(expected[name], str) and expected[name]):
                    lines.append(f"{here}: expected {_shown(expected[name])}, computed a text")
            else:
                lines.extend(differences(expected[name], computed[name], here))
        return lines
    if type(expected) is type(computed) and expected == computed:
        return []
    return [f"{path or 'outcome'}: expected {_shown(expected)}, computed {_shown(computed)}"]


def _shown(value: Any) -> str:
    text = dumps(value)
    return text if len(text) <= 300 else f"{text[:300]}... ({len(text)} characters)"


def _issued(alias: str, tokens: Dict[str, str]) -> str:
    if alias in tokens:
        return tokens[alias]
    if alias.endswith(UPPER) and alias[:-len(UPPER)] in tokens:
        return tokens[alias[:-len(UPPER)]].upper()
    raise VectorError(f"no token has the alias {alias}")


def _whole(value: Any, name: str) -> int:
    if not isinstance(value, Number) or not value.text.isdigit():
        raise VectorError(f"{name} is no whole number")
    return int(value.text)


def _microseconds(value: Any, name: str) -> int:
    if not isinstance(value, Number):
        raise VectorError(f"{name} is no number")
    scaled = Decimal(value.text) * 1_000_000
    if scaled != int(scaled):
        raise VectorError(f"{name} is finer than microseconds")
    return int(scaled)
