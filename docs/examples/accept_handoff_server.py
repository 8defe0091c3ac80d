"""A minimal MCP server (2025-11-25, Streamable HTTP) with the three acceptance tools.

Standard library only. The verdict comes from `vectors/tools/accept_handoff/`; put your own
in its place to see where it differs. Run it with the token that clients must send:

    ACCEPT_TOKEN=… python3 docs/examples/accept_handoff_server.py [--port PORT]

Its first line on stdout is the address. Tokens live in memory and end with the process.
HTTP is what the standard library gives: no chunked requests, one machine only.
"""

import datetime
import hmac
import os
import re
import secrets
import sys
import time
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "vectors" / "tools"))

from accept_handoff import AcceptInput, InputError, TokenStore, accept_at_edge, read_issue, verify_at_edge  # noqa: E402
from accept_handoff import strict_json  # noqa: E402
from accept_handoff.__main__ import field_of  # noqa: E402

REVISION = "2025-11-25"
MAX_BYTES = 8 * 1024 * 1024
PROJECTS = {"alpha": "proj-alpha", "beta": "proj-beta"}
STORE = TokenStore()


def now_us():
    """Give the time of day in microseconds."""
    return time.time_ns() // 1000


def verify(token, project_id, body):
    """Consume a token if it is good, and say what it was."""
    return STORE.verify(token, project_id, body, now_us())


def issue(given):
    """Make a token of 8 random bytes, bound to a project and perhaps to a body."""
    read = read_issue(given)
    now = now_us()
    expires = now + read.ttl_s * 1_000_000
    STORE.clean_up(now)
    token = secrets.token_hex(8)
    bound = STORE.add(token, read.project_id, read.body, expires)
    moment = datetime.datetime.fromtimestamp(expires // 1_000_000, datetime.timezone.utc)
    result = {"goal_token": token, "expires_at": f"{moment:%Y-%m-%dT%H:%M:%S}.{expires // 1000 % 1000:03}Z"}
    return result if bound is None else {**result, "body_hash": bound}


def tool(run, description, required, optional):
    """Put together what tools/list tells of a tool, and what runs it."""
    kinds = {"required_tools": "array", "available_tools": "array", "live_items": "array", "ttl_s": "integer"}
    properties = {name: {"type": kinds.get(name, "string")} for name in required}
    properties.update({name: {"type": [kinds.get(name, "string"), "null"]} for name in optional})
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    hints = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False}
    return run, {"description": description, "inputSchema": schema, "outputSchema": {"type": "object"},
                 "annotations": hints}


TOOLS = {
    "issue_handoff_token": tool(
        issue, "Issue a token for one acceptance; only its hash is kept.", ["project_id"], ["body", "ttl_s"]),
    "verify_handoff_token": tool(
        lambda given: verify_at_edge(given, verify),
        "Verify a token; a good one is consumed.", ["project_id", "token"], ["presented_body"]),
    "accept_handoff": tool(
        lambda given: accept_at_edge(given, verify, PROJECTS.get),
        "Check a handoff envelope; a good token is consumed even when a later check refuses.",
        [], [field.name for field in fields(AcceptInput)]),
}


