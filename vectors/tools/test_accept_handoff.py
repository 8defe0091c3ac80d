"""Tests of the second computation: the hash table and examples made from the contract."""

import json
import random
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from accept_handoff import (  # noqa: E402
    InputError, accept_at_edge, body_hash, board_revision, canonical, quote, read_accept,
    read_start_config, required_tools_hash, strip_banner, token_check,
)
from accept_handoff import strict_json  # noqa: E402
from accept_handoff.hashes import board_preimage, required_tools_preimage  # noqa: E402
from accept_handoff.vectors import PROJECTS, run_vector  # noqa: E402

EMPTY_HASH = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
KEYS = ["accepted", "result", "reasons", "token_check", "identity_check", "capability_check",
        "tool_manifest_check", "board_check", "is_trusted_channel", "delivery_source"]
CHECKS = KEYS[3:8]
BANNER = "\n<goal_token>0123456789abcdef</goal_token>\n<!-- SECURITY: once only -->"


def judge(given, reason="ok"):
    return accept_at_edge(given, lambda _token, _project, _body: reason, PROJECTS.get)


def items(*triples):
    return [{"id": triple[0], "status": triple[1], "depends_on": triple[2]} for triple in triples]


def tools(*names):
    return {"tool_requirements": [{"name": name} for name in names]}


def read_tools(*each):
    return [name for item in read_accept({"live_items": list(each)}).live_items for name in item.tools]


def vector(calls, tokens=()):
    """Run a vector given as plain data, with numbers as a file would have them."""
    text = json.dumps({"setup": {"tokens": list(tokens)}, "calls": calls})
    return run_vector(strict_json.parse(text).value)


def call(at_s, **given):
    return {"at_s": at_s, "input": given}


def token(alias="a", project_id="p", ttl_s=300, minted_at_s=0, **more):
    return {"alias": alias, "project_id": project_id, "ttl_s": ttl_s, "minted_at_s": minted_at_s, **more}


def reasons_of(results):
    return [result["token_check"]["reason"] for result in results]


class HashTable(unittest.TestCase):
    def test_required_tools(self):
        rows = [
            ([], "[]", EMPTY_HASH),
            ([tools("meridian")], '["meridian"]',
             "f4ca44c604ed72ba00a6bc9c0149fd93a7efc83c8eb8ec4c7aa840fd5657a8b2"),
            ([tools("meridian", "Serena"), tools("Serena")], '["Serena","meridian"]',
             "244eb6370780107744446d9aa0c638f3d9445192b771c1b56d7e2bd4b646b67c"),
            ([tools("caf\u00e9")], '["caf\\u00e9"]',
             "d9957358c680f7382fdf2e65ede7171846b650ebea7953d521837c3b16eed288"),
        ]
        for live, preimage, expected in rows:
            with self.subTest(preimage):
                names = read_tools(*live)
                self.assertEqual(required_tools_preimage(names), preimage)
                self.assertEqual(required_tools_hash(names), expected)
                verdict = judge({"live_items": live, "expected_required_tools_hash": expected})
                self.assertTrue(verdict["tool_manifest_check"]["matches"])

    def test_board(self):
        rows = [
            (items(("i1", "pending", None)), '[["i1","pending",""]]',
             "6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f"),
            (items(("i2", "todo", "i1"), ("i1", "pending", "")), '[["i1","pending",""],["i2","todo","i1"]]',
             "997eb09599ec59bec82801991da1a50e146a39e8bc53390e7aae0edac946de75"),
        ]
        for live, preimage, expected in rows:
            with self.subTest(preimage):
                triples = [item.triple for item in read_accept({"live_items": live}).live_items]
                self.assertEqual(board_preimage(triples), preimage)
                self.assertEqual(board_revision(triples), expected)
                self.assertTrue(judge({"live_items": live, "expected_board_revision": expected})["accepted"])

    def test_body(self):
        self.assertEqual(len("/goal\nhello".encode()), 11)
        self.assertEqual(body_hash("/goal\nhello"),
                         "addfa178d8e9ebf5a81483488671f71b4cbacab7de24ce74be940227397651e1")


