"""Tests of how the second computation reads: what it refuses, its command line, its JSON, its time."""

import io
import json
import sys
import tempfile
import time
import unittest
from contextlib import redirect_stdout
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from accept_handoff import InputError, read_accept, read_issue, read_verify, strict_json  # noqa: E402
from accept_handoff.__main__ import _answer, check, emit  # noqa: E402
from accept_handoff.vectors import VectorError, differences, expand  # noqa: E402
from test_accept_handoff import call, judge, token, tools, vector  # noqa: E402

LONE = "\ud800"


class Refused(unittest.TestCase):
    def refused(self, given, code, field, reader=read_accept):
        with self.subTest(str(given)[:60]):
            with self.assertRaises(InputError) as raised:
                reader(given)
            self.assertEqual((raised.exception.code, raised.exception.field), (code, field))

    def test_types(self):
        for given in (None, [], "x", 1):
            self.refused(given, "invalid_input", None)
        texts = [name for name in read_accept({}).__dict__ if name not in ("required_tools", "available_tools", "live_items")]
        self.assertEqual(len(texts), 9)
        for name in texts:
            for wrong in (0, False, [], {}, "a" + LONE):
                self.refused({name: wrong}, "invalid_input", name)
        for name in ("required_tools", "available_tools"):
            for wrong in ("a", {}, 1, True):
                self.refused({name: wrong}, "invalid_input", name)
            for wrong in (None, 1, [], "\udc00"):
                self.refused({name: ["a", wrong]}, "invalid_input", f"{name}[1]")
        for given, field in [
            ({"unknown": None}, "unknown"), ({"Project_id": "p"}, "Project_id"),
            ({"live_items": {}}, "live_items"), ({"live_items": "[]"}, "live_items"),
            ({"live_items": [{}, None]}, "live_items[1]"), ({"live_items": [[]]}, "live_items[0]"),
            ({"live_items": [{"id": 1}]}, "live_items[0].id"),
            ({"live_items": [{}, {}, {}, {"status": False}]}, "live_items[3].status"),
            ({"live_items": [{"depends_on": ["a"]}]}, "live_items[0].depends_on"),
            ({"live_items": [{"tool_requirements": [{}, {"name": 1}]}]}, "live_items[0].tool_requirements[1].name"),
            ({"live_items": [{"tool_requirements": '[7,{"name":[]}]'}]}, "live_items[0].tool_requirements[1].name"),
            ({"live_items": [{"tool_requirements": '[{"name":"\\ud800"}]'}]}, "live_items[0].tool_requirements[0].name"),
            ({"live_items": [{"note": {"deep": ["", LONE]}}]}, "live_items[0].note.deep[1]"),
            ({"presented_body": "x" * (1024 * 1024 + 1), "session_id": 1}, "session_id"),
        ]:
            self.refused(given, "invalid_input", field)

    def test_limits(self):
        long = "\u00e9" * 2049
        for given, field in [
            ({"presented_body": "\u00e9" * (512 * 1024) + "x"}, "presented_body"),
            ({"goal_token": "x" * 4097}, "goal_token"), ({"delivery_source": long}, "delivery_source"),
            ({"required_tools": ["a"] * 10001}, "required_tools"), ({"available_tools": ["", long]}, "available_tools[1]"),
            ({"live_items": [{}] * 10001}, "live_items"), ({"live_items": [{"id": long}]}, "live_items[0].id"),
            ({"live_items": [tools(*["a"] * 10001)]}, "live_items[0].tool_requirements"),
            ({"live_items": [tools("a", long)]}, "live_items[0].tool_requirements[1].name"),
            ({"live_items": [{"tool_requirements": "[" + " " * 4096}]}, "live_items[0].tool_requirements"),
        ]:
            self.refused(given, "payload_too_large", field)
        read_accept({"presented_body": "x" * 1024 * 1024, "session_id": "\u00e9" * 2048,
                     "required_tools": ["a"] * 10000, "live_items": [{}] * 10000})

    def test_token_tools(self):
        for given, field in [({"token": "t"}, "project_id"), ({"project_id": "p", "token": None}, "token"),
                             ({"project_id": "p", "token": "t", "body": "b"}, "body")]:
            self.refused(given, "invalid_input", field, read_verify)
        for wrong in (0, 86401, 1.5, "300", True, strict_json.Number("1e400"), strict_json.Number("0.5")):
            self.refused({"project_id": "p", "ttl_s": wrong}, "invalid_input", "ttl_s", read_issue)
        self.assertEqual(read_issue({"project_id": "p"}).ttl_s, 300)
        self.assertEqual(read_issue({"project_id": "p", "ttl_s": strict_json.Number("3e2")}).ttl_s, 300)


