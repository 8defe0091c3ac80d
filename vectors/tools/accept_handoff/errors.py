"""The one way in which input is refused: a stable code and the field at fault."""

from __future__ import annotations

from typing import Optional

INVALID_INPUT = "invalid_input"
PAYLOAD_TOO_LARGE = "payload_too_large"


class InputError(Exception):
    """Input that never gets a verdict.

    `field` is a path such as `live_items[3].status`, or None when the input as a
    whole is at fault (no JSON, no object).
    """

    def __init__(self, code: str, field: Optional[str] = None) -> None:
        super().__init__(code if field is None else f"{code}: {field}")
        self.code = code
        self.field = field

    def as_json(self) -> dict:
        """Give `{"error": {"code", "field"}}`, without `field` when there is none."""
        error = {"code": self.code}
        if self.field is not None:
            error["field"] = self.field
        return {"error": error}
