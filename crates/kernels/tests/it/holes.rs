//! Small programs of which the graph once said less than the text, and their like: what must stand in
//! the graph, and what must be refused.

use clang::find::Program;
use clang::tree::Language;
use clang::{Request, read};

/// The graph as text behind a kernel's or function's name, or the reason why there is none.
fn lowered(language: Language, text: &str) -> String {
    let reading = read(&Request::new("k.cu", text, language));
    let graphs = kernels::lower(&reading.unit);
    if let Err(fault) = kernel_graph::check(&graphs.module) {
        return format!("malformed: {fault}");
    }
    let mut said = String::new();
    for kernel in &reading.kernels {
        for error in &kernel.errors {
            said.push_str(&format!("unread {} {}\n", error.code, error.message));
        }
        if let Some(why) = kernel.function.and_then(|id| graphs.refused.get(&id)) {
            said.push_str(&format!("refused {} {}\n", why.code, why.message));
        }
    }
    said + &kernel_graph::print(&graphs.module)
}

/// Demands that each fragment occurs, in this order; those with `!` before them must not occur at all.
fn demand(language: Language, text: &str, fragments: &[&str]) {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let graph = lowered(language, text);
    let mut from = 0;
    for fragment in fragments {
        if let Some(absent) = fragment.strip_prefix('!') {
            assert!(!graph.contains(absent), "{absent} in\n{text}\n{graph}");
            continue;
        }
        let found = graph[from..].find(fragment);
        assert!(found.is_some(), "no {fragment} in\n{text}\n{graph}");
        from += found.unwrap_or(0) + fragment.len();
    }
}

fn cuda(text: &str, fragments: &[&str]) {
    demand(Language::Cuda, text, fragments);
}

fn opencl(text: &str, fragments: &[&str]) {
    demand(Language::OpenCl, text, fragments);
}

#[test]
fn a_destructor_is_not_lost() {
    let guard = "struct G { int *p; __device__ G(int *q) : p(q) {} __device__ ~G() { *p = 1; } };";
    let local = format!("{guard} __global__ void k(int *p) {{ G g(p); }}");
    cuda(&local, &["refused K203"]);
    let temporary = format!("{guard} __global__ void k(int *p) {{ G(p).p[3] = 2; }}");
    cuda(&temporary, &["refused K203"]);
    let part = format!("{guard} struct H {{ G g; }}; __global__ void k(int *p) {{ H h{{G(p)}}; }}");
    cuda(&part, &["refused K203"]);
}

#[test]
fn a_virtual_call_is_refused() {
    cuda(
        "struct V { __device__ virtual void f(int *p) { p[0] = 1; } };
         struct W : V { __device__ void f(int *p) override { p[1] = 1; } };
         __global__ void k(int *p) { W w; V &v = w; v.f(p); }",
        &["refused"],
    );
}

#[test]
fn dynamic_shared_memory_is_one_array() {
    cuda(
        "extern __shared__ float a[];
         __global__ void k() { extern __shared__ int b[]; a[threadIdx.x] = 1; b[0] = 2; }",
        &["Shared, Dynamic", "!@a.1 ", "store", "store"],
    );
    if Program::find().is_some() {
        let graph = lowered(
            Language::Cuda,
            "extern __shared__ float a[];
             __global__ void k() { extern __shared__ int b[]; a[threadIdx.x] = 1; b[0] = 2; }",
        );
        assert_eq!(graph.matches("Shared, Dynamic").count(), 1, "{graph}");
    }
}

#[test]
fn lambdas_reach_the_variables_that_they_capture() {
    cuda(
        "__global__ void k(int *p) { int i = 3; auto f = [&](int k) { i += k; p[i] = k; }; f(1); }",
        &[
            "operator()(%this.0: ptr",
            "load %this.0",
            "!@i.: Global",
            "!`i`: Global",
            "!`p`: Global, Variable",
        ],
    );
}

