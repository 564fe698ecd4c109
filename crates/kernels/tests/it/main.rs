//! Lowers every kernel of the published suites and our own: the graph is well-formed, before and
//! after promotion, and what is refused is counted by its reason.
//!
//! The suites are in the folder that `ALPINIST_CORPUS` names, else in `../shared/corpus` beside the
//! repository; without them, or without clang, the test says so and passes.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod deep;
mod holes;
mod order;
mod real;

use clang::find::Program;
use clang::tree::Language;
use clang::types::Target;
use clang::{Request, read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use text::code::Code;
use trials::{Suite, one_in};

/// Of the published kernels one in so many is lowered every day, with `ALPINIST_SLOW=1` all.
const EVERY_DAY: usize = 6;

/// Of the published kernels so many have a graph; more is better.
const LOWERED: usize = 322;

fn main() -> ExitCode {
    let mut suite = Suite::default();
    if Program::find().is_none() {
        suite.absent("kernels", "there is no clang (./x setup)".to_owned());
        return suite.run();
    }
    trials::tests!(
        suite;
        holes::a_destructor_is_not_lost,
        holes::a_destructor_that_is_called_ends_the_parts,
        holes::printing_a_string_reads_it,
        holes::a_bit_field_is_read_by_its_bits,
        holes::a_virtual_call_is_refused,
        holes::dynamic_shared_memory_is_one_array,
        holes::lambdas_reach_the_variables_that_they_capture,
        holes::generic_lambdas_and_those_of_the_host_have_their_captures,
        holes::swizzles_of_swizzles_name_elements_of_the_vector,
        holes::bit_fields_are_changed_as_such,
        holes::an_initial_value_of_shared_memory_is_not_lost,
        holes::functions_of_a_work_group_are_barriers_that_order_nothing,
        holes::flags_that_are_computed_choose_a_barrier,
        holes::cooperative_groups_are_barriers,
        holes::functions_that_are_not_known_are_external_calls,
        holes::assertions_are_data,
        holes::values_keep_their_width_and_sign,
        holes::what_is_normalized_depends_on_all_elements,
        holes::sizes_that_the_program_demands_are_data,
        holes::names_of_the_language_in_namespaces_are_the_programs,
        order::operands_that_wait_beside_accesses_are_noted,
        order::operands_that_write_what_others_read_are_noted,
        order::operands_that_do_not_disturb_one_another_are_not,
        order::functions_whose_results_are_used_beside_accesses_are_noted,
        real::places_point_into_the_python_file,
    );
    deep::add(&mut suite);
    real::add(&mut suite);
    own(&mut suite);
    published(&mut suite);
    suite.run()
}

fn request(name: &str, text: &str) -> Request {
    let language = match name.ends_with(".cu") {
        true => Language::Cuda,
        false => Language::OpenCl,
    };
    Request::new(name, text, language)
}

/// How many kernels of a file are lowered: the graph is well-formed, before and after promotion, and none is
/// refused for a fault of the lowering itself.
fn lower(request: &Request) -> Result<usize, String> {
    let reading = read(request);
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::check(&graphs.module).map_err(|fault| fault.to_string())?;
    kernel_graph::promote(&mut graphs.module);
    kernel_graph::check(&graphs.module).map_err(|fault| format!("promoted: {fault}"))?;
    let mut lowered = 0;
    for kernel in reading.kernels.iter().filter_map(|kernel| kernel.function) {
        match graphs.refused.get(&kernel) {
            Some(why) if why.code == Code::K206 => return Err(why.message.clone()),
            Some(_) => {}
            None => lowered += 1,
        }
    }
    Ok(lowered)
}

fn published(suite: &mut Suite) {
    let corpus =
        trials::corpus(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"));
    let Ok(table) = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")) else {
        return suite.absent("published", format!("no corpus at {}", corpus.display()));
    };
    let rows = table.lines().skip(1).map(|row| {
        let columns: Vec<String> = row.split('\t').map(str::to_owned).collect();
        (columns[0].clone(), columns)
    });
    let cases = one_in(EVERY_DAY, rows, |_| false);
    let all = cases.len();
    let counts = Arc::new([0, 0].map(AtomicUsize::new));
    let of_all = Arc::clone(&counts);
    suite.cases("published", cases, move |columns| {
        let (file, args) = (&columns[2], &columns[3]);
        let path = corpus.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let defines = args.split_whitespace().filter_map(|a| a.strip_prefix("-D"));
        let mut request = request(&path.to_string_lossy(), &text);
        request.define = defines.map(str::to_owned).collect();
        request.target = match args.contains("--pointer-bitwidth=64") {
            true => Target::Bits64,
            false => Target::Bits32,
        };
        counts[0].fetch_add(1, Ordering::Relaxed);
        counts[1].fetch_add(lower(&request)?, Ordering::Relaxed);
        Ok(())
    });
    suite.last("published::table", move || {
        let [files, lowered] = [0, 1].map(|at| of_all[at].load(Ordering::Relaxed));
        let least = if files == all {
            LOWERED
        } else {
            files * 9 / 10
        };
        match lowered >= least {
            true => Ok(Ok(())),
            false => Err(format!("only {lowered} kernels of {files} files lowered")),
        }
    });
}

fn own(suite: &mut Suite) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clang/tests/kernels");
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let cases = paths.map(|path| (name(&path), true, path));
    suite.cases("own", cases, |path| {
        let text = std::fs::read_to_string(&path).unwrap();
        lower(&request(&path.to_string_lossy(), &text)).map(drop)
    });
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}