class Canonical(unittest.TestCase):
    def test_escapes(self):
        self.assertEqual(canonical(['"\\/\b\t\n\f\r\x00\x1f ~\x7f\x80\u2028\uffff\U0001f600']),
                         '["\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f ~\\u007f\\u0080\\u2028\\uffff\\ud83d\\ude00"]')

    def test_agrees_with_the_writer_of_the_standard_library(self):
        chance = random.Random(7)
        for _ in range(300):
            text = "".join(chr(code) for code in (chance.choice((chance.randrange(0x200), chance.randrange(0x110000)))
                                                  for _ in range(12)) if not 0xD800 <= code <= 0xDFFF)
            self.assertEqual(canonical([text]), json.dumps([text], ensure_ascii=True, separators=(",", ":")))

    def test_sorts_by_code_point(self):
        self.assertEqual(required_tools_preimage(["\U0001f600", "\uff21", "b", "B"]),
                         '["B","b","\\uff21","\\ud83d\\ude00"]')

    def test_board_keeps_duplicates_and_sorts_as_triples(self):
        self.assertEqual(board_preimage([("a", "y", ""), ("a", "x", "z"), ("a", "y", "")]),
                         '[["a","x","z"],["a","y",""],["a","y",""]]')


class ToolRequirements(unittest.TestCase):
    def test_what_counts(self):
        rows = [
            ([{"name": "a"}, {"name": ""}, {"name": None}, {}, "b", None, 7, [{"name": "c"}]], ["a"]),
            ('[{"name":"a"},{"name":"b"},4]', ["a", "b"]),
            (' [ {"name" : "\\u00e9"} ] ', ["\u00e9"]),
            ('[{"name":"a","name":"b"}]', ["b"]),
            ('{"name":"a"}', []), ("", []), ("a, b", []), ("[NaN]", []), ("[1,]", []), ("\ufeff[]", []),
            ("null", []), ({"name": "a"}, []), (7, []), (True, []), (None, []),
            ("[" * 2048 + "]" * 2048, []),
            ("[1" + "0" * 4000 + ',{"name":"a"}]', ["a"]),
        ]
        for given, expected in rows:
            with self.subTest(str(given)[:40]):
                self.assertEqual(read_tools({"tool_requirements": given}), expected)


class Banner(unittest.TestCase):
    def test_strip(self):
        rows = [
            ("/goal" + BANNER + "\nrest", "/goal\nrest"),
            ("/goal" + BANNER + BANNER, "/goal" + BANNER),
            ("\n<goal_token></goal_token>\n<!-- SECURITY:-->", ""),
            ("x\n<goal_token>a\nb</goal_token>\n<!-- SECURITY: a -- > \n --> y -->", "x y -->"),
            ("<goal_token>a</goal_token>\n<!-- SECURITY:-->", None),
            ("\r\n<goal_token>a</goal_token>\r\n<!-- SECURITY:-->", None),
            ("\n<GOAL_TOKEN>a</GOAL_TOKEN>\n<!-- SECURITY:-->", None),
            ("\n<goal_token>a<b</goal_token>\n<!-- SECURITY:-->", None),
            ("\n<goal_token>a</goal_token>\n<!-- security:-->", None),
            ("\n<goal_token>a</goal_token>\n<!-- SECURITY:--", None),
            ("\n<goal_token>\n<goal_token>a</goal_token>\n<!-- SECURITY:-->", "\n<goal_token>"),
        ]
        for body, expected in rows:
            with self.subTest(body):
                self.assertEqual(strip_banner(body), body if expected is None else expected)


