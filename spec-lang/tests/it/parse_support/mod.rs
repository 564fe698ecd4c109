//! Trees as short text, fully parenthesised, for comparing shapes.

use spec_lang::ast::*;

fn list(exprs: &[Expr]) -> String {
    exprs.iter().map(shape).collect::<Vec<_>>().join(" ")
}

fn opt(expr: Option<&Expr>) -> String {
    expr.map_or("_".to_string(), shape)
}

fn binders(binders: &[Binder]) -> String {
    let one = |b: &Binder| {
        let range = b
            .range
            .as_ref()
            .map(|(l, h)| format!("={}..{}", shape(l), shape(h)));
        let from = b.from.as_ref().map(|f| format!("<-{}", shape(f)));
        let name = &b.name.name;
        format!(
            "{} {name}{}{}",
            ty(&b.ty),
            range.unwrap_or_default(),
            from.unwrap_or_default()
        )
    };
    binders.iter().map(one).collect::<Vec<_>>().join(",")
}

pub fn ty(t: &TypeExpr) -> String {
    let args = |args: &[TypeExpr]| args.iter().map(ty).collect::<Vec<_>>().join(",");
    match &t.kind {
        TypeKind::Primitive(p) => format!("{p:?}").to_lowercase(),
        TypeKind::Named(n, a) if a.is_empty() => n.name.clone(),
        TypeKind::Named(n, a) | TypeKind::Other(n, a) => format!("{}<{}>", n.name, args(a)),
        TypeKind::Array(e, None) => format!("array({})", ty(e)),
        TypeKind::Array(e, Some(n)) => format!("array({}, {})", ty(e), shape(n)),
        TypeKind::Seq(e) => format!("seq<{}>", ty(e)),
        TypeKind::Set(e) => format!("set<{}>", ty(e)),
        TypeKind::Bag(e) => format!("bag<{}>", ty(e)),
        TypeKind::Option(e) => format!("option<{}>", ty(e)),
        TypeKind::Map(k, v) => format!("map<{},{}>", ty(k), ty(v)),
        TypeKind::Tuple(a) => format!("tuple<{}>", args(a)),
    }
}

fn call(head: &str, c: &Call) -> String {
    let receiver = c.receiver.as_ref().map_or(String::new(), |r| {
        format!("{}{}", shape(r), if c.null_safe { "?." } else { "." })
    });
    let types = if c.type_args.is_empty() {
        String::new()
    } else {
        format!(
            "<{}>",
            c.type_args.iter().map(ty).collect::<Vec<_>>().join(",")
        )
    };
    let ghost = |word: &str, args: &[GhostArg]| {
        args.iter()
            .map(|g| format!(" {word} {}={}", g.left.name, shape(&g.right)))
            .collect::<String>()
    };
    let words: String = c
        .ghost_statements
        .iter()
        .map(|s| match &s.kind {
            StmtKind::Label(word, Some(inner)) => match &inner.kind {
                StmtKind::Ghost(inner) => match &inner.kind {
                    StmtKind::Block(b) => format!(" {}:{}", word.name, b.statements.len()),
                    other => format!(" {}:{other:?}", word.name),
                },
                other => format!(" !{other:?}"),
            },
            other => format!(" !{other:?}"),
        })
        .collect();
    let args = list(&c.args);
    let (given, yields) = (ghost("given", &c.given), ghost("yields", &c.yields));
    format!(
        "{head}{receiver}{}{types}({args}){given}{yields}{words}",
        c.name.name
    )
}

