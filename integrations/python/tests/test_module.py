"""The module, against the program that is installed with it (or that ALPINIST_PROGRAM names).

    python -m unittest discover -s integrations/python/tests

Every test but those of a broken installation asks the real program.
"""

import dataclasses
import os
import pickle
import stat
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import alpinist
from alpinist import _data, _program

RACY = """\
__global__ void sum(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 63) out[threadIdx.x] = s[threadIdx.x + 1];
}
"""
RIGHT = RACY.replace("  if", "  __syncthreads();\n  if")
OPENCL = "__kernel void put(__global int *a) { a[get_global_id(0)] = 1; }\n"

SHIFT = """\
requires 0 <= i && i < 10;
ensures \\result == i + 1;
int next(int i) {
  return i + 1;
}
"""

once = {"cache": False, "jobs": 1}


class Races(unittest.TestCase):
    def test_a_race_is_data(self):
        report = alpinist.races(RACY, block=64, grid=1, **once)
        self.assertEqual((report.verdict, report.status, report.verified), ("wrong", 1, False))
        (kernel,) = report.kernels
        self.assertEqual((kernel.name, kernel.verdict), ("sum", "wrong"))
        self.assertEqual(kernel.sizes.block, (64, 1, 1))
        finding = report.findings[0]
        self.assertEqual((finding.code, finding.kind, finding.certain), ("K301", "race", True))
        self.assertEqual({access.kind for access in finding.race.accesses}, {"read", "write"})
        self.assertEqual({access.place.line for access in finding.race.accesses}, {3, 4})
        one, other = finding.threads
        self.assertNotEqual(one.thread, other.thread)
        self.assertEqual(one.in_grid, one.thread)
        self.assertGreater(report.time_ms, 0)
        self.assertEqual(report.data["schema"], "alpinist-kernels")

    def test_an_accepted_finding_is_no_yes(self):
        text = "__global__ void k(int *p) {\n  p[0] = 1; // alpinist: allow K301 one value\n}\n"
        report = alpinist.races(text, **once)
        self.assertEqual((report.verdict, report.status, report.verified), ("accepted", 0, False))
        self.assertEqual(report.kernels[0].verdict, "wrong, accepted")
        accepted = report.findings[0].accepted
        self.assertEqual((accepted.reason, accepted.place.line), ("one value", 2))
        report = alpinist.races(text, deny="accepted", **once)
        self.assertEqual((report.verdict, report.status), ("wrong", 1))

    def test_a_contract_names_the_clause_that_fails(self):
        text = "//@ requires n % 4 == 0;\n" + RIGHT.replace("int *out", "int *out, int n").replace(
            "out[threadIdx.x]", "out[blockIdx.x * blockDim.x + threadIdx.x]"
        )
        contract = alpinist.contract(text, **once)
        self.assertIn("n % 4 == 0", contract.clauses["sum"])
        self.assertTrue(contract.check(2, 64, {"out": 4096, "n": 8}))
        checked = contract.check((2,), (64,), {"out": 4096, "n": 7})
        self.assertEqual((checked.ok, checked.clause, checked.values), (False, "n % 4 == 0", {"n": 7}))
        with self.assertRaises(alpinist.UsageError):
            contract.check(2, 64, {"out": 4096})
        wrong = alpinist.contract(RACY, **once)
        self.assertEqual(wrong.clauses, {})
        with self.assertRaises(alpinist.UsageError):
            wrong.check(2, 64, {"out": 4096})

    def test_the_repaired_kernel_is_verified(self):
        report = alpinist.races(RIGHT, block=64, grid=1, **once)
        self.assertEqual((report.verdict, report.verified, report.findings), ("verified", True, ()))
        # What the verdict rests on comes with it, and can be denied.
        (kernel,) = report.kernels
        self.assertEqual(len(kernel.assumptions), len(kernel.assumption_kinds))
        self.assertIn("addresses", kernel.assumption_kinds)
        denied = alpinist.races(RIGHT, block=64, grid=1, deny="addresses", **once)
        self.assertEqual(denied.verdict, "unknown")

    def test_sizes_are_numbers_or_any(self):
        report = alpinist.races(OPENCL, block="*", grid=["*"], **once)
        self.assertEqual(report.verdict, "verified", report)
        self.assertEqual(report.kernels[0].sizes.block[0], "*")
        report = alpinist.races(OPENCL, block=(16, 2), grid=(3, 1), **once)
        # Both rows of a block write the same cells.
        self.assertEqual(report.verdict, "wrong")
        self.assertEqual(report.kernels[0].sizes.block, (16, 2, 1))

    def test_one_kernel_of_several(self):
        both = RACY + RIGHT.replace("sum", "other")
        report = alpinist.races(both, block=64, grid=1, kernel="other", **once)
        self.assertEqual((report.verdict, report.passed_over), ("verified", ("sum",)))

    def test_a_text_that_is_none_is_an_answer(self):
        report = alpinist.races("__global__ void f(int *a) { a[0] = ; }", block=1, grid=1, **once)
        self.assertIn(report.verdict, ("unknown", "invalid"))
        self.assertFalse(report.verified)
        self.assertTrue(report.diagnostics or report.kernels[0].undecided)

    def test_a_text_without_kernels_is_not_verified(self):
        try:
            report = alpinist.races("int f() { return 1; }", language="cuda", **once)
        except alpinist.UsageError:
            return
        self.assertFalse(report.verified)

    def test_a_file_is_a_path(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "-racy.cu"
            path.write_text(RACY)
            report = alpinist.races(path, block=64, grid=1, **once)
            self.assertEqual(report.verdict, "wrong")
            self.assertTrue(report.findings[0].place.file.endswith("-racy.cu"))
            with self.assertRaises(FileNotFoundError):
                alpinist.races(Path(folder) / "none.cu", **once)
            with self.assertRaises(OSError):
                alpinist.races(Path(folder), **once)

    def test_wrong_calls_are_exceptions(self):
        for wrong in (
            {"block": "many"},
            {"block": 0},
            {"kernel": "none"},
            {"options": ["--no-such-option"]},
            {"deny": "nothing-known"},
        ):
            with self.subTest(wrong), self.assertRaises(alpinist.UsageError) as caught:
                alpinist.races(RACY, **{"block": 64, "grid": 1, **once, **wrong})
            self.assertTrue(str(caught.exception))
        with self.assertRaises(ValueError):
            alpinist.races("int i;")


class Verify(unittest.TestCase):
    def test_a_proof(self):
        report = alpinist.verify(SHIFT, **once)
        self.assertEqual((report.verdict, report.verified, report.findings), ("verified", True, ()))
        self.assertEqual(report.verification.summary, "verified")
        self.assertEqual(report.verification.counts.proved, len(report.obligations))

    def test_a_counterexample_is_data(self):
        report = alpinist.verify(SHIFT.replace("i + 1;\n}", "i + 2;\n}"), **once)
        self.assertEqual((report.verdict, report.status), ("failed", 1))
        (finding,) = report.findings
        self.assertEqual(finding.outcome, "refuted")
        self.assertEqual(finding.place.line, 2)
        self.assertIn("i", {value.name for value in finding.counterexample})

    def test_unknown_stays_unknown(self):
        hard = (
            "requires a > 1 && b > 1 && c > 1;\n"
            "ensures a * a * a + b * b * b != c * c * c;\n"
            "void fermat(int a, int b, int c) { }\n"
        )
        report = alpinist.verify(hard, rlimit=1000, **once)
        self.assertIn(report.verdict, ("unknown", "failed"))
        self.assertFalse(report.verified)
        self.assertEqual(alpinist.verify("", **once).verdict, "unknown")

    def test_a_text_that_is_none_is_an_answer(self):
        report = alpinist.verify("int f( {", **once)
        self.assertEqual((report.verdict, report.verification), ("invalid", None))
        self.assertEqual(report.diagnostics[0].code[0], "S")
        self.assertEqual(report.diagnostics[0].place.line, 1)

    def test_wrong_calls_are_exceptions(self):
        with self.assertRaises(alpinist.UsageError):
            alpinist.verify(SHIFT, only="none", **once)
        with self.assertRaises(alpinist.UsageError):
            alpinist.verify(SHIFT, profile="none", **once)

    def test_what_is_assumed_is_told(self):
        report = alpinist.verify("void f(int i) { assume i > 0; assert i > 0; }", **once)
        self.assertEqual(report.verdict, "verified")
        self.assertEqual([one.kind for one in report.verification.trusted], ["assume"])
        denied = alpinist.verify(
            "void f(int i) { assume i > 0; assert i > 0; }", deny=["assume"], **once
        )
        self.assertEqual(denied.verdict, "unknown")


class Many(unittest.TestCase):
    def test_threads_give_the_same_as_one_after_the_other(self):
        texts = [RACY, RIGHT, RACY.replace("63", "62"), RIGHT.replace("63", "62")]

        def check(text):
            return alpinist.races(text, block=64, grid=1, **once)

        with ThreadPoolExecutor(2) as pool:
            at_once = list(pool.map(check, texts))
        self.assertEqual(at_once, [check(text) for text in texts])

    def test_reports_and_exceptions_cross_a_process(self):
        report = alpinist.races(RACY, block=64, grid=1, **once)
        self.assertEqual(pickle.loads(pickle.dumps(report)), report)
        error = alpinist.SolverMissing("none", report.diagnostics)
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), again.message), (alpinist.SolverMissing, "none"))

    def test_reports_do_not_change(self):
        report = alpinist.races(RIGHT, block=64, grid=1, **once)
        with self.assertRaises(dataclasses.FrozenInstanceError):
            report.verdict = "wrong"


