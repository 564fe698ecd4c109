"""Repairs, checkers and guards; torch and CuPy are stubs, which record what they are given."""

import inspect
import sys
import types
import unittest
import warnings
from unittest import mock

import alpinist
import alpinist.torch

RACY = """\
__global__ void sum(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 63) out[threadIdx.x] = s[threadIdx.x + 1];
}
"""
RIGHT = RACY.replace("  if", "  __syncthreads();\n  if")
UNKNOWN = "__global__ void far(int **rows) { rows[threadIdx.x][0] = 1; }\n"

one = {"block": 64, "grid": 1, "cache": False, "jobs": 1}


class Repairs(unittest.TestCase):
    def test_the_repair_is_the_text_with_the_barrier(self):
        repair = alpinist.repair(RACY, **one)
        self.assertEqual(repair.text, RIGHT)
        self.assertIn("+  __syncthreads();\n", repair.diff)
        self.assertEqual([kernel.outcome for kernel in repair.kernels], ["repaired"])
        self.assertEqual(str(repair), "sum: repaired")

    def test_what_is_right_is_not_changed(self):
        repair = alpinist.repair(RIGHT, **one)
        self.assertEqual((repair.text, repair.diff, str(repair)), (None, "", "sum: right"))
        with self.assertRaises(alpinist.UsageError):
            alpinist.repair(RIGHT, block="nothing", cache=False)


class Words(unittest.TestCase):
    def test_results_are_short_as_texts(self):
        report = alpinist.races(RACY, **one)
        lines = str(report).splitlines()
        self.assertEqual(lines[0], "sum: wrong")
        self.assertRegex(lines[1], r"^  K301 .*:[34]: (read-write|write-read) race of two threads")
        self.assertEqual(str(alpinist.races(RIGHT, **one)), "sum: verified")
        text = RIGHT.replace("sum(int *out", "sum(int *out, int n")
        contract = alpinist.contract("//@ requires n % 4 == 0;\n" + text, **one)
        self.assertIn("n % 4 == 0", str(contract))
        self.assertTrue(str(contract).startswith("sum: "), str(contract))
        checked = contract.check(1, 64, {"out": 4096, "n": 7})
        self.assertEqual(str(checked), "sum: `n % 4 == 0` does not hold with n = 7")

    def test_help_names_every_parameter(self):
        for function in (alpinist.races, alpinist.contract, alpinist.repair, alpinist.checker, alpinist.torch.guard):
            for name in inspect.signature(function).parameters:
                self.assertIn(f":param {name}:", function.__doc__, function.__name__)


class Checkers(unittest.TestCase):
    def test_a_checker_gives_a_pair(self):
        check = alpinist.checker(**one)
        self.assertEqual(check(RIGHT), (True, "sum: verified"))
        ok, message = check(RACY)
        self.assertFalse(ok)
        self.assertIn("K301", message)
        self.assertFalse(check(UNKNOWN)[0])
        self.assertTrue(alpinist.checker(accept_unknown=True, **one)(UNKNOWN)[0])
        # What is no kernel is an answer, too.
        ok, message = check("int main() { return 0; }")
        self.assertFalse(ok)
        self.assertIn("language", message)


class Guards(unittest.TestCase):
    def setUp(self):
        self.compiled = []

        def load_inline(name, cpp_sources, cuda_sources=None, functions=None, extra_cflags=None, extra_cuda_cflags=None):
            self.compiled.append(cuda_sources)
            return name

        class RawKernel:
            def __init__(kernel, code, name, options=()):
                self.compiled.append(code)

        extension = types.ModuleType("torch.utils.cpp_extension")
        extension.load_inline = load_inline
        cupy = types.ModuleType("cupy")
        cupy.RawKernel = RawKernel
        self.extension, self.cupy, self.kernel = extension, cupy, RawKernel
        stubs = {
            "torch": types.ModuleType("torch"),
            "torch.utils": types.ModuleType("torch.utils"),
            "torch.utils.cpp_extension": extension,
            "cupy": cupy,
        }
        patched = mock.patch.dict(sys.modules, stubs)
        patched.start()
        self.addCleanup(patched.stop)

    def test_a_wrong_kernel_is_not_compiled(self):
        with alpinist.torch.guard(**one):
            with self.assertRaises(alpinist.torch.Rejected) as raised:
                self.extension.load_inline("m", "", [RACY, "void host();"])
            self.assertEqual(raised.exception.report.verdict, "wrong")
            with self.assertRaises(alpinist.torch.Rejected):
                self.cupy.RawKernel(RACY, "sum")
            self.assertEqual(self.compiled, [])
            self.assertEqual(self.extension.load_inline("m", "", cuda_sources=RIGHT), "m")
            self.assertIsInstance(self.cupy.RawKernel(RIGHT, "sum"), self.kernel)
            # There is nothing to check in host code.
            self.extension.load_inline("host", "int f();")
        self.assertEqual(self.compiled, [RIGHT, RIGHT, None])

    def test_a_guard_ends(self):
        before = self.extension.load_inline
        guard = alpinist.torch.guard(**one)
        self.assertIsNot(self.extension.load_inline, before)
        guard.stop()
        self.assertIs(self.extension.load_inline, before)
        self.assertIs(self.cupy.RawKernel, self.kernel)
        self.cupy.RawKernel(RACY, "sum")
        self.assertEqual(self.compiled, [RACY])

    def test_macros_of_the_compiler_count(self):
        text = RIGHT.replace("__syncthreads();", "BARRIER")
        with alpinist.torch.guard(**one):
            self.extension.load_inline("m", "", text, extra_cuda_cflags=["-O3", "-DBARRIER=__syncthreads();"])
            with self.assertRaises(alpinist.torch.Rejected):
                self.cupy.RawKernel(text, "sum", ("-DBARRIER=",))

    def test_what_is_unknown_passes_unless_that_is_strict(self):
        with alpinist.torch.guard(**one):
            self.cupy.RawKernel(UNKNOWN, "far")
        with alpinist.torch.guard(strict=True, **one), self.assertRaises(alpinist.torch.Rejected):
            self.cupy.RawKernel(UNKNOWN, "far")

    def test_a_guard_may_only_warn(self):
        with alpinist.torch.guard(on_wrong="warn", **one), warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            self.cupy.RawKernel(RACY, "sum")
        self.assertIn("K301", str(said[0].message))
        self.assertEqual(self.compiled, [RACY])

    def test_without_torch_there_is_nothing_to_replace(self):
        absent = {"torch": None, "torch.utils": None, "torch.utils.cpp_extension": None, "cupy": None}
        with mock.patch.dict(sys.modules, absent), alpinist.torch.guard() as guard:
            self.assertEqual(guard._replaced, [])


if __name__ == "__main__":
    unittest.main()