class RpcError(Exception):
    """A JSON-RPC error with its code."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def call_tool(params, duplicates):
    """Run a tool; input that is refused is a result with isError, not a protocol error."""
    name, given = params.get("name"), params.get("arguments")
    if not isinstance(name, str) or name not in TOOLS:
        raise RpcError(-32602, "no such tool")
    try:
        if duplicates:
            raise InputError("invalid_input", field_of(duplicates[0]))
        content = TOOLS[name][0]({} if given is None else given)
    except InputError as error:
        content = error.as_json()
        content["error"].update(message="the input was refused; nothing was consumed", retryable=False)
    text = {"type": "text", "text": strict_json.dumps(content)}
    return {"content": [text], "structuredContent": content, "isError": "error" in content}


def answer(method, params, duplicates):
    """Give the result of one request."""
    if method == "initialize":
        return {"protocolVersion": REVISION, "capabilities": {"tools": {}},
                "serverInfo": {"name": "accept-handoff-example", "version": "1.0.0"}}
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": [{"name": name, **told} for name, (_, told) in TOOLS.items()]}
    if method == "tools/call":
        return call_tool(params, duplicates)
    raise RpcError(-32601, "no such method")


class Handler(BaseHTTPRequestHandler):
    """One request: guards first, then JSON-RPC."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 65536
    timeout = 30

    def do_GET(self):
        if not self.well_formed():
            return
        if self.path == "/healthz":
            self.send(200, {"status": "ok"})
        elif self.allowed():
            self.send(*((405, None, {"Allow": "POST"}) if self.path == "/mcp" else (404, None)))

    do_DELETE = do_GET

    def do_POST(self):
        if not self.well_formed():
            return
        length = int(self.headers.get("Content-Length", -1))
        if not 0 <= length <= MAX_BYTES:
            self.refuse(411 if length < 0 else 413)
            return
        body = self.rfile.read(length)
        if not self.allowed():
            return
        if self.path != "/mcp":
            self.send(404)
        elif self.headers.get_content_type() != "application/json":
            self.send(415)
        elif self.headers.get("MCP-Protocol-Version", REVISION) != REVISION:
            self.fail(400, -32600, f"this server speaks {REVISION}")
        else:
            self.message(body)

    def well_formed(self):
        """Refuse what the lenient reader of headers lets through."""
        headers = self.headers
        lengths = headers.get_all("Content-Length", [])
        if (headers.defects or "Transfer-Encoding" in headers or len(headers.get_all("Host", [])) != 1
                or len(lengths) > 1 or not all(re.fullmatch(r"[0-9]{1,18}", length) for length in lengths)
                or not all(re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) for name in headers.keys())):
            self.refuse(400)
            return False
        return True

    def allowed(self):
        """Let pass only local names, local pages and the token; answer otherwise."""
        port = self.server.server_address[1]
        local = [f"127.0.0.1:{port}", f"localhost:{port}"]
        origin = self.headers.get("Origin")
        scheme, _, token = (self.headers.get("Authorization") or "").strip(" \t").partition(" ")
        if self.headers["Host"] not in local or origin not in [None, *(f"http://{name}" for name in local)]:
            self.send(403)
        elif scheme.lower() != "bearer" or not hmac.compare_digest(token.lstrip(" ").encode(), self.server.token):
            error = ', error="invalid_token"' if scheme.lower() == "bearer" and token else ""
            self.send(401, None, {"WWW-Authenticate": f'Bearer realm="accept-handoff"{error}'})
        else:
            return True
        return False

    def message(self, body):
        """Answer one JSON-RPC message."""
        try:
            value, duplicates = strict_json.parse(body.decode("utf-8"))
        except ValueError:
            self.fail(400, -32700, "the body is no JSON")
            return
        inside = [path[2:] for path in duplicates if path[:2] == ("params", "arguments") and len(path) > 2]
        if not isinstance(value, dict) or value.get("jsonrpc") != "2.0" or len(inside) < len(duplicates):
            self.fail(400, -32600, "the body is no JSON-RPC message")
        elif "id" not in value or "method" not in value:
            self.send(202)
        elif not isinstance(value["id"], (str, strict_json.Number)) or not isinstance(value["method"], str):
            self.fail(400, -32600, "the id or the method has the wrong type")
        else:
            reply = {"jsonrpc": "2.0", "id": value["id"]}
            params = value.get("params")
            try:
                reply["result"] = answer(value["method"], params if isinstance(params, dict) else {}, inside)
            except RpcError as error:
                reply["error"] = {"code": error.code, "message": str(error)}
            self.send(200, reply)

    def refuse(self, status):
        """Answer without reading the body, so the connection cannot go on."""
        self.close_connection = True
        self.send(status, None, {"Connection": "close"})

    def fail(self, status, code, message):
        self.send(status, {"jsonrpc": "2.0", "error": {"code": code, "message": message}})

    def send(self, status, value=None, headers=None):
        body = b"" if value is None else strict_json.dumps(value).encode("ascii")
        self.send_response(status)
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        if value is not None:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Write no log: addresses and bodies are nobody's business."""


class Server(ThreadingHTTPServer):
    """A listener that does not look its own name up."""

    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, *_):
        """Say nothing of clients that hang up."""

    def server_bind(self):
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]


def main():
    token = os.environ.get("ACCEPT_TOKEN", "")
    arguments = sys.argv[1:]
    if not token or arguments and (len(arguments) != 2 or arguments[0] != "--port" or not arguments[1].isdigit()):
        sys.exit("usage: ACCEPT_TOKEN=TOKEN accept_handoff_server.py [--port PORT]")
    server = Server(("127.0.0.1", int(arguments[1]) if arguments else 0), Handler)
    server.token = token.encode()
    print(f"http://127.0.0.1:{server.server_address[1]}/mcp", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
