//! Operations of the data theories. Viper has sequences, sets, multisets and maps; what it
//! lacks is declared by axioms in the preamble.

use super::writer::{Text, Writer, gap, mangled};
use ir::{DataOp, Expr};
use logic::Sort;
use logic::{DataSort, TEXT, TUPLE_PARTS, data_sort};
use text::span::Span;

impl Writer<'_> {
    /// An operation.
    pub fn data(&mut self, op: &DataOp, args: &[Expr], result: &Sort, span: Span) -> Text {
        let of = self.sort(result, span)?;
        if op.name == TEXT {
            return match op.sorts.first() {
                Some(Sort::Data(text)) => self.string(text, span),
                _ => gap(span, "this string"),
            };
        }
        let texts = args
            .iter()
            .map(|arg| self.expr(arg))
            .collect::<Text<Vec<_>>>()?;
        let t: Vec<&str> = texts.iter().map(String::as_str).collect();
        let first = args.first().map(|arg| arg.sort.clone());
        let first = first.as_ref();
        Ok(match (op.name, t.as_slice()) {
            ("seq.literal" | "set.literal" | "bag.literal", []) => format!("{of}()"),
            ("seq.empty" | "set.empty" | "bag.empty" | "map.empty", []) => format!("{of}()"),
            ("seq.literal", _) => format!("Seq({})", t.join(", ")),
            ("set.literal", _) => format!("Set({})", t.join(", ")),
            ("bag.literal", _) => format!("Multiset({})", t.join(", ")),
            ("map.literal", []) => format!("{of}()"),
            ("map.literal", _) => {
                t.chunks_exact(2)
                    .fold(format!("{of}()"), |map, pair| match pair {
                        [key, value] => format!("{map}[{key} := {value}]"),
                        _ => map,
                    })
            }
            ("seq.len" | "set.card" | "bag.card" | "map.card", [a]) => format!("|{a}|"),
            // Under vercors-1.4 a map has some value at every key.
            ("map.get", [a, b]) if self.program.semantics.total_maps => {
                let Some(DataSort::Map(key, _)) = first.and_then(data_sort) else {
                    return gap(span, "this map");
                };
                let map = first.map(mangled).unwrap_or_default();
                let (keys, maps) = (self.sort(&key, span)?, self.of_first(first, span)?);
                let name = format!("get_{map}");
                self.operation(
                    &name,
                    &format!("function {name}(m: {maps}, k: {keys}): {of}\n  axiom {{ forall m: {maps}, k: {keys} :: {{ {name}(m, k) }} (k in domain(m)) ==> {name}(m, k) == m[k] }}\n  axiom {{ forall m: {maps}, k: {keys}, v: {of}, j: {keys} :: {{ {name}(m[k := v], j) }} {name}(m[k := v], j) == (j == k ? v : {name}(m, j)) }}"),
                );
                format!("{name}({a}, {b})")
            }
            ("seq.at" | "map.get", [a, b]) => format!("{a}[{b}]"),
            ("seq.append", [a, b]) => format!("({a} ++ {b})"),
            ("seq.take", [a, b]) => format!("{a}[..{b}]"),
            ("seq.drop", [a, b]) => format!("{a}[{b}..]"),
            ("seq.slice", [a, b, c]) => format!("{a}[..{c}][{b}..]"),
            ("seq.remove", [a, b]) => format!("({a}[..{b}] ++ {a}[{b} + 1..])"),
            ("seq.update" | "map.build", [a, b, c]) => format!("{a}[{b} := {c}]"),
            ("seq.contains" | "set.contains", [a, b]) => format!("({b} in {a})"),
            ("map.has", [a, b]) => format!("({b} in domain({a}))"),
            ("bag.count", [a, b]) => format!("({b} in {a})"),
            ("seq.range", [a, b]) => format!("[{a}..{b})"),
            ("set.union" | "bag.union", [a, b]) => format!("({a} union {b})"),
            ("set.inter" | "bag.inter", [a, b]) => format!("({a} intersection {b})"),
            ("set.diff" | "bag.diff", [a, b]) => format!("({a} setminus {b})"),
            ("set.subset" | "bag.subset", [a, b]) => format!("({a} subset {b})"),
            ("set.strict" | "bag.strict", [a, b]) => format!("(({a} subset {b}) && {a} != {b})"),
            ("set.add", [a, b]) => format!("({a} union Set({b}))"),
            ("bag.add", [a, b]) => format!("({a} union Multiset({b}))"),
            ("set.disjoint", [a, b]) => format!("(|{a} intersection {b}| == 0)"),
            ("map.disjoint", [a, b]) => {
                format!("(|domain({a}) intersection domain({b})| == 0)")
            }
            ("map.keys", [a]) => format!("domain({a})"),
            ("map.values", [a]) => format!("range({a})"),
            ("set.range", [a, b]) => {
                self.operation(
                    "set_range",
                    "function set_range(a: Int, b: Int): Set[Int]\n  axiom { forall a: Int, b: Int, x: Int :: { x in set_range(a, b) } (x in set_range(a, b)) == (a <= x && x < b) }\n  axiom { forall a: Int, b: Int :: { set_range(a, b) } |set_range(a, b)| == (a <= b ? b - a : 0) }",
                );
                format!("set_range({a}, {b})")
            }
            ("set.choose", [a]) => {
                let name = format!("choose_{}", mangled(result));
                self.operation(
                    &name,
                    &format!("function {name}(s: Set[{of}]): {of}\n  axiom {{ forall s: Set[{of}] :: {{ {name}(s) }} |s| > 0 ==> ({name}(s) in s) }}"),
                );
                format!("{name}({a})")
            }
            ("map.remove", [a, b]) => {
                let Some(DataSort::Map(key, _)) = data_sort(result) else {
                    return gap(span, "the operation `map.remove` here");
                };
                let key = self.sort(&key, span)?;
                let name = format!("remove_{}", mangled(result));
                self.operation(
                    &name,
                    &format!("function {name}(m: {of}, k: {key}): {of}\n  axiom {{ forall m: {of}, k: {key} :: {{ {name}(m, k) }} domain({name}(m, k)) == (domain(m) setminus Set(k)) }}\n  axiom {{ forall m: {of}, k: {key}, j: {key} :: {{ {name}(m, k)[j] }} (j in domain(m)) && j != k ==> {name}(m, k)[j] == m[j] }}"),
                );
                format!("{name}({a}, {b})")
            }
            ("opt.none", []) => format!("None_{}()", mangled(result)),
            ("opt.some", [a]) => format!("Some_{}({a})", mangled(result)),
            ("opt.get", [a]) => match first {
                Some(sort) => format!("{a}.get_{}", mangled(sort)),
                None => return gap(span, "this option"),
            },
            ("tuple.make", _) => format!("make_{}({})", mangled(result), t.join(", ")),
            ("enum.constant", [a, b]) => {
                self.operation(
                    "enum_constant",
                    "function enum_constant(x: Int, n: Int): Int\n  axiom { forall x: Int, n: Int :: { enum_constant(x, n) } (0 < n ==> 0 <= enum_constant(x, n) && enum_constant(x, n) < n) && (0 <= x && x < n ==> enum_constant(x, n) == x) }",
                );
                format!("enum_constant({a}, {b})")
            }
            ("str.concat", [a, b]) => {
                self.operation(
                    "str_concat",
                    "function str_concat(a: String, b: String): String",
                );
                format!("str_concat({a}, {b})")
            }
            (name, [a]) => match (TUPLE_PARTS.iter().position(|part| *part == name), first) {
                (Some(at), Some(sort)) => format!("{a}.part{at}_{}", mangled(sort)),
                _ => return gap(span, format!("the operation `{name}`")),
            },
            (name, _) => return gap(span, format!("the operation `{name}`")),
        })
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
