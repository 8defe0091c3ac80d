"""A second computation of the accept_handoff verdict, in Python's standard library.

It was written from the text of the contract alone, so that an agreement with the
vectors is evidence about the contract and not about one code base.
"""

from .errors import INVALID_INPUT, PAYLOAD_TOO_LARGE, InputError
from .hashes import body_hash, board_revision, canonical, required_tools_hash
from .body import quote, read_start_config, strip_banner
from .reading import AcceptInput, VerifyInput, read_accept, read_issue, read_verify
from .tokens import REASONS, TokenStore, token_check
from .verdict import accept, accept_at_edge, decide, verify_at_edge

__all__ = [
    "INVALID_INPUT", "PAYLOAD_TOO_LARGE", "InputError",
    "body_hash", "board_revision", "canonical", "required_tools_hash",
    "quote", "read_start_config", "strip_banner",
    "AcceptInput", "VerifyInput", "read_accept", "read_issue", "read_verify",
    "REASONS", "TokenStore", "token_check",
    "accept", "accept_at_edge", "decide", "verify_at_edge",
]
