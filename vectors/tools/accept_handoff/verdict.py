"""The verdict: five checks in their order, the first failure returns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Dict, List, Optional

from .body import quote, read_start_config, strip_banner
from .errors import INVALID_INPUT, InputError
from .hashes import board_revision, required_tools_hash
from .reading import AcceptInput, read_accept, read_verify
from .tokens import token_check

# (token, project_id, presented_body) -> one of tokens.REASONS
Verifier = Callable[[str, str, Optional[str]], str]
Resolver = Callable[[str], Optional[str]]

DEFAULT_SOURCE = "chat_paste"
UNSET = "unset"
MANIFEST_REASON = "declared tool_requirements across the handoff's items changed since this envelope was generated"
BOARD_REASON = ("the live board's item id/status/depends_on state no longer matches "
                "this envelope's declared board_revision")
# What both the usual definitions of white space have (not U+0085, not U+FEFF).
_TRIMMED = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" \
           "\u2028\u2029\u202f\u205f\u3000"


def accept_at_edge(given: Any, verify: Verifier, resolve_project: Resolver) -> Dict[str, Any]:
    """Do what every transport does: read, resolve the name, strip the banner, judge.

    Raises InputError, and then no token was looked at.
    """
    read = read_accept(given)
    if read.project_id is None and read.project_name is not None:
        project_id = resolve_project(read.project_name)
        if project_id is None:
            raise InputError(INVALID_INPUT, "project_name")
        read = replace(read, project_id=project_id)
    if read.presented_body is not None:
        read = replace(read, presented_body=strip_banner(read.presented_body))
    return accept(read, verify)


def verify_at_edge(given: Any, verify: Verifier) -> Dict[str, Any]:
    """Do what verify_handoff_token does: read, trim the token, strip the banner, verify."""
    read = read_verify(given)
    body = None if read.presented_body is None else strip_banner(read.presented_body)
    return token_check(verify(read.token.strip(_TRIMMED), read.project_id, body))


def accept(read: AcceptInput, verify: Verifier) -> Dict[str, Any]:
    """Judge input that was read; the token is verified, and perhaps consumed, first."""
    reason = verify(read.goal_token, read.project_id or "", read.presented_body) if read.goal_token else None
    return decide(read, reason)


def decide(read: AcceptInput, token_reason: Optional[str]) -> Dict[str, Any]:
    """Judge without any side effect; `token_reason` is None when no token was presented."""
    verdict: Dict[str, Any] = {
        "accepted": True,
        "result": "ok",
        "reasons": [],
        "token_check": None,
        "identity_check": None,
        "capability_check": None,
        "tool_manifest_check": None,
        "board_check": None,
        "is_trusted_channel": False,
        "delivery_source": read.delivery_source or DEFAULT_SOURCE,
    }
    for step in (_token, _identity, _capability, _tool_manifest, _board):
        refusal = step(read, token_reason, verdict)
        if refusal is not None:
            verdict.update(accepted=False, result=refusal.result, reasons=refusal.reasons)
            break
    return verdict


class _Refusal:
    __slots__ = ("result", "reasons")

    def __init__(self, result: str, reasons: List[str]) -> None:
        self.result = result
        self.reasons = reasons


def _token(_read: AcceptInput, reason: Optional[str], verdict: Dict[str, Any]) -> Optional[_Refusal]:
    if reason is None:
        return None
    verdict["token_check"] = token_check(reason)
    if reason == "ok":
        return None
    result = "BODY_HASH_MISMATCH" if reason == "body_mismatch" else "STALE_HANDOFF"
    return _Refusal(result, [f"handoff token verification failed: reason='{reason}'"])


def _identity(read: AcceptInput, _reason: Optional[str], verdict: Dict[str, Any]) -> Optional[_Refusal]:
    if not read.presented_body:
        return None
    found = read_start_config(read.presented_body)
    reasons: List[str] = []
    if found is not None:
        project_id, repo_path = found.get("project_id"), found.get("repo_path")
        if project_id and read.project_id and project_id != read.project_id:
            reasons.append(
                f"presented body's <project_start_config project_id={quote(project_id)}> disagrees with "
                f"the project_id this envelope is being verified against ({quote(read.project_id)})")
        if repo_path and repo_path != UNSET and read.expected_repo_path and repo_path != read.expected_repo_path:
            reasons.append(
                f"presented body's <project_start_config repo_path={quote(repo_path)}> disagrees with "
                f"the receiver's own repo_path ({quote(read.expected_repo_path)})")
    verdict["identity_check"] = {
        "checked": found is not None, "consistent": not reasons, "found": found, "reasons": reasons,
    }
    return _Refusal("FOREIGN_PROJECT_CONFIG", list(reasons)) if reasons else None


def _capability(read: AcceptInput, _reason: Optional[str], verdict: Dict[str, Any]) -> Optional[_Refusal]:
    if not read.required_tools or read.available_tools is None:
        return None
    required, available = set(read.required_tools), set(read.available_tools)
    missing = sorted(required - available)
    verdict["capability_check"] = {
        "required_tools": sorted(required), "available_tools": sorted(available), "missing_tools": missing,
    }
    if not missing:
        return None
    return _Refusal("CAPABILITY_UNAVAILABLE", ["required tool(s) unavailable: " + ", ".join(missing)])


def _tool_manifest(read: AcceptInput, _reason: Optional[str], verdict: Dict[str, Any]) -> Optional[_Refusal]:
    expected = read.expected_required_tools_hash
    if not expected or read.live_items is None:
        return None
    live = required_tools_hash(name for item in read.live_items for name in item.tools)
    verdict["tool_manifest_check"] = {
        "expected_required_tools_hash": expected, "live_required_tools_hash": live, "matches": live == expected,
    }
    return None if live == expected else _Refusal("TOOL_MANIFEST_DRIFT", [MANIFEST_REASON])


def _board(read: AcceptInput, _reason: Optional[str], verdict: Dict[str, Any]) -> Optional[_Refusal]:
    expected = read.expected_board_revision
    if not expected or read.live_items is None:
        return None
    live = board_revision(item.triple for item in read.live_items)
    verdict["board_check"] = {
        "expected_board_revision": expected, "live_board_revision": live, "matches": live == expected,
    }
    return None if live == expected else _Refusal("BOARD_DIVERGENCE", [BOARD_REASON])
