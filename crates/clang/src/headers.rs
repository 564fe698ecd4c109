//! This program's declarations for CUDA and OpenCL, cut into paragraphs of which only those are used
//! that a file mentions: reading all of them takes five times as long.
//!
//! A line `//@ NAMES` begins a paragraph that any of the names asks for; `//@always` one that is always
//! there; after `//@each` every line is a paragraph, asked for by the functions that it declares; until
//! `//@end`, `//@for T=a:b,c:d` repeats what follows with `{T0}` as `a`, then `c`, and `{T1}` as `b`,
//! then `d` (`~` stands for a comma).

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::tokens::{TokenKind, tokens};
use crate::tree::Language;

/// A paragraph.
struct Item {
    names: Vec<String>,
    always: bool,
    text: String,
}

/// All paragraphs of a language.
pub(crate) struct Headers {
    items: Vec<Item>,
    by_name: HashMap<String, Vec<usize>>,
}

static CUDA: LazyLock<Headers> = LazyLock::new(|| {
    Headers::new(&[
        include_str!("../headers/cuda.h"),
        include_str!("../headers/annotations.h"),
    ])
});

static OPENCL: LazyLock<Headers> = LazyLock::new(|| {
    Headers::new(&[
        include_str!("../headers/opencl.h"),
        include_str!("../headers/annotations.h"),
    ])
});

static C: LazyLock<Headers> = LazyLock::new(|| Headers::new(&[include_str!("../headers/c.h")]));

static HOST: LazyLock<Headers> = LazyLock::new(|| {
    Headers::new(&[
        include_str!("../headers/cuda.h"),
        include_str!("../headers/annotations.h"),
        include_str!("../headers/host.h"),
    ])
});

/// What is put before a file, with the paragraph that each of its lines is of.
#[derive(Clone)]
pub(crate) struct Prelude {
    pub text: String,
    lines: Vec<usize>,
}

impl Prelude {
    /// The same, with these macros taken back.
    pub(crate) fn without(&self, macros: &[&str]) -> Prelude {
        let mut prelude = self.clone();
        for name in macros {
            prelude.text.push_str(&format!("\n#undef {name}\n"));
        }
        prelude
    }

    /// The paragraph of a line (from 1).
    pub(crate) fn item(&self, line: usize) -> Option<usize> {
        self.lines.get(line.checked_sub(1)?).copied()
    }
}

/// The declarations for a language.
pub(crate) fn of(language: Language) -> &'static Headers {
    match language {
        Language::Cuda => &CUDA,
        Language::OpenCl => &OPENCL,
    }
}

/// The declarations for a sequential function of C.
pub(crate) fn of_c() -> &'static Headers {
    &C
}

/// The declarations for code of the host.
pub(crate) fn of_host() -> &'static Headers {
    &HOST
}

impl Headers {
    fn new(texts: &[&str]) -> Self {
        let mut items = Vec::new();
        for text in texts {
            let lines: Vec<&str> = text.lines().collect();
            read(&lines, &mut items);
        }
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, item) in items.iter().enumerate() {
            for name in &item.names {
                by_name.entry(name.clone()).or_default().push(at);
            }
        }
        Headers { items, by_name }
    }

    /// Whether a name is declared here.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The paragraphs that a name asks for.
    pub(crate) fn items(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The paragraphs that names ask for, and those that these ask for, but for some.
    pub(crate) fn prelude(&self, mentioned: &HashSet<String>, without: &HashSet<usize>) -> Prelude {
        let mut chosen = vec![false; self.items.len()];
        let mut pending: Vec<usize> = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            if item.always || item.names.iter().any(|name| mentioned.contains(name)) {
                pending.push(at);
            }
        }
        while let Some(at) = pending.pop() {
            if chosen[at] || (without.contains(&at) && !self.items[at].always) {
                continue;
            }
            chosen[at] = true;
            for word in words(&self.items[at].text) {
                pending.extend(self.by_name.get(word).into_iter().flatten());
            }
        }
        let mut prelude = Prelude {
            text: String::new(),
            lines: Vec::new(),
        };
        for (at, item) in self.items.iter().enumerate().filter(|(at, _)| chosen[*at]) {
            prelude.text.push_str(&item.text);
            prelude.lines.extend(item.text.lines().map(|_| at));
        }
        prelude
    }
}

/// The words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    tokens(text, 0)
        .filter(|token| token.kind == TokenKind::Word)
        .map(|token| token.of(text))
}

