//! The whole text.

use super::helpers::{self, Needed};
use super::lines::Lines;
use super::{Style, check, host, kernel, opencl};
use crate::code::{Function, Kernel, Method, Shape};
use crate::{Assumed, Options, Target, Width};

/// Prints methods.
pub(crate) fn file(
    options: &Options,
    methods: &[Method],
    functions: &[&Function],
    assumed: &[Assumed],
) -> String {
    let (device, host) = (style(options, false), style(options, true));
    let mut out = Lines::default();
    heading(options, methods, assumed, &mut out);
    let mut needed = Needed::default();
    functions.iter().for_each(|one| needed.expr(&one.body));
    for method in methods {
        needed.stmts(&method.body);
        for kernel in &method.kernels {
            needed.stmts(&kernel.body);
            axes(kernel, &mut needed);
        }
    }
    let shared = |style: Style, out: &mut Lines| {
        helpers::division(style, needed, out);
        helpers::functions(style, functions, out);
    };
    let kernels = |out: &mut Lines| {
        let all = methods.iter().flat_map(|method| &method.kernels);
        all.for_each(|one| kernel::kernel(device, one, out));
    };
    match options.target {
        Target::Cuda | Target::Hip => {
            out.line(match options.target {
                Target::Hip => "#include <hip/hip_runtime.h>",
                Target::Cuda | Target::Opencl => "#include <cuda_runtime.h>",
            });
            out.line("");
            shared(device, &mut out);
            kernels(&mut out);
            let all: Vec<&Method> = methods.iter().collect();
            if check::needs_disjoint(host, &all) {
                check::disjoint_helper(&mut out);
            }
            for method in methods {
                check::check(host, method, &mut out);
                host::host(host, method, &mut out);
            }
        }
        Target::Opencl => {
            out.line("#ifdef __OPENCL_VERSION__");
            out.line("");
            if options.width == Width::Bits64 && atomics(methods) {
                out.line("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable");
                out.line("");
            }
            shared(device, &mut out);
            kernels(&mut out);
            out.line(
                "#else  // The host: this file is the program's source and compiles as C, too.",
            );
            out.line("");
            out.line("#include <CL/cl.h>");
            out.line("");
            shared(host, &mut out);
            for method in methods {
                check::check(host, method, &mut out);
                opencl::host(host, method, &mut out);
            }
            out.line("#endif");
        }
    }
    let text = out.finish();
    format!("{}\n", text.trim_end())
}

fn style(options: &Options, host: bool) -> Style {
    Style {
        target: options.target,
        width: options.width,
        host,
    }
}

fn atomics(methods: &[Method]) -> bool {
    let is = |stmt: &crate::code::Stmt| matches!(stmt, crate::code::Stmt::AtomicAdd(..));
    let mut kernels = methods.iter().flat_map(|method| &method.kernels);
    kernels.any(|kernel| kernel.body.iter().any(|stmt| stmt.any(&is)))
}

fn axes(kernel: &Kernel, needed: &mut Needed) {
    let axes: Vec<&crate::code::Axis> = match &kernel.shape {
        Shape::Grid(axes) | Shape::OneBlock(axes) => axes.iter().collect(),
        Shape::Blocks(outer, inner) => vec![outer, inner],
        Shape::Single => Vec::new(),
    };
    for axis in axes {
        needed.expr(&axis.low);
        needed.expr(&axis.high);
    }
}

fn heading(options: &Options, methods: &[Method], assumed: &[Assumed], out: &mut Lines) {
    out.line(&format!(
        "// Emitted by alpinist {} from {}, which is verified.",
        env!("CARGO_PKG_VERSION"),
        crate::lower::one_line(&options.name)
    ));
    let bits = options.width.bits();
    if assumed.is_empty() {
        out.line(&format!(
            "// Integers have {bits} bits. If all that is passed fits, nothing overflows: this is proved."
        ));
    } else {
        out.line(&format!(
            "// Integers have {bits} bits. It is proved that nothing overflows, but for this, which is assumed:"
        ));
        for one in assumed {
            out.line(&format!("//   line {}: {} fits", one.line, one.text));
        }
    }
    for method in methods {
        out.line("//");
        out.line(&format!("// Contract of `{}`:", method.title));
        for line in &method.contract {
            out.line(&format!("//   {line}"));
        }
    }
    out.line("");
}
