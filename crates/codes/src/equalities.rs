//! Codes of the comparison of kernels. The crate `equal` gives them; it lies above this one.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The table.
pub(crate) const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::K601,
        "the kernels differ",
        "Both kernels were executed on the same numbers, and leave different values in an element. The message names \
         the element, both values and, where the kernels could be executed symbolically, the terms that they compute \
         there. Floats are compared as the level that is demanded means it: with `--arithmetic exact` bit for bit, else \
         a small difference counts as rounding.",
        "",
    ),
    CodeInfo::new(
        Code::K602,
        "not shown to be equal",
        "The terms that the kernels compute for an element are not the same, no law of the level makes them so, and no \
         execution was found that shows a difference. The kernels may be equal for a reason that the normal forms do \
         not know, or only over the real numbers (`--arithmetic real`).",
        "",
    ),
    CodeInfo::new(
        Code::K603,
        "a kernel that is not executed symbolically",
        "Numbers of threads and blocks, sizes, and whatever decides where a thread goes and which element it accesses \
         must be known: from the launch, or from `--sizes`. A branch by what lies in memory is executed on both sides, \
         unless threads meet in it. Addresses that are read from memory, atomic operations whose results are used, \
         asynchronous copies and functions without a body have no rule.",
        "",
    ),
    CodeInfo::new(
        Code::K604,
        "a kernel that is not verified in these sizes",
        "What a kernel with races computes depends on which thread is first, so two such kernels are not compared. \
         `alpinist races` with the same sizes says what it finds, or what it does not decide.",
        "",
    ),
    CodeInfo::new(
        Code::K605,
        "equal only at a weaker level",
        "The kernels compute the same under laws that floats do not obey, and a stronger level is demanded. The laws \
         are listed. `exact`: the same operations on the same operands. `reordered`: sums, products, least and greatest \
         in any order. `real`: the laws of the real numbers, without rounding and overflow.",
        "",
    ),
    CodeInfo::new(
        Code::K606,
        "kernels or parameters that do not correspond",
        "Kernels of one name are a pair, and the only kernel of each file; `--pair old=new` says others. Their \
         parameters correspond by name, and what is left by place if the types are alike. An integer that only one of \
         the kernels has needs a value, as `--sizes chunk=4`.",
        "",
    ),
    CodeInfo::new(
        Code::K607,
        "the new kernel needs longer arrays",
        "The new kernel accesses elements before or behind all that the old one does, as where it reads four at a time \
         without a tail. Arrays that were long enough may now be too short. `--accept-contract` accepts it.",
        "",
    ),
    CodeInfo::new(
        Code::K608,
        "a result that depends on uninitialized values",
        "An element is computed from shared memory or a variable that was not written before it is read. Two \
         such values are never assumed to be equal, so nothing is proved, not even that a kernel equals itself.",
        "",
    ),
    CodeInfo::new(
        Code::K609,
        "nothing was compared",
        "In these sizes neither kernel writes an element that outlives the launch, so that they are equal says nothing. \
         Give sizes in which they do something.",
        "",
    ),
];
