//! Programs of PVL, some after a step, as kernels of CUDA: executed, they leave what the program leaves, for random inputs.

use crate::common::{alpinist_in, no_clang, root};
use std::collections::BTreeMap;

/// A program, a step, its method, and its parameters: `n` is the number of elements, `a:1` an array of as many, `a:3` one of
/// three times as many, `f:k` a number. All have one kernel.
const PROGRAMS: [(&str, &str, &str, &str); 12] = [
    ("tiling/vector-add", "", "add", "n a:1 b:1 c:1"),
    ("kernels/vector-add", "", "add", "n a:1 b:1 c:1"),
    (
        "kernels/vector-add",
        "--tile inter:2",
        "add",
        "n a:1 b:1 c:1",
    ),
    ("kernels/copy", "", "copy", "from:1 to:1"),
    ("kernels/reverse", "", "reverse", "n from:1 to:1"),
    (
        "kernels/reverse",
        "--tile intra:4",
        "reverse",
        "n from:1 to:1",
    ),
    ("kernels/saxpy", "", "saxpy", "n factor:k x:1 y:1"),
    (
        "kernels/saxpy",
        "--tile intra:3",
        "saxpy",
        "n factor:k x:1 y:1",
    ),
    ("kernels/stencil", "", "sum", "n from:1 to:1"),
    ("tiling/saxpy-strided", "", "saxpy", "n f:k x:1 y:1"),
    ("prefetching/condition", "", "m", "a:1 n z:k"),
    ("tiling/several-cells", "", "fill", "a:3 n"),
];

/// Numbers that look random, the same each time.
struct Random(u64);

impl Random {
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let width = u64::try_from(high - low + 1).unwrap();
        low + i64::try_from((self.0 >> 33) % width).unwrap()
    }
}

#[test]
fn emitted_code_leaves_what_the_program_leaves() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (number, (program, step, method, parameters)) in (0u64..).zip(PROGRAMS) {
        let file = root().join(format!("examples/{program}.pvl"));
        let file = file.to_str().unwrap();
        let steps: Vec<&str> = step.split_whitespace().collect();
        let emitted = [&["optimize", "--emit", "cuda"][..], &steps, &[file]].concat();
        let emitted = alpinist_in(folder.path(), &emitted);
        assert_eq!(emitted.status, 0, "{program} {step}: {}", emitted.stderr);
        std::fs::write(folder.path().join("k.cu"), &emitted.stdout).unwrap();
        let mut random = Random(number);
        for count in [1, 5, 8] {
            let inputs = inputs(parameters, count, &mut random);
            let before: BTreeMap<&str, Vec<i64>> = inputs
                .iter()
                .filter(|(_, _, is_array)| *is_array)
                .map(|(name, values, _)| (*name, values.clone()))
                .collect();
            let words: Vec<String> = inputs
                .iter()
                .map(|(_, values, is)| word(values, *is))
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let of_program = [&["run", file, method][..], &words].concat();
            let of_program = alpinist_in(folder.path(), &of_program);
            assert_eq!(of_program.status, 0, "{program}: {}", of_program.stderr);
            let kernel = executed(folder.path(), &emitted.stdout, &inputs, count);
            for (name, values) in before {
                let left = kernel.iter().filter(|(array, _, _)| array == name).fold(
                    values,
                    |mut values, (_, index, value)| {
                        values[*index] = *value;
                        values
                    },
                );
                let line = format!("{name} = {}", word(&left, true));
                assert!(
                    of_program.stdout.lines().any(|one| one == line),
                    "{program} {step}: the kernel leaves {line}\n{}",
                    of_program.stdout
                );
            }
        }
    }
}

/// A name, its values, and whether it is an array.
type Input<'a> = (&'a str, Vec<i64>, bool);

fn inputs<'a>(parameters: &'a str, count: usize, random: &mut Random) -> Vec<Input<'a>> {
    let mut found = Vec::new();
    for parameter in parameters.split(' ') {
        found.push(match parameter.split_once(':') {
            None => (parameter, vec![i64::try_from(count).unwrap()], false),
            Some((name, "k")) => (name, vec![random.between(0, 9)], false),
            Some((name, times)) => {
                let length = count * times.parse::<usize>().unwrap();
                (
                    name,
                    (0..length).map(|_| random.between(-9, 9)).collect(),
                    true,
                )
            }
        });
    }
    found
}

/// Values as `run` takes and prints them.
fn word(values: &[i64], is_array: bool) -> String {
    let all: Vec<String> = values.iter().map(ToString::to_string).collect();
    match is_array {
        true => format!("[{}]", all.join(", ")),
        false => all.join(""),
    }
}

/// What the kernel of a text writes: array, index, value.
fn executed(
    folder: &std::path::Path,
    text: &str,
    inputs: &[Input<'_>],
    count: usize,
) -> Vec<(String, usize, i64)> {
    let (_, behind) = text.split_once("__global__ void ").unwrap();
    let (_, parameters) = behind.split_once('(').unwrap();
    let (parameters, _) = parameters.split_once(')').unwrap();
    let mut words: Vec<String> = ["run", "k.cu", "--block", "256", "--grid", "1", "--values"]
        .map(ToOwned::to_owned)
        .to_vec();
    words.extend(["--schedules".to_owned(), "2".to_owned()]);
    for parameter in parameters.split(',') {
        let name = parameter.rsplit([' ', '*']).next().unwrap();
        let given = match inputs.iter().find(|(known, _, _)| *known == name) {
            Some((_, values, true)) => [
                "--array".to_owned(),
                format!("{name}={}", word(values, true)),
            ],
            Some((_, values, false)) => [
                "--arg".to_owned(),
                format!("{name}={}", word(values, false)),
            ],
            // The length of an array.
            None => ["--arg".to_owned(), format!("{name}={count}")],
        };
        words.extend(given);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let run = alpinist_in(folder, &words);
    assert_eq!(run.status, 0, "{text}{}{}", run.stdout, run.stderr);
    let mut found = Vec::new();
    for line in run.stdout.lines() {
        let Some((left, right)) = line.split_once("] = ") else {
            continue;
        };
        let (array, index) = left.split_once('[').unwrap();
        let value = right.split(' ').next().unwrap();
        found.push((
            array.to_owned(),
            index.parse().unwrap(),
            value.parse().unwrap(),
        ));
    }
    found
}