#[test]
fn generic_lambdas_and_those_of_the_host_have_their_captures() {
    cuda(
        "__global__ void k(float *p, int n) { int hits = 0;
           auto add = [&hits, p, scale = 2.0f * n](auto i) mutable { hits += i; return p[i] * scale; };
           p[0] = add(threadIdx.x); }",
        &["operator()", "load %this.0", "load (offset %this.0 8:i64)", "!: Global, Variable"],
    );
    cuda(
        "template <class F> __global__ void run(F f, int n) { if (threadIdx.x < n) f(threadIdx.x); }
         void host(float *x) { run<<<1, 32>>>([=] __device__ (int i) { x[i] = 1.f; }, 3); }",
        &["operator()", "load %this.0", "!: Global, Variable"],
    );
    cuda(
        "struct S { int k; __device__ void f(int *p) { auto g = [this](int i) { return k + i; }; p[g(1)] = 1; } };
         __global__ void k(int *p) { S s{4}; s.f(p); }",
        &["operator()", "%2: ptr = load %this.0", "load %2"],
    );
}

#[test]
fn swizzles_of_swizzles_name_elements_of_the_vector() {
    opencl(
        "__kernel void k(__global float4 *p) { float4 v = p[0]; v.lo = v.hi.yx; v.hi.x = 1.0f; p[1] = v.wzyx.hi.xyxy; }",
        &[
            "load (offset @v.2 12:i64)",
            "load (offset @v.2 8:i64)",
            "!refused",
        ],
    );
}

#[test]
fn bit_fields_are_changed_as_such() {
    cuda(
        "struct B { unsigned a : 3; unsigned b : 5; };
         __global__ void k(int *p) { B b; b.a = 1; b.b = 2; b.b++; p[0] = ++b.b; p[b.a = 2] = 1; }",
        &["shiftrightunsigned", "add", "4294967047:i32"],
    );
    cuda(
        "struct B { unsigned a : 3; unsigned b : 5; };
         __global__ void k(int *p, bool c) { B b; b.a = 1; b.b = 2; p[c ? b.a : b.b] = 1; p[(c ? b.a : b.b) = 3] = 2; }",
        &["refused K201"],
    );
}

#[test]
fn an_initial_value_of_shared_memory_is_not_lost() {
    cuda(
        "struct C { int x; __device__ C() { x = 1; } };
         __global__ void k(int *p) { __shared__ C c; p[0] = c.x; }",
        &["!load @c.1"],
    );
}

#[test]
fn functions_of_a_work_group_are_barriers_that_order_nothing() {
    opencl(
        "__kernel void k(__global int *p) { if (get_local_id(0) < 3) p[0] = work_group_reduce_add(p[1]); }",
        &["!barrier block shared"],
    );
    opencl(
        "__kernel void k(__global int *p, __local int *l) {
           event_t e = async_work_group_copy(l, p, 16, 0); wait_group_events(1, &e); p[0] = l[1]; }",
        &["barrier block\n", "copy async block", "barrier block\n", "wait"],
    );
}

#[test]
fn flags_that_are_computed_choose_a_barrier() {
    opencl(
        "__kernel void k(__global int *p, int n) { barrier(n ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE); }",
        &[
            "switch",
            "barrier block\n",
            "barrier block shared\n",
            "barrier block global\n",
            "barrier block shared global\n",
        ],
    );
}

#[test]
fn cooperative_groups_are_barriers() {
    cuda(
        "#include <cooperative_groups.h>
         namespace cg = cooperative_groups;
         __global__ void k(int *p) { auto b = cg::this_thread_block(); auto t = cg::tiled_partition<16>(b);
           t.sync(); p[0] = t.shfl(1, 2); b.sync(); cg::sync(b); p[1] = cg::reduce(t, 3, cg::plus<int>()); }",
        &[
            "barrier block\n",
            "barrier block\n",
            "barrier tile(16) shared global\n",
            "barrier tile(16)\n",
            "Shuffle",
            "barrier block shared global\n",
            "barrier block shared global\n",
            "barrier tile(16)\n",
            "Other",
        ],
    );
    cuda(
        "#include <cooperative_groups.h>
         namespace cg = cooperative_groups;
         __global__ void k(int *p) { auto b = cg::this_thread_block(); auto t = cg::tiled_partition<16>(b);
           p[1] = cg::reduce(t, 3, [=](int a, int b) { p[0] = a; return a + b; }); }",
        &["refused K204"],
    );
}

