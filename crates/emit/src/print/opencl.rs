//! The host function of OpenCL, in C.

use super::Style;
use super::check;
use super::host::names;
use super::lines::Lines;
use super::stmt::Own;
use crate::Width;
use crate::code::{Axis, Expr, Kernel, Method, Shape, Stmt};
use crate::contract::{BLOCK, extent};
use crate::launch::MOST_THREADS;

/// Prints it.
pub(crate) fn host(style: Style, method: &Method, out: &mut Lines) {
    let mut params = vec![
        "cl_program program".to_owned(),
        "cl_command_queue queue".to_owned(),
    ];
    params.extend(method.params.iter().map(|one| style.param(one)));
    if let Some(ty) = method.result {
        params.push(format!("{} *result", style.scalar(ty)));
    }
    out.line(&format!(
        "// `{}`. Each buffer is followed by its length in elements; the queue executes in order.",
        method.title
    ));
    out.list(&format!("cl_int run_{}", method.name), &params, " {");
    out.deeper();
    let args = check::args(method);
    out.line(&format!("if (check_{}({args}) != NULL) {{", method.name));
    out.line("  return CL_INVALID_VALUE;");
    out.line("}");
    style.stmts(&method.body, &Host { style, method }, out);
    if !matches!(method.body.last(), Some(Stmt::Return(_))) {
        out.line("return CL_SUCCESS;");
    }
    out.close("}");
    out.line("");
}

struct Host<'a> {
    style: Style,
    method: &'a Method,
}

impl Own for Host<'_> {
    fn launch(&self, number: usize, out: &mut Lines) {
        let Some(kernel) = self.method.kernels.get(number) else {
            return;
        };
        out.open("{");
        match &kernel.shape {
            Shape::Single => {
                let one = ["1".to_owned()];
                self.enqueue(kernel, &one, &one, out);
            }
            Shape::Grid(axes) => {
                let names = names(axes);
                let block = BLOCK.get(axes.len()).copied().unwrap_or_default();
                self.counts(axes, names, out);
                let global = names.iter().zip(block);
                let global = global
                    .map(|(name, size)| format!("((size_t)({name} - 1) / {size} + 1) * {size}"));
                let global: Vec<String> = global.collect();
                if self.style.width == Width::Bits64 {
                    for name in names {
                        // Whole blocks of so many threads must not overflow a size.
                        self.invalid(&format!("{name} > 9223372036854775807LL - 256"), out);
                    }
                }
                let local: Vec<String> = block.iter().map(ToString::to_string).collect();
                self.enqueue(kernel, &global, &local, out);
                out.close("}");
            }
            Shape::OneBlock(axes) => {
                let names = names(axes);
                self.counts(axes, names, out);
                let each = names.iter().map(|name| format!("{name} > {MOST_THREADS}"));
                let mut limits: Vec<String> = each.collect();
                if names.len() > 1 {
                    limits.push(format!("{} > {MOST_THREADS}", names.join(" * ")));
                }
                self.invalid(&limits.join(" || "), out);
                let sizes: Vec<String> =
                    names.iter().map(|name| format!("(size_t){name}")).collect();
                self.enqueue(kernel, &sizes, &sizes, out);
                out.close("}");
            }
            Shape::Blocks(outer, inner) => {
                let axes = [inner.clone(), outer.clone()];
                self.counts(&axes, &["blocks", "threads"], out);
                let limit = format!("blocks > 2147483647 || threads > {MOST_THREADS}");
                self.invalid(&limit, out);
                let global = ["(size_t)blocks * (size_t)threads".to_owned()];
                self.enqueue(kernel, &global, &["(size_t)threads".to_owned()], out);
                out.close("}");
            }
        }
        out.close("}");
    }

    fn end(&self, value: Option<&Expr>, out: &mut Lines) {
        if let Some(value) = value {
            let doc = pretty::RcDoc::text("*result = ").append(self.style.expr(value));
            out.doc(doc.append(";"));
        }
        out.line("return CL_SUCCESS;");
    }
}

impl Host<'_> {
    /// The numbers of threads, in the order of the dimensions, and a scope that is entered if there are any.
    fn counts(&self, axes: &[Axis], names: &[&str], out: &mut Lines) {
        let mut conditions = Vec::new();
        for (axis, name) in axes.iter().rev().zip(names) {
            let count = self.style.expr(&extent(axis));
            let doc = pretty::RcDoc::text(format!("const long long {name} = ")).append(count);
            out.doc(doc.append(";"));
            conditions.push(format!("{name} > 0"));
        }
        out.open(&format!("if ({}) {{", conditions.join(" && ")));
    }

    fn invalid(&self, condition: &str, out: &mut Lines) {
        out.line(&format!("if ({condition}) {{"));
        out.line("  return CL_INVALID_WORK_GROUP_SIZE;");
        out.line("}");
    }

    fn enqueue(&self, kernel: &Kernel, global: &[String], local: &[String], out: &mut Lines) {
        let count = local.len();
        out.line(&format!(
            "const size_t global[{count}] = {{{}}};",
            global.join(", ")
        ));
        out.line(&format!(
            "const size_t local[{count}] = {{{}}};",
            local.join(", ")
        ));
        out.line("cl_int status = CL_SUCCESS;");
        out.line(&format!(
            "cl_kernel prepared = clCreateKernel(program, \"{}\", &status);",
            kernel.name
        ));
        for (number, param) in kernel.params.iter().enumerate() {
            let name = param.name();
            out.line("if (status == CL_SUCCESS) {");
            out.line(&format!(
                "  status = clSetKernelArg(prepared, {number}, sizeof {name}, &{name});"
            ));
            out.line("}");
        }
        out.line("if (status == CL_SUCCESS) {");
        out.line(&format!(
            "  status = clEnqueueNDRangeKernel(queue, prepared, {count}, NULL, global, local, 0, NULL, NULL);"
        ));
        out.line("}");
        out.line("if (prepared != NULL) {");
        out.line("  clReleaseKernel(prepared);");
        out.line("}");
        out.line("if (status != CL_SUCCESS) {");
        out.line("  return status;");
        out.line("}");
    }
}
