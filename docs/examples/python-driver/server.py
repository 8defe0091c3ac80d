"""A small MCP server (2025-11-25, Streamable HTTP) behind bearer tokens of its own, to be put under test.

Standard library only. Who may call stands in a JSON file that is read at every request:

    {"agents": [{"id": "alpha", "enabled": true, "token_sha256": "…", "expires_at_ms": 1790000000000}]}

    python3 server.py TOKENS.json [PORT]

Its first line on stdout is the address.
"""

import hashlib
import json
import re
import sys
import time
from email.errors import FirstHeaderLineIsContinuationDefect, MissingHeaderBodySeparatorDefect
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from urllib.parse import parse_qs, urlsplit

REVISION = "2025-11-25"
MAX_BODY = 1024 * 1024
MAX_FORM = 16 * 1024
DEFECTS = (FirstHeaderLineIsContinuationDefect, MissingHeaderBodySeparatorDefect)
TOOLS = [{
    "name": "count_words",
    "description": "Count the words of a text.",
    "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": False},
    "annotations": {"readOnlyHint": True, "openWorldHint": False},
}]


class RpcError(Exception):
    """A JSON-RPC error with its code."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def answer(method, params):
    """Give the result of one request."""
    if method == "initialize":
        return {"protocolVersion": REVISION, "capabilities": {"tools": {}},
                "serverInfo": {"name": "python-driver-example", "version": "1.0.0"}}
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call" and params.get("name") == "count_words":
        given = params.get("arguments", {})
        text = given.get("text", "") if isinstance(given, dict) else None
        if not isinstance(text, str):
            return {"content": [{"type": "text", "text": "text must be a string"}], "isError": True}
        return {"content": [{"type": "text", "text": str(len(text.split()))}]}
    raise RpcError(-32602 if method == "tools/call" else -32601, "there is no such tool or method")


class HeaderLines:
    """The input of a connection; notes a header line that two readers could read differently."""

    def __init__(self, file):
        self.file = file
        self.odd = False

    def readline(self, limit=-1):
        line = self.file.readline(limit)
        if line and not re.fullmatch(rb"(?:[^\x00-\x08\x0a-\x20\x7f][^\x00-\x08\x0a-\x1f\x7f]*)?\r\n", line):
            self.odd = True
        return line

    def __getattr__(self, name):
        return getattr(self.file, name)


class Handler(BaseHTTPRequestHandler):
    """One request: its form first, then who asks, and only then its body."""

    protocol_version = "HTTP/1.1"
    server_version = "python-driver-example"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = 65536
    timeout = 30
    body_waits = False

    def setup(self):
        super().setup()
        self.rfile = HeaderLines(self.rfile)

    def handle_one_request(self):
        self.rfile.odd = False
        super().handle_one_request()

    def handle_expect_100(self):
        """Ask for no body before it is known who sends it."""
        return True

    def send_error(self, code, *_):
        """Say nothing but the status."""
        self.close_connection = True
        self.send(code)

    def do_POST(self):
        if not self.well_formed() or not self.allowed():
            return
        target = urlsplit(self.path)
        kind = self.headers.get_content_type()
        length = int(self.headers.get("Content-Length", "0"))
        form = kind in ("application/x-www-form-urlencoded", "multipart/form-data")
        if target.path != "/mcp":
            self.send(404)
        elif "Transfer-Encoding" in self.headers:
            self.send(411)
        elif length > (MAX_FORM if form else MAX_BODY):
            self.send(413)
        elif form:
            beside = re.search(rb"(?:^|&)access_token=|name=\"?access_token", self.body(length))
            self.refuse(400, "invalid_request") if beside else self.send(415)
        elif kind != "application/json":
            self.send(415)
        elif self.headers.get("MCP-Protocol-Version", REVISION) != REVISION:
            self.fail(400, -32600, f"this server speaks {REVISION}")
        else:
            self.message(self.body(length))

    def do_GET(self):
        if not self.well_formed():
            return
        if self.path == "/healthz":
            self.send(200, {"status": "ok"})
        elif self.allowed():
            self.send(*((405, None, {"Allow": "POST"}) if urlsplit(self.path).path == "/mcp" else (404,)))

    do_DELETE = do_HEAD = do_OPTIONS = do_PUT = do_PATCH = do_GET

    def body(self, length):
        """Read it, once it is known to be wanted."""
        self.body_waits = False
        if self.headers.get("Expect", "").lower() == "100-continue":
            self.send_response_only(100)
            self.end_headers()
            self.wfile.flush()
        return self.rfile.read(length)

    def well_formed(self):
        """Refuse what the lenient reader of headers lets through."""
        headers = self.headers
        lengths = headers.get_all("Content-Length", [])
        self.body_waits = "Transfer-Encoding" in headers or lengths not in ([], ["0"])
        good = (not self.rfile.odd and not any(isinstance(defect, DEFECTS) for defect in headers.defects)
                and len(headers.get_all("Host", [])) == 1 and len(lengths) + len(headers.get_all("Transfer-Encoding", [])) <= 1
                and all(re.fullmatch(r"[0-9]{1,18}", length) for length in lengths)
                and all(re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) for name in headers.keys()))
        if not good:
            self.close_connection = True
            self.send(400)
        return good

    def allowed(self):
        """Let pass only local names, local pages and one good token in its field; answer otherwise."""
        port = self.server.server_address[1]
        local = [f"127.0.0.1:{port}", f"localhost:{port}"]
        fields = self.headers.get_all("Authorization", [])
        match = re.fullmatch(r"bearer(?: +(.*))?", (fields or [""])[0].strip(" \t"), re.IGNORECASE)
        token = match and match.group(1)
        query = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
        if self.headers["Host"] not in local or self.headers.get("Origin") not in [None, *(f"http://{name}" for name in local)]:
            self.send(403)
        elif len(fields) > 1 or match and not token or match and "access_token" in query:
            self.refuse(400, "invalid_request")
        elif not match:
            self.refuse(401, None)
        elif self.server.agent(token) is None:
            self.refuse(401, "invalid_token")
        else:
            return True
        return False

    def message(self, body):
        """Answer one JSON-RPC message."""
        try:
            value = json.loads(body.decode("utf-8"))
        except (ValueError, RecursionError):
            self.fail(400, -32700, "the body is no JSON")
            return
        if isinstance(value, dict) and "access_token" in value:
            self.refuse(400, "invalid_request")
        elif not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
            self.fail(400, -32600, "the body is no JSON-RPC message")
        elif "id" not in value or "method" not in value:
            self.send(202)
        elif isinstance(value["id"], bool) or not isinstance(value["id"], (str, int)) or not isinstance(value["method"], str):
            self.fail(400, -32600, "the id or the method has the wrong type")
        else:
            reply = {"jsonrpc": "2.0", "id": value["id"]}
            params = value.get("params")
            try:
                reply["result"] = answer(value["method"], params if isinstance(params, dict) else {})
            except RpcError as error:
                reply["error"] = {"code": error.code, "message": str(error)}
            self.send(200, reply)

    def refuse(self, status, error):
        """Challenge (RFC 6750, section 3)."""
        reason = "" if error is None else f', error="{error}"'
        self.send(status, None, {"WWW-Authenticate": f'Bearer realm="python-driver-example"{reason}'})

    def fail(self, status, code, message):
        self.send(status, {"jsonrpc": "2.0", "error": {"code": code, "message": message}})

    def send(self, status, value=None, headers=None):
        body = b"" if value is None else json.dumps(value).encode("ascii")
        if self.body_waits:
            self.close_connection = True
        self.send_response(status)
        for name, text in {**(headers or {}), "Cache-Control": "no-store"}.items():
            self.send_header(name, text)
        if self.close_connection:
            self.send_header("Connection", "close")
        if value is not None:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def finish(self):
        """Take what is still on its way, so that the last answer is not lost with the connection."""
        super().finish()
        try:
            self.connection.shutdown(1)
            self.connection.settimeout(0.5)
            for _ in range(64):
                if not self.connection.recv(65536):
                    break
        except OSError:
            pass

    def log_message(self, *_):
        """Write no log: addresses and bodies are nobody's business."""


class Server(ThreadingHTTPServer):
    """A listener that knows who may call."""

    request_queue_size = 128
    daemon_threads = True

    def agent(self, token):
        """Find whose good token this is, now; None where it is nobody's."""
        try:
            digest = hashlib.sha256(token.encode("ascii")).hexdigest()
            with open(self.tokens, encoding="utf-8") as file:
                agents = json.load(file)["agents"]
        except (OSError, ValueError):
            return None
        now = time.time() * 1000
        for agent in agents:
            if agent.get("token_sha256") == digest:
                return agent if agent["enabled"] and now < agent["expires_at_ms"] else None
        return None

    def handle_error(self, *_):
        """Say nothing of clients that hang up."""

    def server_bind(self):
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: server.py TOKENS.json [PORT]")
    server = Server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) == 3 else 0), Handler)
    server.tokens = sys.argv[1]
    print(f"http://127.0.0.1:{server.server_address[1]}/mcp", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
