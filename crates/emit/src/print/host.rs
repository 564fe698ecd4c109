//! The host function of CUDA and HIP.

use super::Style;
use super::check;
use super::lines::Lines;
use super::stmt::Own;
use crate::code::{Axis, Expr, Kernel, Method, Shape, Stmt};
use crate::contract::{BLOCK, extent};
use crate::launch::MOST_THREADS;
use crate::{Target, Width};

/// Blocks that a launch may have in the first dimension, and in each of the others.
const MOST_BLOCKS: [&str; 3] = ["2147483647", "65535", "65535"];

/// Prints it.
pub(crate) fn host(style: Style, method: &Method, out: &mut Lines) {
    let api = api(style.target);
    let mut params: Vec<String> = method.params.iter().map(|one| style.param(one)).collect();
    if let Some(ty) = method.result {
        params.push(format!("{} *result", style.scalar(ty)));
    }
    params.push(format!("{api}Stream_t stream"));
    out.line(&format!(
        "// `{}`. Arrays lie in memory of the device, each followed by its length in elements.",
        method.title
    ));
    out.list(&format!("{api}Error_t run_{}", method.name), &params, " {");
    out.deeper();
    out.line(&format!(
        "if (check_{}({}) != nullptr) {{",
        method.name,
        check::args(method)
    ));
    out.line(&format!("  return {api}ErrorInvalidValue;"));
    out.line("}");
    let own = Host { style, method, api };
    style.stmts(&method.body, &own, out);
    if !matches!(method.body.last(), Some(Stmt::Return(_))) {
        out.line(&format!("return {api}Success;"));
    }
    out.close("}");
    out.line("");
}

fn api(target: Target) -> &'static str {
    match target {
        Target::Hip => "hip",
        Target::Cuda | Target::Opencl => "cuda",
    }
}

struct Host<'a> {
    style: Style,
    method: &'a Method,
    api: &'static str,
}

impl Own for Host<'_> {
    fn launch(&self, number: usize, out: &mut Lines) {
        let Some(kernel) = self.method.kernels.get(number) else {
            return;
        };
        match &kernel.shape {
            Shape::Single => {
                self.call(kernel, "1", "1", out);
            }
            Shape::Grid(axes) => self.grid(kernel, axes, out),
            Shape::OneBlock(axes) => self.one_block(kernel, axes, out),
            Shape::Blocks(outer, inner) => self.blocks(kernel, outer, inner, out),
        }
    }

    fn end(&self, value: Option<&Expr>, out: &mut Lines) {
        if let Some(value) = value {
            let doc = pretty::RcDoc::text("*result = ").append(self.style.expr(value));
            out.doc(doc.append(";"));
        }
        out.line(&format!("return {}Success;", self.api));
    }
}

impl Host<'_> {
    /// The launch itself, and its error.
    fn call(&self, kernel: &Kernel, grid: &str, block: &str, out: &mut Lines) {
        let args: Vec<String> = kernel
            .params
            .iter()
            .map(|one| one.name().to_owned())
            .collect();
        let head = format!("{}<<<{grid}, {block}, 0, stream>>>", kernel.name);
        out.list(&head, &args, ";");
        let api = self.api;
        out.open(&format!(
            "if (const {api}Error_t error = {api}GetLastError()) {{"
        ));
        out.line("return error;");
        out.close("}");
    }

    /// The numbers of threads; gives the condition that there are any.
    fn counts(&self, axes: &[Axis], names: &[&str], out: &mut Lines) -> String {
        let mut conditions = Vec::new();
        for (axis, name) in axes.iter().rev().zip(names) {
            let count = self.style.expr(&extent(axis));
            let doc = pretty::RcDoc::text(format!("const long long {name} = ")).append(count);
            out.doc(doc.append(";"));
            conditions.push(format!("{name} > 0"));
        }
        conditions.join(" && ")
    }

    fn invalid(&self, condition: &str, out: &mut Lines) {
        out.line(&format!("if ({condition}) {{"));
        out.line(&format!("  return {}ErrorInvalidConfiguration;", self.api));
        out.line("}");
    }

    fn grid(&self, kernel: &Kernel, axes: &[Axis], out: &mut Lines) {
        let names = names(axes);
        let block = BLOCK.get(axes.len()).copied().unwrap_or_default();
        out.open("{");
        let any = self.counts(axes, names, out);
        out.open(&format!("if ({any}) {{"));
        let mut grid = Vec::new();
        for (dimension, (name, size)) in names.iter().zip(block).enumerate() {
            let most = MOST_BLOCKS.get(dimension).copied().unwrap_or_default();
            // In 32 bits there cannot be more in the first dimension.
            if dimension > 0 || self.style.width != Width::Bits32 {
                self.invalid(&format!("{name} > {most}LL * {size}"), out);
            }
            grid.push(format!("(unsigned)(({name} - 1) / {size} + 1)"));
        }
        let sizes: Vec<String> = block.iter().map(ToString::to_string).collect();
        match axes.len() {
            1 => self.call(kernel, &grid.concat(), &sizes.concat(), out),
            _ => {
                out.line(&format!("const dim3 blocks({});", grid.join(", ")));
                self.call(
                    kernel,
                    "blocks",
                    &format!("dim3({})", sizes.join(", ")),
                    out,
                );
            }
        }
        out.close("}");
        out.close("}");
    }

    fn one_block(&self, kernel: &Kernel, axes: &[Axis], out: &mut Lines) {
        let names = names(axes);
        out.open("{");
        let any = self.counts(axes, names, out);
        out.open(&format!("if ({any}) {{"));
        // One after the other, so that no product overflows.
        let mut limits: Vec<String> = names
            .iter()
            .map(|name| format!("{name} > {MOST_THREADS}"))
            .collect();
        if let [_, _, z] = names {
            limits.push(format!("{z} > 64"));
        }
        if names.len() > 1 {
            limits.push(format!("{} > {MOST_THREADS}", names.join(" * ")));
        }
        self.invalid(&limits.join(" || "), out);
        let sizes: Vec<String> = names
            .iter()
            .map(|name| format!("(unsigned){name}"))
            .collect();
        let block = match sizes.as_slice() {
            [only] => only.clone(),
            _ => format!("dim3({})", sizes.join(", ")),
        };
        self.call(kernel, "1", &block, out);
        out.close("}");
        out.close("}");
    }

    fn blocks(&self, kernel: &Kernel, outer: &Axis, inner: &Axis, out: &mut Lines) {
        out.open("{");
        let first = self.counts(std::slice::from_ref(outer), &["blocks"], out);
        let second = self.counts(std::slice::from_ref(inner), &["threads"], out);
        out.open(&format!("if ({first} && {second}) {{"));
        let most = MOST_BLOCKS[0];
        self.invalid(&format!("blocks > {most} || threads > {MOST_THREADS}"), out);
        self.call(kernel, "(unsigned)blocks", "(unsigned)threads", out);
        out.close("}");
        out.close("}");
    }
}

/// The names of the numbers of threads, in the order of the dimensions.
pub(super) fn names(axes: &[Axis]) -> &'static [&'static str] {
    match axes.len() {
        1 => &["threads"],
        2 => &["threads_x", "threads_y"],
        _ => &["threads_x", "threads_y", "threads_z"],
    }
}
