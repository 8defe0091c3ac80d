"""A driver of handoff-conformance for server.py: starts it, and issues, rotates, disables and revokes its tokens.

The harness writes one request a line on stdin and reads one answer a line on stdout; what is
written to stderr is shown when something fails. Standard library only:

    handoff-conformance run --suite auth-negative --target handoff-target.yaml
"""

import hashlib
import json
import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

ABILITIES = ["start", "stop", "kill", "restart", "issue_token", "rotate", "disable", "revoke", "logs"]
DAY_MS = 24 * 60 * 60 * 1000


class Failure(Exception):
    """An error to answer with, by its code."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Driver:
    """One server with a token store and a log of its own, in the folder that the harness gave."""

    def __init__(self, workdir):
        self.tokens = workdir / "tokens.json"
        self.log = workdir / "server.log"
        self.agents = {}
        self.issued = 0
        self.server = None

    # What the harness asks, by its name.

    def hello(self, params):
        if params["protocol"] != 1:
            raise Failure("unsupported", "this driver speaks version 1 of the protocol")
        return {"protocol": 1, "transport": "http", "abilities": ABILITIES}

    def open(self, params):
        identities = {name: {"agent_id": name, "token": self.add(name, DAY_MS)} for name in ("alpha", "beta")}
        return {"url": self.start(), "identities": identities}

    def issue_token(self, params):
        self.issued += 1
        name = f"spare-{self.issued}"
        return {"identity": {"name": name, "agent_id": name, "token": self.add(name, params["expires_in_ms"])}}

    def rotate(self, params):
        token = new_token()
        self.change(params["identity"]["name"], token_sha256=sha256(token))
        return {"token": token}

    def disable(self, params):
        self.change(params["identity"]["name"], enabled=False)

    def revoke(self, params):
        self.change(params["identity"]["name"], token_sha256=None)

    def logs(self, params):
        return {"text": self.log.read_text("utf-8", "replace")[-500_000:] if self.log.exists() else ""}

    def stop(self, params):
        if self.server is None:
            return {}
        self.server.terminate()
        code = self.server.wait(8)
        self.server = None
        return {"code": code} if code >= 0 else {"signal": "SIGTERM"}

    def kill(self, params):
        if self.server is not None:
            self.server.kill()
            self.server.wait()
            self.server = None

    def restart(self, params):
        self.stop(params)
        self.start()

    def close(self, params):
        self.kill(params)

    # How it does so.

    def add(self, name, expires_in_ms):
        token = new_token()
        self.agents[name] = {"id": name, "enabled": True, "token_sha256": sha256(token),
                             "expires_at_ms": time.time() * 1000 + expires_in_ms}
        self.write()
        return token

    def change(self, name, **parts):
        if name not in self.agents:
            raise Failure("failed", "nobody has this name")
        self.agents[name].update(parts)
        self.write()

    def write(self):
        """Replace the file at once, so that the server never reads half of it."""
        half = self.tokens.with_suffix(".tmp")
        with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"agents": list(self.agents.values())}, file)
        half.replace(self.tokens)

    def start(self):
        """Start the server, on the port that it had before, and give its address."""
        port = [] if not hasattr(self, "port") else [str(self.port)]
        with open(self.log, "ab") as log:
            self.server = subprocess.Popen([sys.executable, str(Path(__file__).with_name("server.py")), str(self.tokens), *port],
                                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        url = self.server.stdout.readline().decode().strip()
        if not url:
            raise Failure("start_failed", "server.py ended before it told its address")
        self.port = int(url.rsplit(":", 1)[1].split("/")[0])
        return url


def new_token():
    return f"example_{secrets.token_urlsafe(32)}"


def sha256(token):
    return hashlib.sha256(token.encode("ascii")).hexdigest()


def main():
    driver = Driver(Path(sys.argv[1]))
    for line in sys.stdin:
        request = json.loads(line)
        try:
            result = getattr(driver, request["method"])(request["params"]) or {}
            reply = {"id": request["id"], "result": result}
        except Failure as failure:
            reply = {"id": request["id"], "error": {"code": failure.code, "message": str(failure)}}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