class StartConfig(unittest.TestCase):
    def test_reading(self):
        rows = [
            ('<project_start_config project_id="p" repo_path="/r"/>', {"project_id": "p", "repo_path": "/r"}),
            ('<PROJECT_Start_config project_id="p">', {"project_id": "p"}),
            ('<project_\u017ftart_config project_id="p">', None),
            ('<pro\u0237ect_start_config a="p">', None),
            ('<project_start_conf\u0131g a="p">', None),
            ('<project_start_configs a="1">', None),
            ('<project_start_config\u00e9 a="1">', None),
            ('<project_start_config\u0663 a="1">', None),
            ('<project_start_config_ a="1">', None),
            ('<project_start_config\u00b2 a="1">', {"a": "1"}),
            ('<project_start_config\u2160 a="1">', {"a": "1"}),
            ('<project_start_config\u0301 a="1">', {"a": "1"}),
            ('<project_start_config-x a="1">', {"a": "1"}),
            ('<project_start_configs a="1"><project_start_config b="2">', {"b": "2"}),
            ('<project_start_config><project_start_config b="2">', None),
            ('<project_start_config a=\'1\'><project_start_config b="2">', None),
            ('<project_start_config a="1"', None),
            ('<project_start_config a="x>y" b="1">', None),
            ('<project_start_config\na="1"\n\tb="2"c="3">', {"a": "1", "b": "2", "c": "3"}),
            ('<project_start_config a = "1" b= "2" c ="3">', None),
            ('<project_start_config a="1" a="2" A="3">', {"a": "2", "A": "3"}),
            ('<project_start_config data-project_id="p">', {"project_id": "p"}),
            ('<project_start_config a="" b="&amp;\n">', {"a": "", "b": "&amp;\n"}),
            ('<project_start_config ="x" a="1">', {"a": "1"}),
            ('<project_start_config ="a="b">', {"a": "b"}),
            ('<project_start_config a="="b="c">', {"a": "=", "b": "c"}),
            ('<project_start_config \U00010400\u0663_9="1" \u00bd="2" x\u0301="3">', {"\U00010400\u0663_9": "1"}),
            ('<project_start_config"a="1">', {"a": "1"}),
            ('<project_start_config a="1" b="2/>', {"a": "1"}),
        ]
        for body, expected in rows:
            with self.subTest(body):
                self.assertEqual(read_start_config("before " + body + " after"), expected)

    def test_quote(self):
        rows = [
            ("plain", "'plain'"), ("it's", '"it\'s"'), ('"', "'\"'"), ("'\"", "'\\'\"'"),
            ("a\\b", "'a\\\\b'"), ("\n\r\t\0\x1b\x7f\x85", "'\\n\\r\\t\\x00\\x1b\\x7f\\x85'"),
            ("\u00e9\u200b\u2028", "'\u00e9\u200b\u2028'"), ("\\'", '"\\\\\'"'),
        ]
        for value, expected in rows:
            with self.subTest(expected):
                self.assertEqual(quote(value), expected)