#[test]
fn functions_that_are_not_known_are_external_calls() {
    cuda(
        "__device__ float mystery(float x); __device__ float tex2Dfoo(float x);
         __global__ void k(float *p) { p[0] = mystery(p[1]); p[1] = tex2Dfoo(p[2]); }",
        &[
            "call external mystery",
            "call external tex2Dfoo",
            "!function(\"mystery\")",
        ],
    );
    cuda(
        "template<class T> __device__ T reduce(T *x); __device__ void sync(int *p);
         __global__ void k(int *p) { p[0] = reduce(p); sync(p); }",
        &["call external reduce", "call external sync", "!barrier"],
    );
    cuda(
        "__global__ void k(float *p, char *s) { printf(\"%d\\n\", 3); printf(\"%s\", s); }",
        &["call external printf"],
    );
}

#[test]
fn assertions_are_data() {
    opencl(
        "__kernel void k(__global int *p) { __requires(p[0] > 1); __global_assert(p[0] > 2);
           __requires_fresh_array(p); __barrier_invariant_1(p[get_local_id(0)] == 0, get_local_id(0));
           __read_permission(int, p[3]); for (int i = 0; __invariant(i >= 0), i < 3; i++) p[i] = 0;
           __function_wide_invariant(__implies(__write(p), __write_offset_bytes(p) == 4)); __ensures(__old_int(p[0]) == 1); }",
        &["requires", "everywhere assert", "fresh", "barrier invariant", "read permission", "invariant", "every loop invariant", "ensures"],
    );
    cuda(
        "#include <assert.h>\n__global__ void k(int *p) { assert(p[threadIdx.x] > 0); __builtin_assume(p[0] == 2); }",
        &["load (", "assert", "load ghost", "assume"],
    );
}

#[test]
fn values_keep_their_width_and_sign() {
    cuda(
        "__global__ void k(int *p, char c, unsigned char u, unsigned n) {
           p[(unsigned char)(c + u)] = 1; p[n - 1] = c >> 1; p[c] = u << 3; }",
        &[
            "zeroextend.i64 (truncate.i8",
            "shiftrightsigned",
            "zeroextend.i64 (sub",
            "signextend.i64",
        ],
    );
}

#[test]
fn what_is_normalized_depends_on_all_elements() {
    opencl(
        "__kernel void k(__global float4 *p) { p[0] = normalize(p[1]); p[2] = sin(p[3]); }",
        &["function(\"normalize.0("],
    );
}

#[test]
fn sizes_that_the_program_demands_are_data() {
    if Program::find().is_none() {
        return;
    }
    let text =
        "constexpr int T = 16; __global__ void __launch_bounds__(T * T, 2) k(int *p) { p[0] = 1; }";
    let reading = read(&Request::new("k.cu", text, Language::Cuda));
    let graphs = kernels::lower(&reading.unit);
    assert_eq!(graphs.module.functions[0].most_threads, Some(256));
    let text = "__attribute__((reqd_work_group_size(8, 4, 1))) __kernel void k(__global int *p) { p[0] = 1; }";
    let reading = read(&Request::new("k.cl", text, Language::OpenCl));
    let graphs = kernels::lower(&reading.unit);
    assert_eq!(graphs.module.functions[0].required_block, Some([8, 4, 1]));
}

#[test]
fn names_of_the_language_in_namespaces_are_the_programs() {
    let text = "namespace mine { __device__ void __syncthreads();
         __global__ void k(int *p) { __syncthreads(); p[0] = 1; } }";
    cuda(text, &["!barrier"]);
    // A prefix of the table stands for no function that the program declares.
    let text = "__device__ int __vsetup(int); __global__ void k(int *p) { p[__vsetup(3)] = 1; }";
    cuda(text, &["external"]);
}
