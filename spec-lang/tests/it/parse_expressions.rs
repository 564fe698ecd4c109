//! The shapes of expressions.

use crate::parse_support::shape;
use spec_lang::parse::parse_expression;

fn read(text: &str) -> String {
    let piece = parse_expression(text, 0, 1);
    assert!(
        piece.diagnostics.is_empty(),
        "{text}: {:?}",
        piece.diagnostics
    );
    shape(&piece.value.unwrap())
}

fn all(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(read(text), *expected, "{text}");
    }
}

#[test]
fn precedence() {
    all(&[
        ("a ? b : c ? d : e", "(? a b (? c d e))"),
        ("a ==> b ? c : d", "(? (Implies a b) c d)"),
        ("a ==> b ==> c", "(Implies a (Implies b c))"),
        ("a -* b ** c", "(Wand a (Star b c))"),
        ("a <==> b ==> c", "(Iff a (Implies b c))"),
        ("a || b && c ** d || e", "(Or (Or a (Star (And b c) d)) e)"),
        ("a ** b && c", "(And (Star a b) c)"),
        ("a == b != c", "(Ne (Eq a b) c)"),
        ("a < b == c >= d", "(Eq (Lt a b) (Ge c d))"),
        ("a \\in b + c && d", "(And (In a (Add b c)) d)"),
        ("a in b", "(In a b)"),
        ("a - b - c * d", "(Sub (Sub a b) (Mul c d))"),
        ("a * b / c % d", "(Mod (Div (Mul a b) c) d)"),
        ("a * b ^^ c", "(Mul a (Pow b c))"),
        ("a ^^ b ++ c", "(Pow a (Concat b c))"),
        ("a ++ b ++ c", "(Concat (Concat a b) c)"),
        ("a :: b :: c", "(Cons a (Cons b c))"),
        ("a :: b ++ c", "(Cons a (Concat b c))"),
        ("a ++ b :: c ++ d", "(Concat a (Cons b (Concat c d)))"),
        ("!a == -b + +c", "(Eq (Not a) (Add (Neg b) (Plus c)))"),
        ("- -a", "(Neg (Neg a))"),
        ("a & b | c ^ d", "(BitOr (BitAnd a b) (BitXor c d))"),
        (
            "a << b >>> c >> d + e",
            "(Shr (UShr (Shl a b) c) (Add d e))",
        ),
        ("a < b > c", "(Gt (Lt a b) c)"),
        ("x instanceof C && y", "(And (instanceof x C) y)"),
        ("(a + b) * c", "(Mul (Add a b) c)"),
        (
            "s \\union t \\intersect u \\subseteq v",
            "(SubsetEq (Union s (Intersect t u)) v)",
        ),
    ]);
}

#[test]
fn fractions_and_backslash_words() {
    all(&[
        ("1\\2", "(Frac 1 2)"),
        ("n\\m", "(Frac n m)"),
        ("1\\|xs|", "(Frac 1 |xs|)"),
        ("1\\2\\n", "(Frac (Frac 1 2) n)"),
        ("n\\results", "(Frac n results)"),
        ("\\result", "Result"),
        ("\\old(a[i])", "old(a[i])"),
        ("\\old[l](x)", "old[l](x)"),
        ("\\matrix(m, r, c)", "matrix(m r c)"),
        ("\\array(a, n)", "array(a n)"),
        ("\\values(a, 0, n)", "values(a 0 n)"),
        (
            "\\choose(s) + \\choose_fresh(s)",
            "(Add choose(s) choose_fresh(s))",
        ),
        ("\\polarity_dependent(a, b)", "polarity(a b)"),
        ("\\typeof(x)", "\\typeof(x)"),
        ("\\type(seq<int>)", "\\type(seq<int>)"),
        ("\\sum(a, b)", "\\sum(a b)"),
        ("\\ltid", "\\ltid()"),
        ("\\current_thread", "CurrentThread"),
        ("current_thread", "CurrentThread"),
    ]);
    // `\old` is a word also behind a name, as VerCors reads it.
    assert!(parse_expression("n\\old(m)", 0, 1).value.is_none());
}

