//! Codes of conditions on data, and of data operations without a rule.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// What the codes mean.
pub const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::V060,
        "index outside a sequence",
        "`xs[i]` has a value only if `0 <= i && i < |xs|`. That must be known where it is \
         written; in a contract, from what stands before it in the same contract. Put the \
         bounds in front, as in `0 <= i && i < |xs| ==> xs[i] > 0`.",
        "requires |xs| > 0;\nvoid m(seq<int> xs) {\n  assert xs[1] == xs[1];\n}\n",
    ),
    CodeInfo::new(
        Code::V061,
        "key not in a map",
        "`m[k]` has a value only if `k` is a key of `m`. Say so first: `k in m.keys`.",
        "void m(map<int, int> a) {\n  int x = a[4];\n}\n",
    ),
    CodeInfo::new(
        Code::V062,
        "value of `None`",
        "`o.get` has a value only if `o != None`. `o.getOrElse(e)` always has one.",
        "void m(option<int> o) {\n  int x = o.get;\n}\n",
    ),
    CodeInfo::new(
        Code::V063,
        "first element of an empty sequence",
        "`xs.head` is `xs[0]`, which is there only if `|xs| > 0`. (`xs.tail` of an empty \
         sequence is empty.)",
        "void m(seq<int> xs) {\n  int x = xs.head;\n}\n",
    ),
    CodeInfo::new(
        Code::V064,
        "update outside a sequence",
        "`xs[i -> v]` replaces an element that is there: `0 <= i && i < |xs|` must be known. \
         To make a sequence longer, write `xs + [v]`.",
        "void m(seq<int> xs) {\n  seq<int> ys = xs[0 -> 1];\n}\n",
    ),
    CodeInfo::new(
        Code::V065,
        "choice from an empty set",
        "`\\choose(s)` is an element of `s`, so there must be one: `|s| > 0`. Which one it is \
         is not known, but it is always the same one of equal sets.",
        "void m(set<int> s) {\n  assert \\choose(s) == \\choose(s);\n}\n",
    ),
    CodeInfo::new(
        Code::V066,
        "removal outside a sequence",
        "`xs.removeAt(i)` leaves out an element that is there: `0 <= i && i < |xs|` must be known. \
         (`xs.take(n)`, `xs.drop(n)` and `xs[a .. b]` always have a value: what is outside the \
         sequence is left out.)",
        "void m(seq<int> xs) {\n  seq<int> ys = xs.removeAt(0);\n}\n",
    ),
    CodeInfo::new(
        Code::U080,
        "data operation without a rule",
        "This operation on sequences, sets, bags, maps, options or tuples can be read, but the \
         checker has no rule for it yet. Nothing is proved about a declaration that uses it.",
        "",
    ),
    CodeInfo::new(
        Code::U042,
        "no rule for this sum or product",
        "`(\\sum int i = low .. high; e)` and `\\product` have a meaning over a range of integers. \
         The checker has no rule for variables of other types, and none without a first and a \
         last value, as in `0 <= i && i < n`.",
        "requires x == (\\sum int i; i > 0; i);\nvoid m(int x) { }\n",
    ),
    CodeInfo::new(
        Code::U085,
        "no rule for these `\\values`",
        "Under `--profile vercors-1.4` the rows of a matrix are fixed and no elements of the heap, so \
         there is no sequence of them.",
        "",
    ),
    CodeInfo::new(
        Code::U086,
        "this choice has no rule yet",
        "`\\choose(s)` is understood for sets. `\\choose_fresh(s)`, which may give another element \
         each time, is understood in statements and assertions, but not in contracts, in pure \
         functions or under a binder. Choices from sequences and bags have no rule yet.",
        "pure int some(set<int> s) = \\choose_fresh(s);\n",
    ),
    CodeInfo::new(
        Code::U087,
        "set comprehension over values that may be infinitely many",
        "A set is finite, so a comprehension has a meaning only if its variables have \
         finitely many values: each is drawn from a sequence, set or bag, as in `x <- s`, or has \
         a first and a last value, as in `0 <= x && x < n`. Otherwise say which elements the set \
         has by a formula: `(\\forall int x; x \\in s <==> …)`.",
        "void m() {\n  set<int> s = set<int> { x | int x; x > 1 };\n}\n",
    ),
    CodeInfo::new(
        Code::U088,
        "data of two types",
        "A value stands where one of another type is wanted, or values of two types are \
         compared, and the checker has no rule that makes one of the other: a `seq<int>` is \
         a `seq<rational>` only if it is written out. A value of a type parameter is \
         comparable only to values of the same parameter.",
        "boolean m(seq<int> xs, seq<rational> ys) {\n  return xs == ys;\n}\n",
    ),
    CodeInfo::new(
        Code::U089,
        "this character has no rule yet",
        "A character literal is one character, or one of the escapes `\\n \\t \\r \\\\ \\' \\\"`.",
        "void m() {\n  char c = '\\u{1F600}';\n}\n",
    ),
];
