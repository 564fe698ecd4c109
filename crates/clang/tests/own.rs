//! Small kernels as people write them: each file says in its first lines which kernels are read and which
//! are not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

use std::path::{Path, PathBuf};
use text::code::Code;

use clang::find::Program;
use clang::tree::{
    BinaryOp, Expr, ExprKind, Field, Language, Record, Stmt, StmtKind, TemplateArgument,
};
use clang::types::{Target, Type};
use clang::{Reading, Request, read};

fn skipped() -> bool {
    let missing = Program::find().is_none();
    if missing {
        eprintln!("skipped: there is no clang (./x setup)");
    }
    missing
}

fn language(path: &Path) -> Language {
    if path.extension().is_some_and(|end| end == "cl") {
        Language::OpenCl
    } else {
        Language::Cuda
    }
}

fn cuda(text: &str) -> Reading {
    read(&Request::new("k.cu", text, Language::Cuda))
}

/// The names after a word in the first lines, in order.
fn listed(text: &str, word: &str) -> Vec<String> {
    let mut names: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix(word))
        .flat_map(|line| {
            // A comma inside of template arguments does not end a name.
            let mut depth = 0;
            line.split(move |letter| {
                match letter {
                    '<' | '(' => depth += 1,
                    '>' | ')' => depth -= 1,
                    _ => {}
                }
                letter == ',' && depth == 0
            })
            .map(|name| name.trim().to_owned())
            .collect::<Vec<_>>()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn kernels_of_files() {
    if skipped() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 12);
    let mut wrong = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let reading = read(&Request::new(
            path.to_string_lossy(),
            &text,
            language(&path),
        ));
        for (word, want_errors) in [("// read:", false), ("// unread:", true)] {
            let mut found: Vec<String> = reading
                .kernels
                .iter()
                .filter(|kernel| kernel.errors.is_empty() != want_errors)
                .map(|kernel| kernel.name.clone())
                .collect();
            found.sort();
            let expected = listed(&text, word);
            if found != expected {
                wrong.push(format!(
                    "{}: {word} {found:?}, not {expected:?}",
                    path.display()
                ));
            }
        }
        if !reading.errors.is_empty() {
            wrong.push(format!("{}: {:?}", path.display(), reading.errors));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What clang says of sizes and offsets is what is computed here.
#[test]
fn layouts_are_clangs() {
    if skipped() {
        return;
    }
    let text = r#"
struct Empty {};
struct Bits { int a : 3; unsigned b : 30; char c; short d : 9; long long e : 40; };
struct Mixed { char a; double b; char c; };
struct __attribute__((packed)) Packed { char a; double b; int c : 5; short d; };
struct alignas(32) Wide { float4 v; char c; };
union Both { char c[7]; int i; double d; };
enum Small : unsigned char { kOne };
enum Plain { kZero, kBig = 70000 };
struct Inner { Both both; Small small; Plain plain; float3 v[2]; };
struct Parent { int n; char c[4]; Parent(); };
struct Child : Parent { char d; };
struct PackedField { char a; int b __attribute__((packed)); short c; };
enum Wider { kMost = 1ull << 32, kOne2 = 1 };
enum Signed { kLeast = -1, kTop = 0x80000000u };
struct Enums { char a; Wider b; char c; Signed d; };
struct FromEmpty : Empty { int x; };
struct Pointers { void *p; int (*f)(int); int &r; long l; long long ll; size_t s; };
struct Tail { int n; char rest[]; };
struct Nested { struct { int a; char b; } s; union { int u; char w[9]; }; half h; };
struct Member { Child child; FromEmpty e; Nested n; Bits bits; Packed p; Wide w; };
__global__ void k(Empty a, Bits b, Mixed c, Packed d, Wide e, Inner *f, Child *g, PackedField *h,
                  Pointers *i, Tail *j, Member *l, Enums *m) {}
"#;
    for target in [Target::Bits32, Target::Bits64] {
        let mut request = Request::new("k.cu", text, Language::Cuda);
        request.target = target;
        let reading = read(&request);
        assert!(reading.clang.is_empty(), "{:?}", reading.clang);
        let mut checks = String::new();
        let mut count = 0;
        let records = &reading.unit.records;
        for record in records.iter().filter(|record| !record.name.is_empty()) {
            let Record { name, layout, .. } = record;
            if name.contains("::") && record.place.span.file != 0 {
                continue;
            }
            let layout = layout.as_ref().unwrap_or_else(|| {
                let without = |name: &&Record| name.layout.is_none();
                let names: Vec<_> = records.iter().filter(without).map(|r| &r.name).collect();
                panic!("no layout: {names:?}")
            });
            if name.ends_with("::") {
                continue;
            }
            let (size, align) = (layout.size, layout.align);
            checks += &format!(
                "static_assert(sizeof({name}) == {size} && alignof({name}) == {align}, \"{name}\");\n"
            );
            count += 1;
            for (
                Field {
                    name: field, bits, ..
                },
                at,
            ) in record.fields.iter().zip(&layout.fields)
            {
                if bits.is_none() && !field.is_empty() {
                    let at = at / 8;
                    checks += &format!(
                        "static_assert(__builtin_offsetof({name}, {field}) == {at}, \"{name}.{field}\");\n"
                    );
                }
            }
        }
        assert!(count >= 16, "{count} records");
        request.text = format!("{text}\n{checks}");
        let reading = read(&request);
        let said: Vec<_> = reading.clang.iter().map(|error| &error.message).collect();
        assert!(said.is_empty(), "{target:?}: {said:#?}");
    }
}

/// Where the target's rules depend on what is not looked at, a class has no layout.
#[test]
fn unclear_layouts_are_not_guessed() {
    if skipped() {
        return;
    }
    let text = r#"
struct Empty {};
struct Other {};
struct Tail { int n; char c; };
struct AfterTail : Tail { char d; };
struct TwoEmpty : Empty, Other { int x; };
struct EmptyTwice : Empty { Empty e; int x; };
struct __attribute__((packed)) PackedBase : Tail { int x; };
typedef Tail Aligned __attribute__((aligned(16)));
struct HasAligned { char c; Aligned a; };
typedef int Wide __attribute__((aligned(16)));
typedef const Wide Wider;
struct HasWide { char c; Wide w; };
struct HasWider { char c; Wider w; };
struct Virtual { virtual void f(); int n; };
__global__ void k(AfterTail *a, TwoEmpty *b, EmptyTwice *c, PackedBase *d, HasAligned *e, Virtual *f,
                  HasWide *g, HasWider *h) {}
"#;
    let reading = read(&Request::new("k.cu", text, Language::Cuda));
    assert!(reading.clang.is_empty(), "{:?}", reading.clang);
    for name in [
        "AfterTail",
        "TwoEmpty",
        "EmptyTwice",
        "PackedBase",
        "HasAligned",
        "Virtual",
        "HasWide",
        "HasWider",
    ] {
        let mut records = reading.unit.records.iter();
        let record = records.find(|record| record.name == name).unwrap();
        assert!(record.layout.is_none(), "{name}: {:?}", record.layout);
    }
}

fn body<'r>(reading: &'r Reading, name: &str) -> &'r [Stmt] {
    let kernel = reading
        .kernels
        .iter()
        .find(|kernel| kernel.name == name)
        .unwrap();
    assert!(kernel.errors.is_empty(), "{:?}", kernel.errors);
    let function = reading.unit.function(kernel.function.unwrap()).unwrap();
    match &function.body.as_ref().unwrap().kind {
        StmtKind::Block(statements) => statements,
        other => panic!("{other:?}"),
    }
}

#[test]
fn places_through_macros() {
    if skipped() {
        return;
    }
    let text = "#define TWICE(x) ((x) + (x))\n__global__ void k(int *p) { p[0] = TWICE(p[1]); }\n";
    let reading = cuda(text);
    let StmtKind::Expr(Expr {
        kind: ExprKind::Assign { left, right, .. },
        ..
    }) = &body(&reading, "k")[0].kind
    else {
        panic!("an assignment");
    };
    let unit = &reading.unit;
    assert_eq!(unit.slice(left.place.span), "p[0]");
    assert!(left.place.spelling.is_none());
    assert_eq!(unit.slice(right.place.span), "TWICE");
    assert!(right.place.in_macro());
    assert_eq!(unit.slice(right.place.text_span()), "(x) + (x)");
    let ExprKind::Binary { op, left, .. } = &right.kind else {
        panic!("a sum");
    };
    assert_eq!(*op, BinaryOp::Add);
    let ExprKind::Cast { operand, .. } = &left.kind else {
        panic!("a value");
    };
    assert!(!operand.place.in_macro());
    assert_eq!(unit.slice(operand.place.text_span()), "p[1]");
}

#[test]
fn instances_on_demand() {
    if skipped() {
        return;
    }
    let text =
        "template<class T, int N> __global__ void k(T *p) { p[threadIdx.x % N] = sizeof(T); }\n";
    assert_eq!(cuda(text).kernels[0].errors[0].code, Code::K009);
    let mut request = Request::new("k.cu", text, Language::Cuda);
    request.instantiate = vec!["k<short, 128>".into()];
    let reading = read(&request);
    let kernel = &reading.kernels[0];
    assert_eq!(
        (kernel.name.as_str(), reading.kernels.len()),
        ("k<short, 128>", 1)
    );
    assert!(kernel.errors.is_empty(), "{:?}", kernel.errors);
    let function = reading.unit.function(kernel.function.unwrap()).unwrap();
    let [TemplateArgument::Type(ty), TemplateArgument::Integer(128)] =
        function.template_arguments[..]
    else {
        panic!("{:?}", function.template_arguments);
    };
    assert!(matches!(reading.unit.types.get(ty.id), Type::Int(_)));
}

#[test]
fn without_clang() {
    let mut request = Request::new("k.cu", "", Language::Cuda);
    request.program = Some(Program::new("/nowhere/clang"));
    let reading = read(&request);
    assert_eq!(reading.errors[0].code, Code::K006);
    assert!(reading.kernels.is_empty());
}

#[test]
fn limits_are_answers() {
    if skipped() {
        return;
    }
    // Each level doubles the work: clang would not end.
    let text = "template<int N, int M> struct F { static const int v = F<N - 1, 2 * M>::v + F<N - 1, 2 * M + 1>::v; };\n\
                template<int M> struct F<0, M> { static const int v = 1; };\n\
                __global__ void k(int *p) { p[0] = F<28, 0>::v; }\n";
    let mut request = Request::new("k.cu", text, Language::Cuda);
    request.limits.time = std::time::Duration::from_millis(300);
    let reading = read(&request);
    assert_eq!(reading.errors[0].code, Code::K006, "{:?}", reading.errors);

    // Depth beyond what is read.
    let text = format!(
        "__global__ void k(int *p) {{ p[0] = {}1; }}\n",
        "-~".repeat(4000)
    );
    let reading = cuda(&text);
    let codes: Vec<_> = reading.errors.iter().map(|error| error.code).collect();
    assert!(!codes.is_empty() || !reading.kernels[0].errors.is_empty());
}

#[test]
fn a_guess_behind_an_error_is_not_relied_on() {
    if skipped() {
        return;
    }
    let reading = cuda(
        "typedef missing_t mine;
         typedef mine other;
         enum { EA = missing_constant, EB };
         constexpr int N = missing_constant2 + 1;
         #define SIZE (N * 2)
         struct P { undeclared_t x; int y; };
         struct Q { int a; static_assert(sizeof(int) == 8, \"no\"); int b; };
         struct R { int a; void host_only() { undeclared(); } };
         __global__ void by_assertion(Q *q) { q->b = 1; }
         __global__ void by_typedef(other *q) { q[1] = 1; }
         __global__ void by_enum(int *p) { p[EB] = 1; }
         __global__ void by_macro(int *p) { p[SIZE] = 1; }
         __global__ void by_struct(P *p) { p->y = 1; }
         __global__ void good(int *p, int x, R *r) { int y = x; p[y] = r->a; }
         void host() { auto y = undeclared(); missing_t x = y; }",
    );
    for kernel in &reading.kernels {
        assert_eq!(
            kernel.errors.is_empty(),
            kernel.name == "good",
            "{kernel:?}"
        );
    }
    assert_eq!(reading.kernels.len(), 6);
}

#[test]
fn conditions_on_unknown_names_are_assumptions() {
    if skipped() {
        return;
    }
    let text = "#define KNOWN 1\n__global__ void k(int *p) {\n#if defined(FAST) && KNOWN && __CUDA_ARCH__ >= 700\n\
                __syncthreads();\n#elif VERSION >= 3\n#endif\n p[0] = 1; }\n#ifdef OUTSIDE\n#endif\n";
    let reading = cuda(text);
    let names: Vec<&str> = reading.kernels[0]
        .assumed
        .iter()
        .map(|said| {
            let span = said.primary.as_ref().unwrap().span;
            text.get(span.start as usize..span.end as usize).unwrap()
        })
        .collect();
    assert_eq!(names, ["FAST", "__CUDA_ARCH__", "VERSION"]);
}

/// Which kernels of a text are read without an error.
fn understood(text: &str) -> Vec<String> {
    let reading = cuda(text);
    let fine = reading.kernels.iter().filter(|k| k.errors.is_empty());
    fine.map(|k| k.name.clone()).collect()
}

/// A second way of reading a file finds empty files for what the first one missed, if they are left there.
#[test]
fn a_missing_part_of_a_body_is_missing_in_every_way_of_reading() {
    if skipped() {
        return;
    }
    let part = "#define BODY \"gone.inc\"\n";
    // Read a second time as C++, for a guessed instance, and without an instance that has no name behind the text.
    for text in [
        "int twice(int x) { return 2 * x; }
         __global__ void wrong(int *a) { int i = threadIdx.x;
         #include BODY
         a[i] = twice(i); }",
        "template <typename T> __global__ void wrong(T *a) { int i = threadIdx.x;
         #include BODY
         a[i] = 1; }",
        "__global__ void wrong(int *a) { int i = threadIdx.x;
         #include BODY
         a[i] = 1; }
         template <typename T> __global__ void t(T *a) { a[threadIdx.x] = 1; }
         template <typename T> void h(T *a) { t<T><<<1, 32>>>(a); }",
    ] {
        let names = understood(&format!("{part}{text}"));
        let wrong = names.iter().find(|name| name.starts_with("wrong"));
        assert_eq!(wrong, None, "{text}");
    }
    // As OpenCL 3.0.
    let text = "kernel void wrong(global int *a) { size_t i = get_local_id(0);
         #include BODY
         generic int *p = a; a[i] = 1; }";
    let reading = read(&Request::new(
        "k.cl",
        format!("{part}{text}"),
        Language::OpenCl,
    ));
    let [kernel] = reading.kernels.as_slice() else {
        panic!("one kernel");
    };
    assert!(!kernel.errors.is_empty());
}