#[test]
fn postfix_and_calls() {
    all(&[
        ("a[i][j].f.g(x, 1)[0]", "a[i][j].f.g(x 1)[0]"),
        ("(a[i])[j]", "a[i][j]"),
        ("a?.p(1).q", "a?.p(1).q"),
        ("x->p(1)", "x?.p(1)"),
        ("xs[..n]", "xs[_..n]"),
        ("xs[1 .. ]", "xs[1.._]"),
        ("xs[1..n - 1]", "xs[1..(Sub n 1)]"),
        ("xs[..]", "xs[_.._]"),
        ("xs[i -> v]", "xs[i->v]"),
        ("xs[i -> f(v)]", "xs[i->f(v)]"),
        ("Perm(a[*], 1)", "Perm(a[*], 1)"),
        ("f<int, C>(x)", "f<int,C>(x)"),
        ("x.f<seq<int>>(y)", "x.f<seq<int>>(y)"),
        ("A<int>.nil()", "A.nil<int>()"),
        ("f(a < b, c)", "f((Lt a b) c)"),
        ("i++", "(i++)"),
        ("a[0]--", "(a[0]--)"),
        ("++i + j", "(Add (++i) j)"),
        ("xs ++ ys", "(Concat xs ys)"),
        ("m ++ (k, v)", "(Concat m tuple:[k v])"),
        (
            "f(x) given { p = 1\\2, q = r } yields { a = b }",
            "f(x) given p=(Frac 1 2) given q=r yields a=b",
        ),
        (
            "o.m(x)with { p = 1; } then { y = q; z = r; }",
            "o.m(x) with:1 then:2",
        ),
        ("with { p = 1; } m(x) then { y = q; }", "m(x) with:1 then:1"),
        ("new C(1)", "new C(1)"),
        ("new C<int>()", "new C<int>()"),
        ("new int[n][3][]", "new int[n][3][_]"),
        ("new seq<int>[4]", "new seq<int>[4]"),
        ("x.get.class", "x.get.class"),
        ("this.f", "This.f"),
    ]);
}

#[test]
fn words_with_two_uses() {
    all(&[
        ("write", "Write"),
        ("read", "Read"),
        ("none", "NoPerm"),
        ("None", "OptionNone"),
        ("write(x) + read(y)", "(Add write(x) read(y))"),
        ("perm(x)", "perm(x)"),
        ("perm(x, y)", "perm(x y)"),
        (
            "held(x) && idle(t) && running(t) && committed(o)",
            "(And (And (And held(x) idle(t)) running(t)) committed(o))",
        ),
        (
            "add + done + state + copy + source + head + lock + join + set + map",
            "(Add (Add (Add (Add (Add (Add (Add (Add (Add add done) state) copy) source) head) lock) join) set) map)",
        ),
        ("head(tail(xs))", "head(tail(xs))"),
        ("Some(x)", "Some(x)"),
        ("set < map", "(Lt set map)"),
        ("t + b", "(Add t b)"),
        ("`while` + `x`", "(Add while x)"),
        (
            "Value(x) ** PointsTo(x, 1, 2) ** HPerm(x, 1)",
            "(Star (Star Value(x) PointsTo(x 1 2)) HPerm(x 1))",
        ),
        ("Reducible(x, +)", "Reducible(x +)"),
        ("*", "Any"),
    ]);
}

#[test]
fn collections() {
    all(&[
        ("[1, 2]", "seq:_[1 2]"),
        ("[x]", "seq:_[x]"),
        ("[x][0]", "seq:_[x][0]"),
        ("[t:int]", "seq:int[]"),
        ("[t: seq<int>] + [t]", "(Add seq:seq<int>[] seq:_[t])"),
        ("seq<int>{}", "seq:int[]"),
        ("seq <int> {1, 2}", "seq:int[1 2]"),
        ("seq<seq<int>>{[1]}", "seq:seq<int>[seq:_[1]]"),
        ("{1, 2}", "set:_[1 2]"),
        ("{t:int}", "set:int[]"),
        ("{0 .. 5}", "set[0..5]"),
        ("{0..n}", "set[0..n]"),
        ("[0 .. n)", "seq[0..n]"),
        ("b{1, 1}", "bag:_[1 1]"),
        ("b{t:int}", "bag:int[]"),
        ("bag<int>{1}", "bag:int[1]"),
        (
            "map<int, seq<int>>{1 -> [2], k -> f(v)}",
            "map:int,seq<int>[1->seq:_[2] k->f(v)]",
        ),
        ("map<int, int>{1, 2, 3, 4}", "map:int,int[1->2 3->4]"),
        ("tuple<int, C>{1, c}", "tuple:int,C[1 c]"),
        ("(1, x)", "tuple:[1 x]"),
        (
            "set<int>{x * y | int x <- s, int y; x > y}",
            "set:int[(Mul x y)|int x<-s,int y;(Gt x y)]",
        ),
        (
            "set<int>{x | int x <- {1, 2}; true}",
            "set:int[x|int x<-set:_[1 2];true]",
        ),
        ("|xs| + |xs[|ys|]|", "(Add |xs| |xs[|ys|]|)"),
        ("|xs| == 0 || |ys| == 0", "(Or (Eq |xs| 0) (Eq |ys| 0))"),
        ("(| xs |)", "|xs|"),
        ("|xs + (a | b)|", "|(Add xs (BitOr a b))|"),
        ("'c' + \"a\\\"b\"", "(Add 'c' \"a\\\\\\\"b\")"),
        ("0.5f + 0.25", "(Add 0.5f 0.25)"),
        (
            "123456789012345678901234567890",
            "123456789012345678901234567890",
        ),
    ]);
}

