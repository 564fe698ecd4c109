//! Texts that are cut off and changed at random.

use random::Random;

const TEXT: &str = "import cupy as cp\nfrom string import Template\nB, C = 3, 4\nD = 0x20 * 2\n\
    s = (f'''#define N {D}\n__global__ void k(int *a) {{{{ a[{D}] = \\x41 + {B!r:>{C}}; }}}} é''' '\\N{DASH}'\n  \"%d %(x)s\" % (1,))\n\
    t = Template('__kernel void j() { $D ${D} $$ }').substitute(D=D)\n\
    def f(src, *a, **k):\n  global C\n  return cp.RawKernel(src.format(1, b=2), 'k', ('-O3',))\n\
    k = f(s)\nk((1,), (32, 1), (a, cp.int32(3)), shared_mem=D)\n\
    m = cp.RawModule(code=rf'''__global__ void {D} () {{}}''')\ng = m.get_function('g')\ng((D,), (D,), ())\n";

fn check(text: &str) {
    for one in python::texts("m.py", text, &["D=64".to_owned()]) {
        assert_eq!(one.request.text.len(), text.len(), "{text}");
    }
    let _ = python::launches(text);
}

pub fn nothing_panics() {
    for (at, _) in TEXT.char_indices() {
        check(&TEXT[..at]);
        check(&TEXT[at..]);
    }
    let mut random = Random::new(7);
    let parts = [
        "'", "\"", "'''", "{", "}", "{{", "\\", "\n", "(", ")", "f'", "%", "$", "\r", "#", "é",
        "\0", "  ", "=", "==",
    ];
    for _ in 0..1500 {
        let mut chars: Vec<char> = TEXT.chars().collect();
        for _ in 0..=random.below(6) {
            let at = random.below(chars.len());
            match random.below(3) {
                0 => {
                    chars.remove(at);
                }
                1 => {
                    let end = (at + random.below(30)).min(chars.len());
                    chars.drain(at..end);
                }
                _ => {
                    let part = parts[random.below(parts.len())];
                    chars.splice(at..at, part.chars());
                }
            }
            if chars.is_empty() {
                break;
            }
        }
        check(&chars.iter().collect::<String>());
    }
    // Deeper than any stack.
    check(&format!(
        "s = {}'__global__ void k() {{}}'{}",
        "(".repeat(20_000),
        ")".repeat(20_000)
    ));
    check(&format!(
        "s = '__global__ void k() {{}}'{}",
        " + 'a'".repeat(5_000)
    ));
    check(&format!(
        "s = f'__global__ void k() {{{{ {{{}1}} }}}}'",
        "-".repeat(20_000)
    ));
}