#[test]
fn errors_count_wherever_they_change_a_kernel() {
    if skipped() {
        return;
    }
    // An overload and a specialization that clang drops: it takes others, and says nothing.
    let text = "__device__ int f(missing_t x) { return 1; }
         __device__ int f(double x) { return 3; }
         template<typename T> struct Tr { static const int n = 3; };
         template<> struct Tr<missing_t> { static const int n = 4; };
         __global__ void by_overload(int *a) { a[f(1.5f)] = 1; }
         __global__ void by_trait(int *a) { a[Tr<float>::n] = 1; }
         __global__ void good(int *a) { a[0] = 1; }";
    assert_eq!(understood(text), ["good"]);
    // Arguments of a macro that makes a kernel.
    let text = "#define OP(name, expr) __global__ void name(int *a) { a[expr] = 1; }
         OP(wrong, IDX)
         OP(right, threadIdx.y)
         #define KERNEL(...) __global__ void __VA_ARGS__
         KERNEL(whole(int *a) { a[IDX] = 1; })";
    assert_eq!(understood(text), ["right"]);
    // A parameter hides what has its name further out; not a macro, and not what is asked for by `::`.
    let text = "__global__ void good(float *losses, int n) { losses[threadIdx.x] = n; }
         missing_t losses(missing_t p) { good<<<1, 64>>>(p.data(), 64); return p; }
         __global__ void by_scope(float *losses) { losses[0] = sizeof(::losses(1)); }
         __global__ void by_name(float *a) { a[0] = sizeof(losses(1)); }";
    assert_eq!(understood(text), ["good"]);
    // A condition with an error: nobody knows which branch holds.
    let text = "#if VERSION_AT_LEAST(9)
         #define SYNC()
         #else
         #define SYNC() __syncthreads()
         #endif
         __global__ void wrong(int *a) { SYNC(); a[0] = 1; }
         __global__ void good(int *a) { a[0] = 1; }";
    assert_eq!(understood(text), ["good"]);
    // Parts of a body in a file that is not there.
    let text = "__global__ void wrong(int *a) { a[0] = 1;
         #include \"gone.inc\"
         }
         __global__ void good(int *a) { a[0] = 1; }";
    assert_eq!(understood(text), ["good"]);
    // Two definitions of one name.
    let text = "__global__ void twice(int *a) { a[0] = 1; }
         __global__ void twice(int *a) { a[1] = 1; }
         enum { A = 1 }; enum { A = 2 };
         __global__ void by_enumerator(int *a) { a[A] = 1; }
         __global__ void good(int *a) { a[0] = 1; }";
    assert_eq!(understood(text), ["good"]);
    // An attribute behind the braces.
    let text = "struct S { int x; } __attribute__((aligned(MISSING)));
         typedef struct { int x; int y; } T __attribute__((aligned(MISSING)));
         __global__ void by_record(S *a) { a[1].x = 1; }
         __global__ void by_typedef(T *a) { a[1].x = 1; }
         __global__ void good(int *a) { a[0] = 1; }";
    assert_eq!(understood(text), ["good"]);
    // Places that are not those of the text.
    let text = "#line 100 \"other.h\"
         __global__ void wrong(int *a) { a[IDX] = 1; }
         __global__ void good(int *a) { a[0] = 1; }";
    assert_eq!(understood(text), ["good"]);
    let text = "__global__ void wrong(int *a) { a[0] = 1;\r a[IDX] = 1; }\r";
    assert!(understood(text).is_empty());
    let text = "__global__ void good(int *a) { a[0] = 1;\r a[1] = 1; }\r";
    assert_eq!(understood(text), ["good"]);
}

