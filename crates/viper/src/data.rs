//! Operations of the data theories. Viper has sequences, sets, multisets and maps; what it
//! lacks is declared by axioms in the preamble.

use super::writer::{Text, Writer, gap, mangled};
use core_lang::{DataOp, Expr};
use logic::Sort;
use text::span::Span;

impl Writer<'_> {
    /// An operation.
    pub(crate) fn data(&mut self, op: &DataOp, args: &[Expr], result: &Sort, span: Span) -> Text {
        let of = self.sort(result, span)?;
        if let DataOp::StrLiteral(text) = op {
            return self.string(text, span);
        }
        let texts = args
            .iter()
            .map(|arg| self.expr(arg))
            .collect::<Text<Vec<_>>>()?;
        let t: Vec<&str> = texts.iter().map(String::as_str).collect();
        let first = args.first().map(|arg| arg.sort.clone());
        let first = first.as_ref();
        Ok(match (op, t.as_slice()) {
            (DataOp::SeqLiteral | DataOp::SetLiteral | DataOp::BagLiteral, []) => format!("{of}()"),
            (DataOp::SeqEmpty | DataOp::SetEmpty | DataOp::BagEmpty | DataOp::MapEmpty, []) => {
                format!("{of}()")
            }
            (DataOp::SeqLiteral, _) => format!("Seq({})", t.join(", ")),
            (DataOp::SetLiteral, _) => format!("Set({})", t.join(", ")),
            (DataOp::BagLiteral, _) => format!("Multiset({})", t.join(", ")),
            (DataOp::MapLiteral, []) => format!("{of}()"),
            (DataOp::MapLiteral, _) => {
                t.chunks_exact(2)
                    .fold(format!("{of}()"), |map, pair| match pair {
                        [key, value] => format!("{map}[{key} := {value}]"),
                        _ => map,
                    })
            }
            (DataOp::SeqLen | DataOp::SetCard | DataOp::BagCard | DataOp::MapCard, [a]) => {
                format!("|{a}|")
            }
            // Under vercors-1.4 a map has some value at every key.
            (DataOp::MapGet, [a, b]) if self.program.semantics.total_maps => {
                let Some(Sort::Map(key, _)) = first else {
                    return gap(span, "this map");
                };
                let map = first.map(mangled).unwrap_or_default();
                let (keys, maps) = (self.sort(key, span)?, self.of_first(first, span)?);
                let name = format!("get_{map}");
                self.operation(
                    &name,
                    &format!("function {name}(m: {maps}, k: {keys}): {of}\n  axiom {{ forall m: {maps}, k: {keys} :: {{ {name}(m, k) }} (k in domain(m)) ==> {name}(m, k) == m[k] }}\n  axiom {{ forall m: {maps}, k: {keys}, v: {of}, j: {keys} :: {{ {name}(m[k := v], j) }} {name}(m[k := v], j) == (j == k ? v : {name}(m, j)) }}"),
                );
                format!("{name}({a}, {b})")
            }
            (DataOp::SeqAt | DataOp::MapGet, [a, b]) => format!("{a}[{b}]"),
            (DataOp::SeqAppend, [a, b]) => format!("({a} ++ {b})"),
            (DataOp::SeqTake, [a, b]) => format!("{a}[..{b}]"),
            (DataOp::SeqDrop, [a, b]) => format!("{a}[{b}..]"),
            (DataOp::SeqSlice, [a, b, c]) => format!("{a}[..{c}][{b}..]"),
            (DataOp::SeqRemove, [a, b]) => format!("({a}[..{b}] ++ {a}[{b} + 1..])"),
            (DataOp::SeqUpdate | DataOp::MapBuild, [a, b, c]) => format!("{a}[{b} := {c}]"),
            (DataOp::SeqContains | DataOp::SetContains, [a, b]) => format!("({b} in {a})"),
            (DataOp::MapHas, [a, b]) => format!("({b} in domain({a}))"),
            (DataOp::BagCount, [a, b]) => format!("({b} in {a})"),
            (DataOp::SeqRange, [a, b]) => format!("[{a}..{b})"),
            (DataOp::SetUnion | DataOp::BagUnion, [a, b]) => format!("({a} union {b})"),
            (DataOp::SetInter | DataOp::BagInter, [a, b]) => format!("({a} intersection {b})"),
            (DataOp::SetDiff | DataOp::BagDiff, [a, b]) => format!("({a} setminus {b})"),
            (DataOp::SetSubset | DataOp::BagSubset, [a, b]) => format!("({a} subset {b})"),
            (DataOp::SetStrict | DataOp::BagStrict, [a, b]) => {
                format!("(({a} subset {b}) && {a} != {b})")
            }
            (DataOp::SetAdd, [a, b]) => format!("({a} union Set({b}))"),
            (DataOp::BagAdd, [a, b]) => format!("({a} union Multiset({b}))"),
            (DataOp::SetDisjoint, [a, b]) => format!("(|{a} intersection {b}| == 0)"),
            (DataOp::MapDisjoint, [a, b]) => {
                format!("(|domain({a}) intersection domain({b})| == 0)")
            }
            (DataOp::MapKeys, [a]) => format!("domain({a})"),
            (DataOp::MapValues, [a]) => format!("range({a})"),
            (DataOp::SetRange, [a, b]) => {
                self.operation(
                    "set_range",
                    "function set_range(a: Int, b: Int): Set[Int]\n  axiom { forall a: Int, b: Int, x: Int :: { x in set_range(a, b) } (x in set_range(a, b)) == (a <= x && x < b) }\n  axiom { forall a: Int, b: Int :: { set_range(a, b) } |set_range(a, b)| == (a <= b ? b - a : 0) }",
                );
                format!("set_range({a}, {b})")
            }
            (DataOp::SetChoose, [a]) => {
                let name = format!("choose_{}", mangled(result));
                self.operation(
                    &name,
                    &format!("function {name}(s: Set[{of}]): {of}\n  axiom {{ forall s: Set[{of}] :: {{ {name}(s) }} |s| > 0 ==> ({name}(s) in s) }}"),
                );
                format!("{name}({a})")
            }
            (DataOp::MapRemove, [a, b]) => self.without_key(a, b, result, span)?,
            (DataOp::OptNone, []) => format!("None_{}()", mangled(result)),
            (DataOp::OptSome, [a]) => format!("Some_{}({a})", mangled(result)),
            (DataOp::OptGet, [a]) => match first {
                Some(sort) => format!("{a}.get_{}", mangled(sort)),
                None => return gap(span, "this option"),
            },
            (DataOp::TupleMake, _) => format!("make_{}({})", mangled(result), t.join(", ")),
            (DataOp::EnumConstant, [a, b]) => {
                self.operation(
                    "enum_constant",
                    "function enum_constant(x: Int, n: Int): Int\n  axiom { forall x: Int, n: Int :: { enum_constant(x, n) } (0 < n ==> 0 <= enum_constant(x, n) && enum_constant(x, n) < n) && (0 <= x && x < n ==> enum_constant(x, n) == x) }",
                );
                format!("enum_constant({a}, {b})")
            }
            (DataOp::StrConcat, [a, b]) => {
                self.operation(
                    "str_concat",
                    "function str_concat(a: String, b: String): String",
                );
                format!("str_concat({a}, {b})")
            }
            (DataOp::TuplePart(at), [a]) => match first {
                Some(sort) => format!("{a}.part{at}_{}", mangled(sort)),
                None => return gap(span, "this tuple"),
            },
            (op, _) => return gap(span, format!("the operation `{}`", op.name())),
        })
    }

    /// A map without a key.
    fn without_key(&mut self, a: &str, b: &str, result: &Sort, span: Span) -> Text {
        let Sort::Map(key, _) = result else {
            return gap(span, "the operation `map.remove` here");
        };
        let (key, of) = (self.sort(key, span)?, self.sort(result, span)?);
        let name = format!("remove_{}", mangled(result));
        self.operation(
            &name,
            &format!("function {name}(m: {of}, k: {key}): {of}\n  axiom {{ forall m: {of}, k: {key} :: {{ {name}(m, k) }} domain({name}(m, k)) == (domain(m) setminus Set(k)) }}\n  axiom {{ forall m: {of}, k: {key}, j: {key} :: {{ {name}(m, k)[j] }} (j in domain(m)) && j != k ==> {name}(m, k)[j] == m[j] }}"),
        );
        Ok(format!("{name}({a}, {b})"))
    }

    /// The type of the first operand.
    fn of_first(&mut self, first: Option<&Sort>, span: Span) -> Text {
        match first {
            Some(sort) => self.sort(sort, span),
            None => gap(span, "this operation without operands"),
        }
    }

    fn operation(&mut self, name: &str, declaration: &str) {
        self.used
            .operations
            .insert(name.to_owned(), declaration.to_owned());
    }

    fn string(&mut self, text: &str, span: Span) -> Text {
        if text.contains('\\') {
            return gap(span, "a string with an escape");
        }
        // A name for each text: its bytes.
        let digits: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        let name = format!("str_{digits}");
        self.used.strings.insert(text.to_owned(), name.clone());
        Ok(format!("{name}()"))
    }
}