def pretend(folder, script):
    """A program that does what a shell script says."""
    path = Path(folder) / "alpinist"
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return mock.patch.dict(os.environ, {_program.VARIABLE: str(path)})


@unittest.skipUnless(os.name == "posix", "shell scripts")
class Broken(unittest.TestCase):
    """No answer of a program that is broken is a yes."""

    def answer(self, script):
        with tempfile.TemporaryDirectory() as folder, pretend(folder, script):
            return alpinist.races(RIGHT, block=64, grid=1)

    def test_what_is_no_answer_is_a_fault(self):
        frame = '"schema":"alpinist-kernels","schema_version":1,"diagnostics":[]'
        measured = '"measured":{"time_ms":1,"solver_calls":0}'
        for script in (
            "exit 0",
            "exit 101",
            "kill -9 $$",
            "echo nonsense",
            "echo '[]'",
            "echo '{}'",
            # Another schema, another version.
            'echo \'{"schema":"alpinist-report","schema_version":1,"status":0}\'',
            'echo \'{"schema":"alpinist-kernels","schema_version":2,"status":0}\'',
            # The status and the report contradict each other.
            f"echo '{{{frame},{measured},\"files\":[],\"status\":0}}'; exit 1",
            # Half a report.
            f"echo '{{{frame},{measured},\"status\":0}}'",
            f"echo '{{{frame},\"files\":[],\"status\":0}}'",
            f"echo '{{{frame},{measured},\"files\":[{{}}],\"status\":0}}'",
        ):
            with self.subTest(script), self.assertRaises(alpinist.Fault):
                self.answer(script)

    def test_a_report_that_says_nothing_is_no_yes(self):
        report = self.answer(
            'echo \'{"schema":"alpinist-kernels","schema_version":1,"diagnostics":[],"files":[],'
            '"measured":{"time_ms":1,"solver_calls":0},"status":0}\''
        )
        self.assertEqual(report.verdict, "unknown")

    def test_a_missing_solver_and_a_wrong_command_are_told_apart(self):
        with self.assertRaises(alpinist.SolverMissing):
            self.answer("echo 'error[C009]: the Z3 library was not found' >&2; exit 2")
        with self.assertRaises(alpinist.UsageError):
            self.answer("echo 'error[C001]: unexpected argument' >&2; exit 2")

    def test_a_missing_program_is_said(self):
        with mock.patch.dict(os.environ, {_program.VARIABLE: "/no/such/program"}):
            with self.assertRaises(alpinist.ProgramMissing):
                alpinist.races(RIGHT, block=64, grid=1)

    def test_a_missing_solver_is_said_by_the_real_program(self):
        with tempfile.TemporaryDirectory() as folder:
            # Not a library.
            (Path(folder) / "libz3.so.5.3").write_text("")
            with mock.patch.dict(os.environ, {"ALPINIST_Z3": folder}):
                if sys.platform != "linux":
                    self.skipTest("libraries have other names")
                with self.assertRaises(alpinist.SolverMissing) as caught:
                    alpinist.verify(SHIFT, **once)
                self.assertIn("unset ALPINIST_Z3", str(caught.exception))
                with self.assertRaises(alpinist.SolverMissing):
                    alpinist.races(RACY, block=64, grid=1, **once)
                # It is not needed to say which program this is.
                self.assertRegex(alpinist.version(), r"^\d+\.\d+\.\d+$")

    def test_a_missing_clang_is_said(self):
        with mock.patch.dict(os.environ, {"ALPINIST_CLANG": "/no/such/clang"}):
            report_or_error = None
            try:
                report_or_error = alpinist.races(RIGHT, block=64, grid=1, **once)
            except alpinist.ClangMissing:
                return
            self.assertFalse(report_or_error.verified)
            self.assertIn("clang", str(report_or_error.diagnostics[0]))


class Data(unittest.TestCase):
    def test_members_that_are_new_are_left_out_and_missing_ones_are_not_made_up(self):
        place = {
            "file": "a",
            "line": 1,
            "column": 1,
            "end_line": 1,
            "end_column": 2,
            "byte_start": 0,
            "byte_end": 1,
        }
        made = _data.made(alpinist.Place, {**place, "new": 1})
        self.assertEqual(str(made), "a:1:1")
        for wrong in ({**place, "line": "1"}, {**place, "line": True}, {"file": "a"}, [], None):
            with self.subTest(wrong), self.assertRaises(ValueError):
                _data.made(alpinist.Place, wrong)

    def test_every_public_name_has_words(self):
        for name in alpinist.__all__:
            with self.subTest(name):
                self.assertTrue(getattr(alpinist, name).__doc__)


if __name__ == "__main__":
    unittest.main()