class Verdict(unittest.TestCase):
    def test_no_input(self):
        verdict = judge({})
        self.assertEqual(list(verdict), KEYS)
        self.assertEqual([verdict[key] for key in KEYS],
                         [True, "ok", [], None, None, None, None, None, False, "chat_paste"])
        self.assertEqual(judge(dict.fromkeys(read_accept({}).__dict__)), verdict)

    def test_gates(self):
        skipped = [
            {"goal_token": ""}, {"presented_body": ""}, {"presented_body": BANNER},
            {"required_tools": [], "available_tools": []}, {"required_tools": ["a"]}, {"available_tools": ["a"]},
            {"live_items": []}, {"live_items": [], "expected_board_revision": ""},
            {"expected_board_revision": "x", "expected_required_tools_hash": "y"},
            {"expected_repo_path": "/r", "project_id": "p", "session_id": "s"},
        ]
        for given in skipped:
            with self.subTest(given):
                verdict = judge(given, "expired")
                self.assertTrue(verdict["accepted"])
                self.assertEqual([verdict[key] for key in CHECKS], [None] * 5)
        for given, told in [("mail", "mail"), ("", "chat_paste"), (None, "chat_paste"), (" ", " ")]:
            self.assertEqual(judge({"delivery_source": given})["delivery_source"], told)

    def test_empty_lists_are_supplied(self):
        verdict = judge({"required_tools": ["b", "a", "b"], "available_tools": []})
        self.assertEqual(verdict["capability_check"],
                         {"required_tools": ["a", "b"], "available_tools": [], "missing_tools": ["a", "b"]})
        self.assertEqual(verdict["reasons"], ["required tool(s) unavailable: a, b"])
        self.assertTrue(judge({"live_items": [], "expected_board_revision": EMPTY_HASH})["accepted"])

    def test_tools_are_compared_exactly(self):
        verdict = judge({"required_tools": ["Read", "a ", "caf\u00e9"], "available_tools": ["read", "a", "cafe\u0301"]})
        self.assertEqual(verdict["result"], "CAPABILITY_UNAVAILABLE")
        self.assertEqual(verdict["capability_check"]["missing_tools"], ["Read", "a ", "caf\u00e9"])

    def test_token_refusals(self):
        rows = [
            ("not_found", "STALE_HANDOFF", "spoofing_suspected", "load_handoff"),
            ("wrong_project", "STALE_HANDOFF", "spoofing_suspected", "load_handoff"),
            ("already_consumed", "STALE_HANDOFF", "sibling_likely_acted", "cross_check_live_board"),
            ("expired", "STALE_HANDOFF", "sibling_likely_acted", "cross_check_live_board"),
            ("body_mismatch", "BODY_HASH_MISMATCH", "body_tampered", "load_handoff"),
        ]
        for reason, result, signal, step in rows:
            with self.subTest(reason):
                verdict = judge({"goal_token": "x", "presented_body": '<project_start_config a="1">'}, reason)
                self.assertEqual((verdict["accepted"], verdict["result"]), (False, result))
                self.assertEqual(verdict["reasons"], [f"handoff token verification failed: reason='{reason}'"])
                self.assertIsNone(verdict["identity_check"])
                recovery = verdict["token_check"]["recovery"]
                self.assertEqual((recovery["signal"], recovery["next_step"]), (signal, step))
                self.assertTrue(recovery["message"] and recovery["next_step_hint"])
        self.assertEqual(token_check("ok"), {"valid": True, "reason": "ok"})

    def test_identity(self):
        body = '<project_start_config project_id="F" repo_path="/f">'
        verdict = judge({"project_id": "E", "expected_repo_path": "/e", "presented_body": body})
        reasons = [
            "presented body's <project_start_config project_id='F'> disagrees with the project_id "
            "this envelope is being verified against ('E')",
            "presented body's <project_start_config repo_path='/f'> disagrees with the receiver's own repo_path ('/e')",
        ]
        self.assertEqual((verdict["result"], verdict["reasons"]), ("FOREIGN_PROJECT_CONFIG", reasons))
        self.assertEqual(verdict["identity_check"], {
            "checked": True, "consistent": False, "found": {"project_id": "F", "repo_path": "/f"}, "reasons": reasons})
        self.assertEqual(judge({"presented_body": "no tag"})["identity_check"],
                         {"checked": False, "consistent": True, "found": None, "reasons": []})
        for tag, given in [
            ('project_id="F"', {}), ('project_id="F"', {"project_id": ""}), ('project_id=""', {"project_id": "E"}),
            ('repo_path="unset"', {"expected_repo_path": "/e"}), ('repo_path=""', {"expected_repo_path": "/e"}),
            ('repo_path="/f"', {"expected_repo_path": ""}), ('Project_id="F"', {"project_id": "E"}),
        ]:
            with self.subTest(tag=tag, given=given):
                verdict = judge({"presented_body": f"<project_start_config {tag}>", **given})
                self.assertTrue(verdict["accepted"])
                self.assertTrue(verdict["identity_check"]["checked"])
        for found in ("/e/", "Unset", "/E"):
            self.assertFalse(judge({"presented_body": f'<project_start_config repo_path="{found}">',
                                    "expected_repo_path": "/e"})["accepted"])

    def test_precedence(self):
        steps = [
            ({"goal_token": "x"}, "STALE_HANDOFF"),
            ({"presented_body": '<project_start_config project_id="F">', "project_id": "E"}, "FOREIGN_PROJECT_CONFIG"),
            ({"required_tools": ["a"], "available_tools": []}, "CAPABILITY_UNAVAILABLE"),
            ({"expected_required_tools_hash": "x", "live_items": []}, "TOOL_MANIFEST_DRIFT"),
            ({"expected_board_revision": "x", "live_items": []}, "BOARD_DIVERGENCE"),
        ]
        for first in range(5):
            given = {}
            for failing in steps[first:]:
                given.update(failing[0])
            verdict = judge(given, "not_found")
            with self.subTest(steps[first][1]):
                self.assertEqual(verdict["result"], steps[first][1])
                self.assertEqual([verdict[key] is not None for key in CHECKS],
                                 [index == first for index in range(5)])
        good = {**steps[1][0], "project_id": "F", "required_tools": ["a"], "available_tools": ["a"],
                "goal_token": "x", "live_items": [], "expected_required_tools_hash": EMPTY_HASH,
                "expected_board_revision": EMPTY_HASH.upper()}
        verdict = judge(good)
        self.assertEqual(verdict["result"], "BOARD_DIVERGENCE")
        self.assertTrue(all(verdict[key] is not None for key in CHECKS))

    def test_project_name(self):
        body = {"presented_body": '<project_start_config project_id="proj-alpha">'}
        self.assertTrue(judge({"project_name": "alpha", **body})["accepted"])
        self.assertFalse(judge({"project_name": "beta", **body})["accepted"])
        self.assertTrue(judge({"project_name": "nobody", "project_id": "proj-alpha", **body})["accepted"])
        for name in ("nobody", "Alpha", " alpha", ""):
            with self.assertRaises(InputError) as raised:
                judge({"project_name": name, "project_id": None})
            self.assertEqual((raised.exception.code, raised.exception.field), ("invalid_input", "project_name"))