#[test]
fn choices_around_what_a_kernel_mentions_are_assumptions() {
    if skipped() {
        return;
    }
    let text = "#ifdef FAST
         #define SYNC()
         #else
         #define SYNC() __syncthreads()
         #endif
         #define BOTH() SYNC(); SYNC()
         __global__ void k(int *p) { BOTH(); p[0] = 1; }
         __global__ void free_of_it(int *p) { p[0] = 1; }";
    let reading = cuda(text);
    let said = |name: &str| {
        let kernel = reading.kernels.iter().find(|k| k.name == name).unwrap();
        kernel.assumed.len()
    };
    assert_eq!((said("k"), said("free_of_it")), (1, 0));
}

#[test]
fn templates_within_their_own_arguments_are_read() {
    if skipped() {
        return;
    }
    let text = "template<class P> struct T { int x; };
         __global__ void k(int *a) { T<T<T<int>>> b; b.x = 1; a[0] = b.x; }";
    assert_eq!(understood(text), ["k"]);
}

#[test]
fn traits_are_those_of_the_library() {
    if skipped() {
        return;
    }
    // An assertion that does not hold is an error.
    let text = "#include <type_traits>
         struct Traits {
           static_assert(std::is_integral<const int>::value && !std::is_integral<float>::value);
           static_assert(std::is_floating_point<const float>::value);
           static_assert(std::is_pointer<int *const>::value && !std::is_pointer<int>::value);
           static_assert(std::is_same<std::decay<int[3]>::type, int *>::value);
           static_assert(std::is_same<std::decay<int(float)>::type, int (*)(float)>::value);
           static_assert(std::is_same_v<std::decay_t<const int &>, int>);
           int x;
         };
         __global__ void k(Traits *a) { a[0].x = 1; }";
    assert_eq!(understood(text), ["k"]);
}

