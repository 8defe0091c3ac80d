"""The command line: check files of vectors, judge lines, or compute expectations anew."""

from __future__ import annotations

import sys
from typing import Any, Dict, Iterator, List, Tuple

from . import strict_json
from .errors import INVALID_INPUT
from .vectors import VectorError, differences, judge_line, run_vector

USAGE = """usage: accept_handoff.py check FILE...   compare every vector; exit 1 at a disagreement
       accept_handoff.py verdict         JSON lines on stdin to JSON lines on stdout
       accept_handoff.py emit FILE...    print each file with every expect computed anew"""


def main(arguments: List[str]) -> int:
    """Run one command; gives the exit code: 0 agreement, 1 disagreement, 2 usage or broken file."""
    # Only the writer and the readers of vectors recurse, in pure Python.
    sys.setrecursionlimit(10_000)
    command, operands = (arguments[0], arguments[1:]) if arguments else ("", [])
    try:
        if command == "check" and operands:
            return check(operands)
        if command == "verdict" and not operands:
            return verdict()
        if command == "emit" and operands:
            return emit(operands)
    except (OSError, strict_json.JsonError, VectorError) as error:
        print(f"accept_handoff: {error}", file=sys.stderr)
        return 2
    print(USAGE, file=sys.stderr)
    return 2


def check(files: List[str]) -> int:
    """Compare the outcome of every call with its expectation and print each difference."""
    calls = failed = reported = 0
    for file in files:
        document = load(file)
        for vector in vectors_of(document, file):
            free = "implementation-defined" in vector.get("flags", [])
            for index, (call, computed) in enumerate(zip(vector["calls"], outcomes(vector, file))):
                calls += 1
                lines = differences(call["expect"], computed)
                if not lines:
                    continue
                failed, reported = (failed, reported + 1) if free else (failed + 1, reported)
                print(f"{'reported' if free else 'DISAGREES'} {file} {vector['id']} call {index}")
                for line in lines:
                    print(f"  {line}")
    print(f"{calls} calls in {len(files)} files: {failed} disagree, {reported} implementation-defined differ")
    return 1 if failed or not calls else 0


def verdict() -> int:
    """Answer each line of stdin with one line, at once."""
    for line in sys.stdin.buffer:
        print(strict_json.dumps(_answer(line)), flush=True)
    return 0


def _answer(line: bytes) -> Any:
    try:
        parsed = strict_json.parse(line.decode("utf-8"))
    except (UnicodeDecodeError, strict_json.JsonError):
        return {"error": {"code": INVALID_INPUT}}
    for path in parsed.duplicates:
        if path[0] == "input" and len(path) > 1:
            return {"error": {"code": INVALID_INPUT, "field": field_of(path[1:])}}
    try:
        if parsed.duplicates:
            raise VectorError(f"a name stands twice: {field_of(parsed.duplicates[0])}")
        return judge_line(parsed.value)
    except (VectorError, LookupError, TypeError, AttributeError) as error:
        return {"error": {"code": "malformed_line", "message": str(error)}}


def emit(files: List[str]) -> int:
    """Print files, one after the other, with their expectations replaced by what is computed here.

    Those that are implementation-defined are somebody else's to say, and stay as they are.
    """
    for file in files:
        document = load(file)
        for vector in vectors_of(document, file):
            if "implementation-defined" in vector.get("flags", []):
                continue
            for call, computed in zip(vector["calls"], outcomes(vector, file)):
                call["expect"] = computed
        print(strict_json.dumps(document, indent=2))
    return 0


def load(file: str) -> Dict[str, Any]:
    """Read a file of vectors strictly."""
    with open(file, "rb") as handle:
        content = handle.read()
    try:
        parsed = strict_json.parse(content.decode("utf-8"))
    except (UnicodeDecodeError, strict_json.JsonError) as error:
        raise VectorError(f"{file}: {error}") from error
    if parsed.duplicates:
        raise VectorError(f"{file}: a name stands twice: {field_of(parsed.duplicates[0])}")
    return parsed.value


def vectors_of(document: Any, file: str) -> Iterator[Dict[str, Any]]:
    """Give every vector of every group; a JSON Schema beside the vectors has none."""
    if isinstance(document, dict) and "$schema" in document and "groups" not in document:
        return
    if not isinstance(document, dict) or not isinstance(document.get("groups"), list):
        raise VectorError(f"{file}: no groups of vectors")
    for group in document["groups"]:
        yield from group["vectors"]


def outcomes(vector: Dict[str, Any], file: str) -> List[Any]:
    """Run one vector; a broken one is named."""
    try:
        return run_vector(vector)
    except (VectorError, LookupError, TypeError, AttributeError) as error:
        raise VectorError(f"{file}: vector {vector.get('id')}: {error!r}") from error


def field_of(path: Tuple[Any, ...]) -> str:
    """Write a path as `live_items[3].status`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