class Tokens(unittest.TestCase):
    A = "{{token:a}}"

    def test_single_use_and_consumed_by_a_later_refusal(self):
        results = vector([
            call(0, project_id="p", goal_token=self.A, required_tools=["x"], available_tools=[]),
            call(0, project_id="p", goal_token=self.A),
        ], [token()])
        self.assertEqual(reasons_of(results), ["ok", "already_consumed"])
        self.assertEqual(results[0]["result"], "CAPABILITY_UNAVAILABLE")

    def test_expiry_to_the_microsecond_then_forgotten(self):
        late = [call(302.000001, project_id="p", goal_token=self.A)] * 2
        self.assertEqual(reasons_of(vector(late, [token(minted_at_s=2)])), ["expired", "not_found"])
        self.assertEqual(reasons_of(vector([call(302, project_id="p", goal_token=self.A)], [token(minted_at_s=2)])), ["ok"])

    def test_forgotten_a_day_later(self):
        use = dict(project_id="p", goal_token=self.A)
        self.assertEqual(reasons_of(vector([call(1, **use), call(86400.999999, **use), call(86401, **use)], [token()])),
                         ["ok", "already_consumed", "not_found"])
        self.assertEqual(reasons_of(vector([call(86699.999999, **use)], [token()])), ["expired"])
        self.assertEqual(reasons_of(vector([call(86700, **use)], [token()])), ["not_found"])

    def test_first_rule_wins_and_only_ok_consumes(self):
        results = vector([
            call(0, project_id="q", goal_token=self.A, presented_body="other"),
            call(0, goal_token=self.A, presented_body="body"),
            call(0, project_id="p", goal_token=self.A, presented_body="other"),
            call(0, project_id="p", goal_token=self.A, presented_body=""),
            call(0, project_id="p", goal_token=f" {self.A}"),
            call(0, project_id="p", goal_token="{{token:a:upper}}"),
            call(0, project_id="p", goal_token=self.A, live_items=[1]),
            call(0, project_id="p", goal_token=self.A, presented_body=f"bo\n<goal_token>{self.A}</goal_token>\n"
                                                                      "<!-- SECURITY: x -->dy"),
        ], [token(body="body")])
        self.assertEqual(results.pop(6), {"error": {"code": "invalid_input", "field": "live_items[0]"}})
        self.assertEqual(reasons_of(results), ["wrong_project", "wrong_project", "body_mismatch", "body_mismatch",
                                               "not_found", "not_found", "ok"])

    def test_bindings(self):
        for body, presented, reason in [("", "", "ok"), ("", "x", "body_mismatch"), ("x", None, "ok"),
                                        (None, "x", "ok"), ("a\n", "a\r\n", "body_mismatch"),
                                        ("a" + BANNER, "a" + BANNER, "body_mismatch")]:
            with self.subTest(body=body, presented=presented):
                results = vector([call(0, project_id="p", goal_token=self.A, presented_body=presented)], [token(body=body)])
                self.assertEqual(reasons_of(results), [reason])

    def test_verify_trims_and_strips(self):
        results = vector([
            {"at_s": 0, "via": "verify", "input": {"project_id": "p", "token": f" {self.A}\n", "presented_body": "b" + BANNER}},
            {"at_s": 0, "via": "verify", "input": {"project_id": "p", "token": self.A}},
            {"at_s": 0, "via": "verify", "input": {"project_id": "p", "token": ""}},
        ], [token(body="b")])
        self.assertEqual([result["reason"] for result in results], ["ok", "already_consumed", "not_found"])
        self.assertEqual(results[0], {"valid": True, "reason": "ok"})
        self.assertEqual(results[1]["recovery"]["message"], "\u2026")


if __name__ == "__main__":
    unittest.main(module=None, argv=[sys.argv[0], "discover", "-s", str(Path(__file__).resolve().parent), *sys.argv[1:]])