/// What is missing at the end of a text is missing in the kernel that it ends in: clang drops what is not
/// whole there, and says so behind the kernel.
#[test]
fn a_kernel_that_is_cut_off_is_not_understood() {
    if skipped() {
        return;
    }
    let whole = "__global__ void g(int *a) { a[threadIdx.x] = 0; }\n";
    for cut in [
        "__global__ void f(int *a) { a[0",
        "__global__ void f(int *a) { a[0\n",
        "__global__ void f(int *a) { a[threadIdx.x] = 1; a[1\n\n",
        "__global__ void f(int *a) { a[threadIdx.x] = 1;",
        "__global__ void f(int *a) { if (a[0]) { a[threadIdx.x] = 1; } // }",
        "__global__ void f(int *a) { a[threadIdx.x] = 1; /* }",
        "__device__ void h(int *a) { a[0",
    ] {
        // What is read through a function that is cut off is cut off, too.
        let caller = "__device__ void h(int *a);\n__global__ void f(int *a) { h(a); }\n";
        let before = if cut.contains(" h(") { caller } else { "" };
        let reading = cuda(&format!("{whole}{before}{cut}"));
        let errors = |name: &str| {
            let mut kernels = reading.kernels.iter();
            let kernel = kernels.find(|kernel| kernel.name == name);
            kernel.map(|kernel| kernel.errors.len())
        };
        assert_ne!(errors("f"), Some(0), "{cut}");
        // Others are not the worse for it.
        assert_eq!(errors("g"), Some(0), "{cut}");
    }
}