fn read(lines: &[&str], items: &mut Vec<Item>) {
    let mut each = false;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if let Some(rest) = line.strip_prefix("//@for ") {
            let end = lines[at..]
                .iter()
                .position(|line| *line == "//@end")
                .map_or(lines.len(), |length| at + length);
            for expanded in expand(rest, &lines[at..end]) {
                let lines: Vec<&str> = expanded.lines().collect();
                read(&lines, items);
            }
            at = end + 1;
        } else if line == "//@each" {
            each = true;
        } else if line == "//@end" {
            each = false;
        } else if let Some(names) = line.strip_prefix("//@ ") {
            items.push(Item {
                names: names.split_whitespace().map(str::to_owned).collect(),
                always: false,
                text: String::new(),
            });
        } else if line == "//@always" {
            items.push(Item {
                names: Vec::new(),
                always: true,
                text: String::new(),
            });
        } else if line.is_empty() || line.starts_with("//") {
        } else if each {
            items.push(Item {
                names: declared(line),
                always: false,
                text: format!("{line}\n"),
            });
        } else if let Some(item) = items.last_mut() {
            item.text.push_str(line);
            item.text.push('\n');
        }
    }
}

/// The functions that a line declares: the word before the first bracket after each semicolon.
fn declared(line: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in line.split(';') {
        let words: Vec<_> = tokens(part, 0).collect();
        let bracket = words.iter().position(|token| token.of(part) == "(");
        if let Some(before) = bracket.and_then(|at| words.get(at.checked_sub(1)?)) {
            names.push(before.of(part).to_owned());
        }
    }
    names
}

/// The lines for each choice of values, several lists one inside the other.
fn expand(lists: &str, lines: &[&str]) -> Vec<String> {
    let mut texts = vec![lines.join("\n")];
    for list in lists.split(';') {
        let Some((letter, values)) = list.trim().split_once('=') else {
            continue;
        };
        texts = texts
            .iter()
            .flat_map(|text| {
                values.split(',').map(move |value| {
                    let mut text = text.clone();
                    for (at, part) in value.split(':').enumerate() {
                        let part = part.replace('~', ", ");
                        text = text.replace(&format!("{{{letter}{at}}}"), &part);
                    }
                    text
                })
            })
            .collect();
    }
    texts
}

/// Headers whose contents are in the declarations above, so that an empty file does instead.
pub(crate) fn is_known(name: &str) -> bool {
    const KNOWN: &[&str] = &[
        "assert.h",
        "cassert",
        "cfloat",
        "climits",
        "cmath",
        "cstddef",
        "cstdint",
        "cstdio",
        "cstdlib",
        "cstring",
        "ctime",
        "float.h",
        "inttypes.h",
        "limits",
        "limits.h",
        "math.h",
        "math_constants.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "time.h",
        "type_traits",
        "utility",
        "cuda.h",
        "cuda_runtime.h",
        "cuda_runtime_api.h",
        "cuda_fp16.h",
        "cuda_bf16.h",
        "cuda_fp8.h",
        "cuda_pipeline.h",
        "cuda_pipeline_primitives.h",
        "cooperative_groups.h",
        "curand.h",
        "curand_kernel.h",
        "curand_mtgp32_kernel.h",
        "device_functions.h",
        "device_launch_parameters.h",
        "driver_types.h",
        "mma.h",
        "sm_20_atomic_functions.h",
        "texture_fetch_functions.h",
        "texture_types.h",
        "vector_functions.h",
        "vector_types.h",
        "host_defines.h",
        "builtin_types.h",
        "math_functions.h",
        "opencl.h",
        "cooperative_groups/reduce.h",
        "cooperative_groups/scan.h",
        "cooperative_groups/memcpy_async.h",
        "cub/cub.cuh",
        "cub/block/block_reduce.cuh",
        "cub/block/block_scan.cuh",
        "cub/block/block_load.cuh",
        "cub/block/block_store.cuh",
        "cub/block/block_exchange.cuh",
        "cub/block/block_radix_sort.cuh",
        "cub/block/block_adjacent_difference.cuh",
        "cub/warp/warp_reduce.cuh",
        "cub/warp/warp_scan.cuh",
        "hipcub/hipcub.hpp",
        "cuda/barrier",
        "cuda/pipeline",
        "cuda/atomic",
        "cuda/std/type_traits",
        "sm_32_intrinsics.h",
        "sm_30_intrinsics.h",
        "surface_functions.h",
        "crt/host_defines.h",
        "crt/device_functions.h",
    ];
    KNOWN.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prelude(language: Language, text: &str) -> String {
        let mentioned = words(text).map(str::to_owned).collect();
        of(language).prelude(&mentioned, &HashSet::new()).text
    }

    #[test]
    fn only_what_is_mentioned() {
        let text = prelude(Language::Cuda, "float4 v = make_float4(atomicAdd(p, 1));");
        assert!(text.contains("struct __attribute__((aligned(16))) float4"));
        assert!(text.contains("float atomicAdd(float *, float)"));
        assert!(!text.contains("float3") && !text.contains("cooperative_groups"));
        let text = prelude(
            Language::OpenCl,
            "__barrier_invariant_2(a, b, c); int4 x; M_PI_F",
        );
        assert!(text.contains("__barrier_invariant_2(__ALP_BOOL, int, int)"));
        assert!(text.contains("int4 __attribute__") && text.contains("#define M_PI_F 3.14"));
    }
}
