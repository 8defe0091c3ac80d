"""The example server as a first try: five rules as one writes them at once, each wrong in its own way.

`docs/accept-handoff.md` mends them one after the other. FIRST_TRY names those that are still as they were:

    FIRST_TRY=json,board,tag,banner,tools ACCEPT_TOKEN=… python3 docs/examples/accept_handoff_first_try.py
"""

import json
import os
import re
from dataclasses import replace

import accept_handoff_server as server
from accept_handoff import hashes, verdict


def canonical(values):
    """A space behind each comma."""
    return json.dumps(list(values))


def board_preimage(triples):
    """Two equal items are one."""
    return hashes.canonical(sorted(set(triples)))


def read_start_config(body):
    """Also single quotes and spaces around the sign; only a tag in lower case."""
    tag = re.search(r"<project_start_config\b([^>]*)>", body)
    return dict(re.findall(r"""(\w+)\s*=\s*["']([^"']*)["']""", tag[1])) if tag else None


def strip_banner(body):
    """Every banner, not the first alone."""
    return re.sub(r"\n<goal_token>[^<]*</goal_token>\n<!-- SECURITY:.*?-->", "", body, flags=re.DOTALL)


def capability(read, reason, told, right=verdict._capability):
    """Names of tools in lower case."""
    lower = {name: tuple(tool.lower() for tool in getattr(read, name) or ()) for name in ("required_tools", "available_tools")
             if getattr(read, name) is not None}
    return right(replace(read, **lower), reason, told)


RULES = {
    "json": lambda: setattr(hashes, "canonical", canonical),
    "board": lambda: setattr(hashes, "board_preimage", board_preimage),
    "tag": lambda: setattr(verdict, "read_start_config", read_start_config),
    "banner": lambda: setattr(verdict, "strip_banner", strip_banner),
    "tools": lambda: setattr(verdict, "_capability", capability),
}

for name in filter(None, os.environ.get("FIRST_TRY", ",".join(RULES)).split(",")):
    RULES[name]()

server.main()