#[test]
fn binders_and_triggers() {
    all(&[
        (
            "(\\forall int i; 0 <= i; p(i))",
            "(Forall int i; (Le 0 i); p(i))",
        ),
        ("(\\forall int i; p(i))", "(Forall int i; _; p(i))"),
        (
            "(\\forall* int i = 0 .. n, int j = i .. m; i != j; q)",
            "(ForallStar int i=0..n,int j=i..m; (Ne i j); q)",
        ),
        (
            "(\\exists seq<int> s, C c; s == t)",
            "(Exists seq<int> s,C c; _; (Eq s t))",
        ),
        (
            "(\\sum int i; 0 <= i && i < n; a[i])",
            "(Sum int i; (And (Le 0 i) (Lt i n)); a[i])",
        ),
        (
            "(\\let int x = 1 + 2; x == 3)",
            "(let int x=(Add 1 2); (Eq x 3))",
        ),
        (
            "(\\forperm C c \\in c.f; c != null)",
            "(forperm C c c.f (Ne c Null))",
        ),
        (
            "(\\forall int i; {: a[i] :} > 0)",
            "(Forall int i; _; (Gt {: a[i]:} 0))",
        ),
        ("{:1: f(x), g(x) :}", "{:1 f(x) g(x):}"),
        ("{:<: f(x) :}", "{:< f(x):}"),
        ("{:<<2: f(x) :}", "{:<<2 f(x):}"),
        (
            "(∀ int i; p(i)) ∧ (∃int i; q(i))",
            "(And (Forall int i; _; p(i)) (Exists int i; _; q(i)))",
        ),
        (
            "(∀* int i = 0..n; p(i)) ∗ (∀∗ int i; q(i))",
            "(Star (ForallStar int i=0..n; _; p(i)) (ForallStar int i; _; q(i)))",
        ),
        (
            "a ⇒ b ∨ ¬c ≠ d ≤ e ≥ f",
            "(Implies a (Or b (Ne (Not c) (Ge (Le d e) f))))",
        ),
        ("a −∗ b ⇔ x ∈ s", "(Iff (Wand a b) (In x s))"),
    ]);
}

#[test]
fn prefixes_and_casts() {
    all(&[
        ("[1\\2]p(x)", "(scale (Frac 1 2) p(x))"),
        ("[read]this.p() ** q", "(Star (scale Read This.p()) q)"),
        ("(int) x", "(cast int x)"),
        ("(int) -x", "(cast int (Neg x))"),
        ("(float32) (a / b)", "(cast float32 (Div a b))"),
        ("(rational) x", "(cast rational x)"),
        ("(T) e", "(cast T e)"),
        ("(T[]) e", "(cast array(T) e)"),
        ("(seq<int>) e", "(cast seq<int> e)"),
        ("(a) - b", "(Sub a b)"),
        ("(a) [b]", "a[b]"),
        ("(xs) + |ys|", "(Add xs |ys|)"),
        ("unfolding p(x) in x \\in s", "(unfolding p(x) (In x s))"),
        ("\\unfolding p(x) \\in x + 1", "(unfolding p(x) (Add x 1))"),
        (
            "a ==> unfolding [p]q(x) in b && c",
            "(Implies a (unfolding (scale p q(x)) (And b c)))",
        ),
    ]);
}

#[test]
fn places_leave_out_parentheses_around() {
    let text = "(a + (b)) * ((c))";
    let piece = parse_expression(text, 0, 1);
    let value = piece.value.unwrap();
    let slice = |e: &spec_lang::ast::Expr| &text[e.span.range()];
    assert_eq!(slice(&value), text);
    let spec_lang::ast::ExprKind::Binary(_, left, right) = &value.kind else {
        panic!()
    };
    assert_eq!((slice(left), slice(right)), ("a + (b)", "c"));
}
