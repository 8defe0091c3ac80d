"""Read and refuse input: the shape of every field first, then every limit, before any check."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from . import strict_json
from .errors import INVALID_INPUT, PAYLOAD_TOO_LARGE, InputError

MAX_BODY_BYTES = 1024 * 1024
MAX_STRING_BYTES = 4 * 1024
MAX_ITEMS = 10_000
MAX_TOOLS = 10_000
MAX_TTL_S = 86_400
DEFAULT_TTL_S = 300

_TEXT_IN_ITEM = ("id", "status", "depends_on")


class LiveItem(NamedTuple):
    """What the hashes need of one item: the triple of the board, and its tools."""

    triple: Tuple[str, str, str]
    tools: Tuple[str, ...]


@dataclass(frozen=True)
class AcceptInput:
    """The parameters of accept_handoff after reading; None is absent."""

    project_id: Optional[str] = None
    project_name: Optional[str] = None
    session_id: Optional[str] = None
    goal_token: Optional[str] = None
    presented_body: Optional[str] = None
    required_tools: Optional[Tuple[str, ...]] = None
    available_tools: Optional[Tuple[str, ...]] = None
    live_items: Optional[Tuple[LiveItem, ...]] = None
    expected_required_tools_hash: Optional[str] = None
    expected_board_revision: Optional[str] = None
    expected_repo_path: Optional[str] = None
    delivery_source: Optional[str] = None


class VerifyInput(NamedTuple):
    """The parameters of verify_handoff_token after reading."""

    project_id: str
    token: str
    presented_body: Optional[str]


class IssueInput(NamedTuple):
    """The parameters of issue_handoff_token after reading."""

    project_id: str
    body: Optional[str]
    ttl_s: int


class _Limits:
    """Limits found while shapes are read; applied only when every shape is right."""

    def __init__(self) -> None:
        self._checks: List[Tuple[str, int, int]] = []

    def string(self, field: str, text: str, limit: int = MAX_STRING_BYTES) -> str:
        """Refuse what cannot be encoded at once, and note the length in bytes of UTF-8."""
        self._checks.append((field, _byte_length(field, text), limit))
        return text

    def count(self, field: str, values: list, limit: int) -> None:
        self._checks.append((field, len(values), limit))

    def apply(self) -> None:
        for field, size, limit in self._checks:
            if size > limit:
                raise InputError(PAYLOAD_TOO_LARGE, field)


def read_accept(given: Any) -> AcceptInput:
    """Read the parameters of accept_handoff; raises InputError."""
    read = _open(given, [field.name for field in fields(AcceptInput)])
    limits = _Limits()
    values: Dict[str, Any] = {}
    for field in fields(AcceptInput):
        value = read.get(field.name)
        if value is None:
            continue
        reader = _READERS.get(field.name, _text)
        values[field.name] = reader(field.name, value, limits)
    limits.apply()
    return AcceptInput(**values)


def read_verify(given: Any) -> VerifyInput:
    """Read the parameters of verify_handoff_token; raises InputError."""
    read = _open(given, VerifyInput._fields)
    limits = _Limits()
    project_id = _text("project_id", read.get("project_id"), limits)
    token = _text("token", read.get("token"), limits)
    body = _optional(_body, "presented_body", read, limits)
    limits.apply()
    return VerifyInput(project_id, token, body)


def read_issue(given: Any) -> IssueInput:
    """Read the parameters of issue_handoff_token; raises InputError."""
    read = _open(given, IssueInput._fields)
    limits = _Limits()
    project_id = _text("project_id", read.get("project_id"), limits)
    body = _optional(_body, "body", read, limits)
    ttl_s = _optional(_ttl, "ttl_s", read, limits)
    limits.apply()
    return IssueInput(project_id, body, DEFAULT_TTL_S if ttl_s is None else ttl_s)


def _open(given: Any, known: Any) -> Dict[str, Any]:
    if not isinstance(given, dict):
        raise InputError(INVALID_INPUT)
    for key in given:
        if key not in known:
            raise InputError(INVALID_INPUT, key)
    return given


def _optional(reader: Callable, field: str, read: Dict[str, Any], limits: _Limits) -> Any:
    value = read.get(field)
    return None if value is None else reader(field, value, limits)


def _text(field: str, value: Any, limits: _Limits) -> str:
    if not isinstance(value, str):
        raise InputError(INVALID_INPUT, field)
    return limits.string(field, value)


def _body(field: str, value: Any, limits: _Limits) -> str:
    if not isinstance(value, str):
        raise InputError(INVALID_INPUT, field)
    return limits.string(field, value, MAX_BODY_BYTES)


def _ttl(field: str, value: Any, _limits: _Limits) -> int:
    if isinstance(value, strict_json.Number):
        seconds: float = float(value.text)
    elif type(value) in (int, float):
        seconds = value
    else:
        raise InputError(INVALID_INPUT, field)
    if not (1 <= seconds <= MAX_TTL_S and seconds == int(seconds)):
        raise InputError(INVALID_INPUT, field)
    return int(seconds)


def _tools(field: str, value: Any, limits: _Limits) -> Tuple[str, ...]:
    if not isinstance(value, list):
        raise InputError(INVALID_INPUT, field)
    limits.count(field, value, MAX_TOOLS)
    return tuple(_text(f"{field}[{index}]", tool, limits) for index, tool in enumerate(value))


def _items(field: str, value: Any, limits: _Limits) -> Tuple[LiveItem, ...]:
    if not isinstance(value, list):
        raise InputError(INVALID_INPUT, field)
    limits.count(field, value, MAX_ITEMS)
    return tuple(_item(f"{field}[{index}]", item, limits) for index, item in enumerate(value))


def _item(field: str, value: Any, limits: _Limits) -> LiveItem:
    if not isinstance(value, dict):
        raise InputError(INVALID_INPUT, field)
    parts = [_text_or_empty(f"{field}.{name}", value.get(name), limits) for name in _TEXT_IN_ITEM]
    tools = _tool_requirements(f"{field}.tool_requirements", value.get("tool_requirements"), limits)
    for name, member in value.items():
        _byte_length(field, name)
        if name not in _TEXT_IN_ITEM:
            _unread(f"{field}.{name}", member, limits)
    return LiveItem((parts[0], parts[1], parts[2]), tools)


def _text_or_empty(field: str, value: Any, limits: _Limits) -> str:
    return "" if value is None else _text(field, value, limits)


def _tool_requirements(field: str, value: Any, limits: _Limits) -> Tuple[str, ...]:
    """Read a list of objects with names, or the JSON text of one; anything else counts as none."""
    entries = value
    if isinstance(value, str):
        limits.string(field, value)
        try:
            entries = strict_json.parse(value).value
        except strict_json.JsonError:
            return ()
    if not isinstance(entries, list):
        return ()
    limits.count(field, entries, MAX_TOOLS)
    names = [
        _text_or_empty(f"{field}[{index}].name", entry.get("name"), limits)
        for index, entry in enumerate(entries) if isinstance(entry, dict)
    ]
    return tuple(name for name in names if name != "")


def _unread(field: str, value: Any, limits: _Limits) -> None:
    """Hold members that no check reads to the rules for any string."""
    waiting = [(field, value)]
    while waiting:
        path, current = waiting.pop()
        if isinstance(current, str):
            limits.string(path, current)
        elif isinstance(current, list):
            waiting.extend((f"{path}[{index}]", each) for index, each in enumerate(current))
        elif isinstance(current, dict):
            for name, each in current.items():
                _byte_length(path, name)
                waiting.append((f"{path}.{name}", each))


def _byte_length(field: str, text: str) -> int:
    try:
        return len(text) if text.isascii() else len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise InputError(INVALID_INPUT, field) from None


_READERS: Dict[str, Callable] = {
    "presented_body": _body,
    "required_tools": _tools,
    "available_tools": _tools,
    "live_items": _items,
}
