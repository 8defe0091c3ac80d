"""Goal tokens: bound to a project and perhaps a body, short-lived, used once, stored hashed.

Time is handed in, in microseconds, so that vectors can say when something happens.
"""

from __future__ import annotations

import hashlib
import threading
from typing import Any, Dict, Optional

from .hashes import body_hash

DAY_US = 86_400 * 1_000_000
REASONS = ("ok", "not_found", "already_consumed", "expired", "wrong_project", "body_mismatch")

_RELOAD = ("load_handoff", "Load the handoff anew from where its sender published it.")
_CROSS_CHECK = ("cross_check_live_board", "Look at the live board before doing anything.")
_SPOOFING = ("spoofing_suspected", "This token was not issued for this project.") + _RELOAD
_SIBLING = ("sibling_likely_acted", "This token was used or ran out; somebody may have acted.") + _CROSS_CHECK
_TAMPERED = ("body_tampered", "The body is not the one that the token was issued for.") + _RELOAD
_RECOVERY = {
    "not_found": _SPOOFING,
    "wrong_project": _SPOOFING,
    "already_consumed": _SIBLING,
    "expired": _SIBLING,
    "body_mismatch": _TAMPERED,
}


def token_check(reason: str) -> Dict[str, Any]:
    """Give the object that tells a reason, with the way to recover from a refusal."""
    if reason == "ok":
        return {"valid": True, "reason": "ok"}
    signal, message, step, hint = _RECOVERY[reason]
    recovery = {"signal": signal, "message": message, "next_step": step, "next_step_hint": hint}
    return {"valid": False, "reason": reason, "recovery": recovery}


class _Record:
    __slots__ = ("project_id", "body_hash", "expires_us", "consumed_us")

    def __init__(self, project_id: str, bound: Optional[str], expires_us: int) -> None:
        self.project_id = project_id
        self.body_hash = bound
        self.expires_us = expires_us
        self.consumed_us: Optional[int] = None

    def forgotten(self, now_us: int) -> bool:
        since = self.expires_us if self.consumed_us is None else self.consumed_us
        return now_us >= since + DAY_US


class TokenStore:
    """Tokens in memory; safe for threads, so that of many calls exactly one is ok."""

    def __init__(self) -> None:
        self._records: Dict[str, _Record] = {}
        self._lock = threading.Lock()

    def add(self, token: str, project_id: str, body: Optional[str], expires_us: int) -> Optional[str]:
        """Keep a token, and give the hash of the body that it is bound to."""
        bound = None if body is None else body_hash(body)
        with self._lock:
            self._records[_key(token)] = _Record(project_id, bound, expires_us)
        return bound

    def clean_up(self, now_us: int) -> None:
        """Drop what is forgotten; verify never finds it anyway."""
        with self._lock:
            for key in [key for key, record in self._records.items() if record.forgotten(now_us)]:
                del self._records[key]

    def verify(self, token: str, project_id: str, presented_body: Optional[str], now_us: int) -> str:
        """Give the reason of the first rule that hits; only `ok` consumes."""
        key = _key(token)
        with self._lock:
            record = self._records.get(key)
            if record is None or record.forgotten(now_us):
                self._records.pop(key, None)
                return "not_found"
            if record.consumed_us is not None:
                return "already_consumed"
            if now_us > record.expires_us:
                del self._records[key]
                return "expired"
            if record.project_id != project_id:
                return "wrong_project"
            if (record.body_hash is not None and presented_body is not None
                    and record.body_hash != body_hash(presented_body)):
                return "body_mismatch"
            record.consumed_us = now_us
            return "ok"


def _key(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8")).hexdigest()