/// An instance that a launch names and that cannot be made is no reason to stay silent about it.
#[test]
fn instances_left_out_are_told() {
    if skipped() {
        return;
    }
    let kernel = "template<class T> __global__ void k(T *p) { p[threadIdx.x] = sizeof(T); }\n";
    let told = |host: &str| {
        let reading = cuda(&format!("{kernel}{host}"));
        let names = reading.kernels.iter().map(|kernel| {
            let notes = kernel.assumed.iter().filter(|note| note.code == Code::K009);
            let notes: Vec<String> = notes.map(|note| note.message.clone()).collect();
            (kernel.name.clone(), notes)
        });
        names.collect::<Vec<_>>()
    };
    let one = "void f(float *p) { k<float><<<1, 32>>>(p); }\n";
    assert_eq!(told(one), [("k<float>".into(), vec![])]);
    let left = "void g(void *p) { k<other::half><<<1, 32>>>((other::half *)p); }\n";
    let note = "`k<other::half>`, which a launch names, is not read; the verdict is about `k<float>` alone";
    assert_eq!(
        told(&format!("{one}{left}")),
        [("k<float>".into(), vec![note.into()])]
    );
    // With no instance at all, one is guessed, and the note says the same.
    assert_eq!(told(left), [("k<float>".into(), vec![note.into()])]);
    let dispatched = "void h(Tensor t) { AT_DISPATCH_FLOATING_TYPES(t.type(), \"h\", ([&] { k<scalar_t><<<1, 32>>>(t.p()); })); }\n";
    let note =
        "`k<scalar_t>`, which a launch names, is not read; the verdict is about `k<float>` alone";
    assert_eq!(told(dispatched), [("k<float>".into(), vec![note.into()])]);
}