class CommandLine(unittest.TestCase):
    def test_lines(self):
        rows = [
            (b'{"input":{"goal_token":"x"},"token_reason":"ok"}', "ok"),
            (b'{"input":{"goal_token":"x"}}', "STALE_HANDOFF"),
            (b'{"input":{"project_id":"a","project_id":"b"}}', {"code": "invalid_input", "field": "project_id"}),
            (b'{"input":{"live_items":[{},{"id":"a","id":"a"}]}}', {"code": "invalid_input", "field": "live_items[1].id"}),
            (b'{"input":{"session_id":"\\ud800"}}', {"code": "invalid_input", "field": "session_id"}),
            (b'{"input":{"session_id":"\xff"}}', {"code": "invalid_input"}),
            (b'{"input":{"session_id":"\\ud83d\\ude00"}}', "ok"),
            (b'{"input":[]}', {"code": "invalid_input"}), (b"", {"code": "invalid_input"}),
            (b'{"input":{"session_id":NaN}}', {"code": "invalid_input"}),
            (b'{"input":{"session_id":{"$repeat":["x",4097]}}}', {"code": "payload_too_large", "field": "session_id"}),
        ]
        for line, expected in rows:
            with self.subTest(line):
                answer = _answer(line)
                self.assertEqual(answer.get("result") or answer["error"], expected)
        self.assertEqual(_answer(b'{"calls":[{"at_s":0,"input":{}}]}')["results"][0]["result"], "ok")
        for line in (b"{}", b'{"input":{},"token_reason":"stale"}', b'{"calls":[{}]}', b'{"input":{},"input":{}}'):
            self.assertEqual(_answer(line)["error"]["code"], "malformed_line")

    def test_emit_then_check(self):
        text = json.dumps({"schema": 1, "generator": "by hand", "groups": [{"name": "g", "source": "s", "vectors": [
            {"id": "one", "comment": "c", "flags": ["contract"], "setup": {"tokens": [token()]},
             "calls": [{**call(1.5, goal_token="{{token:a}}", project_id="p"), "expect": {}},
                       {**call(1.5, live_items={"$list": [{}, 10001]}), "expect": {}}]},
        ]}]})
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "vectors.json")
            file.write_text(text)
            with redirect_stdout(io.StringIO()) as printed:
                self.assertEqual(check([str(file)]), 1)
                self.assertIn("DISAGREES", printed.getvalue())
            with redirect_stdout(io.StringIO()) as printed:
                emit([str(file)])
            file.write_text(printed.getvalue())
            calls = json.loads(printed.getvalue())["groups"][0]["vectors"][0]["calls"]
            self.assertEqual(calls[1]["input"], {"live_items": {"$list": [{}, 10001]}})
            self.assertEqual(calls[1]["expect"]["error"]["code"], "payload_too_large")
            with redirect_stdout(io.StringIO()):
                self.assertEqual(check([str(file)]), 0)

    def test_differences(self):
        self.assertEqual(differences({"recovery": {"message": "any"}}, {"recovery": {"message": "\u2026"}}), [])
        self.assertEqual(len(differences({"recovery": {"message": ""}}, {"recovery": {"message": "\u2026"}})), 1)
        self.assertEqual(len(differences({"a": True, "b": 1}, {"a": 1, "c": None})), 3)

    def test_broken_vectors(self):
        for calls, tokens in [([call(0, goal_token="{{token:b}}")], [token()]), ([call(0.0000001)], []),
                              ([], [token(), token()]), ([], [token(ttl_s=0)]), ([{**call(0), "via": "mail"}], [])]:
            with self.assertRaises(VectorError):
                vector(calls, tokens)
        self.assertEqual(expand([{"$repeat": ["ab", strict_json.Number("2")]}]), ["abab"])


class StrictJson(unittest.TestCase):
    def test_texts(self):
        for text in ('', '{', '[1,]', '{"a":1,}', '{a:1}', "['a']", '01', '+1', '.5', '1.', 'NaN', '-Infinity', 'nul',
                     '"\n"', '"\\x"', '"\\u12"', '[] []', '\u00a0[]', '\ufeff[]', '{"a" 1}', '[1 2]', '{"a":}', '\u0661'):
            with self.subTest(text), self.assertRaises(strict_json.JsonError):
                strict_json.parse(text)
        text = ' {"a": [1, -0.5e+3, {}, [], "\\u00e9\\ud83d\\ude00", true, false, null, [[ ]]]}\r\n'
        written = strict_json.dumps(strict_json.parse(text).value)
        self.assertEqual(json.loads(written), json.loads(text))
        self.assertEqual(strict_json.parse('[{"a":{"b":1,"b":2},"a":3}]').duplicates, [(0, "a", "b"), (0, "a")])
        strict_json.parse("[" * 100000 + "]" * 100000)


class Hostile(unittest.TestCase):
    def test_time_is_linear(self):
        tag = "<project_start_config "
        makers = [
            lambda size: "\n<goal_token>" * (size // 13), lambda size: "\n<goal_token>" + "a" * size,
            lambda size: "\n<goal_token>a</goal_token>\n<!-- SECURITY:" * (size // 43),
            lambda size: "<project_start_config" * (size // 21), lambda size: tag * (size // 22),
            lambda size: tag + "a" * size + ">", lambda size: tag + 'a="' * (size // 3) + ">",
            lambda size: tag + '="' * (size // 2) + ">", lambda size: tag + 'a=""' * (size // 4) + ">",
            lambda size: tag + "\u00e9" * (size // 2) + '="x">', lambda size: tag + "a=" * (size // 2) + '"">',
        ]
        for index, make in enumerate(makers):
            with self.subTest(index):
                spent = []
                for size in (128 * 1024, 1024 * 1024 - 64):
                    body = make(size)
                    begun = time.process_time()
                    judge({"presented_body": body, "project_id": "p"})
                    spent.append(time.process_time() - begun)
                # Eight times the text; a quadratic reader would take 64 times as long.
                self.assertLess(spent[1], 0.5 + 24 * spent[0])


if __name__ == "__main__":
    unittest.main()