#[allow(clippy::too_many_lines, reason = "a table of kinds")]
pub fn shape(e: &Expr) -> String {
    use ExprKind::*;
    match &e.kind {
        Int(n) => n.to_string(),
        Float(s) => s.clone(),
        Bool(b) => b.to_string(),
        Str(s) => format!("{s:?}"),
        Char(s) => format!("'{s}'"),
        Name(n) => n.name.clone(),
        Unary(op, a) => format!("({op:?} {})", shape(a)),
        Binary(op, a, b) => format!("({op:?} {} {})", shape(a), shape(b)),
        Conditional(a, b, c) => format!("(? {} {} {})", shape(a), shape(b), shape(c)),
        Increment { target, up, prefix } => {
            let op = if *up { "++" } else { "--" };
            if *prefix {
                format!("({op}{})", shape(target))
            } else {
                format!("({}{op})", shape(target))
            }
        }
        Index(a, b) => format!("{}[{}]", shape(a), shape(b)),
        AllElements(a) => format!("{}[*]", shape(a)),
        Slice(a, b, c) => format!("{}[{}..{}]", shape(a), opt(b.as_deref()), opt(c.as_deref())),
        Update(a, b, c) => format!("{}[{}->{}]", shape(a), shape(b), shape(c)),
        Member(a, f) => format!("{}.{}", shape(a), f.name),
        Call(c) => call("", c),
        New(c) => call("new ", c),
        NewArray(t, n) => {
            let sizes: String = n.iter().map(|n| format!("[{}]", opt(n.as_ref()))).collect();
            format!("new {}{sizes}", ty(t))
        }
        Quantifier {
            kind,
            binders: b,
            range,
            body,
        } => {
            format!(
                "({kind:?} {}; {}; {})",
                binders(b),
                opt(range.as_deref()),
                shape(body)
            )
        }
        Let {
            ty: t,
            variable,
            body,
        } => {
            let value = opt(variable.init.as_ref());
            format!(
                "(let {} {}={value}; {})",
                ty(t),
                variable.name.name,
                shape(body)
            )
        }
        Trigger(p, level) => format!("{{:{} {}:}}", level.clone().unwrap_or_default(), list(p)),
        Old(l, a) => {
            format!(
                "old{}({})",
                l.as_ref()
                    .map_or(String::new(), |l| format!("[{}]", l.name)),
                shape(a)
            )
        }
        Perm(a, b) => format!("Perm({}, {})", shape(a), shape(b)),
        Scale(a, b) => format!("(scale {} {})", shape(a), shape(b)),
        SeqLiteral(t, items) => {
            format!("seq:{}[{}]", t.as_ref().map_or("_".into(), ty), list(items))
        }
        SetLiteral(t, items) => {
            format!("set:{}[{}]", t.as_ref().map_or("_".into(), ty), list(items))
        }
        BagLiteral(t, items) => {
            format!("bag:{}[{}]", t.as_ref().map_or("_".into(), ty), list(items))
        }
        MapLiteral(k, v, items) => {
            let items: Vec<_> = items
                .iter()
                .map(|(k, v)| format!("{}->{}", shape(k), shape(v)))
                .collect();
            format!("map:{},{}[{}]", ty(k), ty(v), items.join(" "))
        }
        TupleLiteral(t, items) => {
            let types: Vec<_> = t.iter().map(ty).collect();
            format!("tuple:{}[{}]", types.join(","), list(items))
        }
        Range {
            sequence,
            low,
            high,
        } => {
            format!(
                "{}[{}..{}]",
                if *sequence { "seq" } else { "set" },
                shape(low),
                shape(high)
            )
        }
        Comprehension {
            ty: t,
            element,
            binders: b,
            condition,
        } => {
            let element_type = t.as_ref().map_or("_".into(), ty);
            let condition = opt(condition.as_deref());
            format!(
                "set:{element_type}[{}|{};{condition}]",
                shape(element),
                binders(b)
            )
        }
        Size(a) => format!("|{}|", shape(a)),
        Cast(t, a) => format!("(cast {} {})", ty(t), shape(a)),
        InstanceOf(a, t) => format!("(instanceof {} {})", shape(a), ty(t)),
        Builtin(n, a) => format!("{}({})", n.name, list(a)),
        Unfolding(a, b) => format!("(unfolding {} {})", shape(a), shape(b)),
        ForPerm(b, l, e) => format!("(forperm {} {} {})", binders(b), shape(l), shape(e)),
        Matrix(a, b, c) => format!("matrix({} {} {})", shape(a), shape(b), shape(c)),
        ArrayOf(a, b) => format!("array({} {})", shape(a), shape(b)),
        Values(a, b, c) => format!("values({} {} {})", shape(a), shape(b), shape(c)),
        PointsTo(a, b, c) => format!("PointsTo({} {} {})", shape(a), shape(b), shape(c)),
        HPerm(a, b) => format!("HPerm({} {})", shape(a), shape(b)),
        PolarityDependent(a, b) => format!("polarity({} {})", shape(a), shape(b)),
        Value(a) => format!("Value({})", shape(a)),
        CurrentPerm(a) => format!("perm({})", shape(a)),
        Held(a) => format!("held({})", shape(a)),
        Idle(a) => format!("idle({})", shape(a)),
        Running(a) => format!("running({})", shape(a)),
        Committed(a) => format!("committed({})", shape(a)),
        Choose(a) => format!("choose({})", shape(a)),
        ChooseFresh(a) => format!("choose_fresh({})", shape(a)),
        During(k, a, b) => format!("({} {} {})", k.name, shape(a), shape(b)),
        other => format!("{other:?}"),
    }
}
