//! Codes of what the checker warns of.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The checker's warnings.
pub(crate) const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::W001,
        "a recursive function without a measure",
        "Nothing shows that the recursion ends, so the checker uses neither the function's \
         equation nor its postcondition; or the recursion is known to end only for the arguments \
         named, and the checker uses both only for these. Add a precondition that allows no \
         others, or `decreases e;` with an integer that becomes smaller and is not negative.",
        "pure int f(int n) = n == 0 ? 0 : f(n - 1);\n",
    ),
    CodeInfo::new(
        Code::W002,
        "code that no state reaches",
        "The facts known there contradict each other, so every claim there holds for no reason. \
         Either the code is not needed, or an annotation says more than is meant.",
        "requires n > 0;\nensures \\result == n;\nint m(int n) {\n  if (n == 0) {\n    \
         return 7;\n  }\n  return n;\n}\n",
    ),
    CodeInfo::new(
        Code::W003,
        "a contradiction",
        "From here on everything holds, for no reason: an assumption, or what a called method \
         ensures, contradicts the known facts. A body that is not meant to reach its end says so \
         with `assume false;`; the warning remains.",
        "ensures \\result > n && \\result < n;\nint wrong(int n);\n\nensures \\result == \
         0;\nint m(int n) {\n  int x = wrong(n);\n  return x;\n}\n",
    ),
    CodeInfo::new(
        Code::W004,
        "a division that other languages round otherwise",
        "`/` and `%` are Euclidean: the remainder is never negative. C, CUDA and OpenCL round \
         towards zero, which is the same if the dividend is not negative and the divisor is \
         positive. The checker could not show that here. The warning concerns code only, because \
         annotations are never executed.",
        "int half(int n) {\n  return n / 2;\n}\n",
    ),
    CodeInfo::new(
        Code::W005,
        "`false` is assumed",
        "After `assume false;` or `inhale false;` everything holds, for no reason. That helps to \
         find out which part does not hold, and is easily left over. `--deny assume` turns every \
         assumption that alpinist.toml does not allow into an error.",
        "int m(int n) {\n  if (n < 0) {\n    assume false;\n  }\n  return n;\n}\n",
    ),
];
