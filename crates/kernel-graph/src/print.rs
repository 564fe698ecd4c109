//! The graph as text, for people (`--emit ir`). The same module gives the same bytes.

use super::{
    Annotation, BinaryOp, Callee, CopyGroup, Expr, ExprKind, Function, LocalId, Module, Scalar,
    Scope, Stmt, StmtKind, Terminator,
};
use std::cell::RefCell;
use std::fmt::Write as _;

/// The text of a module: arrays, then functions with their blocks.
pub fn print(module: &Module) -> String {
    let mut out = String::new();
    for (number, array) in module.arrays.iter().enumerate() {
        let bytes = array
            .bytes
            .map_or("?".to_owned(), |bytes| bytes.to_string());
        let _ = writeln!(
            out,
            "array @{number} `{}`: {:?}, {:?}, {bytes} bytes",
            array.name, array.space, array.linkage
        );
    }
    for function in &module.functions {
        out.push('\n');
        let numbers = None;
        Printer {
            module,
            function,
            numbers,
        }
        .function(&mut out);
    }
    out
}

/// The text of some functions of a module, with the arrays that they name behind them. Arrays and functions have numbers in
/// the order in which they occur, so that the text is the same whatever else the module has.
pub fn print_alone<'m>(
    module: &'m Module,
    functions: impl IntoIterator<Item = &'m Function>,
) -> String {
    let mut out = String::new();
    let numbers = Numbers::default();
    for function in functions {
        Printer {
            module,
            function,
            numbers: Some(&numbers),
        }
        .function(&mut out);
    }
    for (number, own) in numbers.arrays.borrow().iter().enumerate() {
        if let Some(array) = module.arrays.get(*own as usize) {
            let _ = writeln!(
                out,
                "array @{number} `{}`: {:?}, {:?}, {:?}, {:?} bytes, {:?}",
                array.name, array.space, array.linkage, array.layout, array.bytes, array.initial
            );
            for (at, function) in &array.functions {
                let function = module.functions.get(function.0 as usize);
                let name = function.map_or("?", |one| one.name.as_str());
                let _ = writeln!(out, "  at {at} `{name}`");
            }
        }
    }
    out
}

/// Numbers of a module in the order in which they occur.
#[derive(Default)]
struct Numbers {
    arrays: RefCell<Vec<u32>>,
    functions: RefCell<Vec<u32>>,
}

/// The position of a number among those that occurred, behind them if it is new.
fn position(all: &RefCell<Vec<u32>>, number: u32) -> usize {
    let mut all = all.borrow_mut();
    let known = all.iter().position(|one| *one == number);
    known.unwrap_or_else(|| {
        all.push(number);
        all.len() - 1
    })
}

struct Printer<'a> {
    module: &'a Module,
    function: &'a Function,
    /// None for those of the module.
    numbers: Option<&'a Numbers>,
}

impl Printer<'_> {
    fn function(&self, out: &mut String) {
        let kind = if self.function.kernel {
            "kernel"
        } else {
            "function"
        };
        let params: Vec<String> = self
            .function
            .params
            .iter()
            .map(|param| self.typed(param.local))
            .collect();
        let result = self
            .function
            .result
            .map_or(String::new(), |scalar| format!(": {scalar}"));
        let _ = writeln!(
            out,
            "{kind} {}({}){result}",
            self.function.name,
            params.join(", ")
        );
        for (number, block) in self.function.blocks.iter().enumerate() {
            let _ = writeln!(out, "b{number}:");
            for stmt in &block.stmts {
                let _ = writeln!(out, "  {}", self.stmt(stmt));
            }
            let _ = writeln!(out, "  {}", self.end(&block.end));
        }
    }

    fn name(&self, id: LocalId) -> String {
        let name = self.function.local(id).map_or("", |l| l.name.as_str());
        format!("%{name}{}{}", if name.is_empty() { "" } else { "." }, id.0)
    }

    fn typed(&self, id: LocalId) -> String {
        let scalar = self.function.local(id).map(|local| local.scalar);
        let scalar = scalar.map_or("?".to_owned(), |scalar| scalar.to_string());
        format!("{}: {scalar}", self.name(id))
    }

    fn list<'e>(&self, all: impl IntoIterator<Item = &'e Expr>) -> String {
        let texts: Vec<String> = all.into_iter().map(|e| self.expr(e)).collect();
        texts.join(", ")
    }

    /// The local that gets a result, if one does.
    fn result(&self, to: Option<LocalId>) -> String {
        to.map_or(String::new(), |to| format!("{} = ", self.typed(to)))
    }

    fn scope(&self, scope: &Scope) -> String {
        match scope {
            Scope::Warp(mask) => format!("warp({})", self.expr(mask)),
            Scope::Tile(size) => format!("tile({size})"),
            Scope::SubGroup => "sub-group".to_owned(),
            Scope::Block => "block".to_owned(),
            Scope::Grid => "grid".to_owned(),
            Scope::System => "system".to_owned(),
        }
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                format!("{} = {}", self.typed(*to), self.expr(value))
            }
            StmtKind::Load {
                to,
                address,
                access,
            } => format!(
                "{} = load{} {}",
                self.typed(*to),
                how(access.volatile, access.ghost),
                self.expr(address)
            ),
            StmtKind::Store {
                address,
                value,
                access,
            } => format!(
                "store{} {}, {} {}",
                how(access.volatile, access.ghost),
                self.expr(address),
                value.scalar,
                self.expr(value)
            ),
            StmtKind::Copy {
                to, from, bytes, ..
            } => format!("copy {}", self.list([to, from, bytes])),
            StmtKind::Fill {
                to, value, bytes, ..
            } => format!("fill {}", self.list([to, value, bytes])),
            StmtKind::Atomic {
                to,
                op,
                address,
                scalar,
                operands,
                scope,
                order,
            } => format!(
                "{}atomic {} {scalar} {} [{}] {} {order:?}",
                self.result(*to),
                format!("{op:?}").to_lowercase(),
                self.expr(address),
                self.list(operands),
                self.scope(scope)
            ),
            StmtKind::Barrier(barrier) => {
                let mut text = format!("barrier {}", self.scope(&barrier.scope));
                if barrier.fences.shared {
                    text.push_str(" shared");
                }
                if barrier.fences.global {
                    text.push_str(" global");
                }
                text
            }
            StmtKind::Fence(scope, order) => format!("fence {} {order:?}", self.scope(scope)),
            StmtKind::Collective {
                to,
                op,
                among,
                operands,
            } => {
                let among = among.as_ref();
                let among = among.map_or("active".to_owned(), |among| self.scope(among));
                let (to, operands) = (self.typed(*to), self.list(operands));
                format!("{to} = {op:?} of {among} [{operands}]")
            }
            StmtKind::CopyAsync {
                event,
                to,
                from,
                bytes,
                read,
                together,
                joins,
                stride,
            } => {
                let read = read.as_ref();
                let read = read.map_or(String::new(), |e| format!(", reads {}", self.expr(e)));
                let stride = stride.as_ref().map_or(String::new(), |s| {
                    let end = if s.to { "to" } else { "from" };
                    let (step, element) = (self.expr(&s.step), self.expr(&s.element));
                    format!(", {element} by {end} {step}")
                });
                let joins = joins.as_ref();
                let joins = joins.map_or(String::new(), |e| format!(", joins {}", self.expr(e)));
                let who = if *together { "block" } else { "thread" };
                let (event, copied) = (self.result(*event), self.list([to, from, bytes]));
                format!("{event}copy async {who} {copied}{read}{joins}{stride}")
            }
            StmtKind::CopyGroup(CopyGroup::Commit) => "commit copies".to_owned(),
            StmtKind::CopyGroup(CopyGroup::WaitPrior(but)) => format!("wait all groups but {but}"),
            StmtKind::CopyGroup(CopyGroup::WaitAll) => "wait all of the thread".to_owned(),
            StmtKind::WaitAsync(event) => {
                let event = event.as_ref().map_or("all".to_owned(), |e| self.expr(e));
                format!("wait {event}")
            }
            StmtKind::Havoc(to) => format!("havoc {}", self.typed(*to)),
            StmtKind::Declare(array) => format!("declare {}", self.array(array.0)),
            StmtKind::Annotation(annotation) => self.annotation(annotation),
            StmtKind::Point => "point".to_owned(),
            StmtKind::Call {
                to,
                callee,
                arguments,
            } => {
                let callee = match callee {
                    Callee::Function(id) => self.called(id.0),
                    Callee::External(name) => format!("external {name}"),
                    Callee::Pointer(pointer) => format!("*{}", self.expr(pointer)),
                };
                format!(
                    "{}call {callee}({})",
                    self.result(*to),
                    self.list(arguments)
                )
            }
        }
    }

    fn annotation(&self, annotation: &Annotation) -> String {
        let word = match annotation {
            Annotation::Assert(_) => "assert",
            Annotation::Assume(_) => "assume",
            Annotation::Invariant(_) => "invariant",
            Annotation::Candidate(_) => "candidate",
            Annotation::Requires(_) => "requires",
            Annotation::Ensures(_) => "ensures",
            Annotation::Everywhere(inner) => {
                return format!("everywhere {}", self.annotation(inner));
            }
            Annotation::EveryLoop(inner) => {
                return format!("every loop {}", self.annotation(inner));
            }
            Annotation::BarrierInvariant {
                what,
                pairs,
                threads,
            } => {
                let of = if *pairs { "pairs" } else { "threads" };
                return format!(
                    "barrier invariant {} for {of} [{}]",
                    self.expr(what),
                    self.list(threads)
                );
            }
            Annotation::ReadPermission(_) => "read permission",
            Annotation::Fresh(_) => "fresh",
            Annotation::Footprint { write: true, .. } => "writes",
            Annotation::Footprint { write: false, .. } => "reads",
        };
        format!("{word} {}", self.expr(annotation.expr()))
    }

    fn end(&self, end: &Terminator) -> String {
        match end {
            Terminator::Goto(next) => format!("goto b{}", next.0),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => format!(
                "if {} goto b{} else b{}",
                self.expr(condition),
                then.0,
                otherwise.0
            ),
            Terminator::Switch {
                value,
                cases,
                otherwise,
            } => {
                let cases: Vec<String> = cases
                    .iter()
                    .map(|(value, block)| format!("{value}: b{}", block.0))
                    .collect();
                format!(
                    "switch {} [{}] else b{}",
                    self.expr(value),
                    cases.join(", "),
                    otherwise.0
                )
            }
            Terminator::Return(Some(value)) => format!("return {}", self.expr(value)),
            Terminator::Return(None) => "return".to_owned(),
            Terminator::Trap => "trap".to_owned(),
            Terminator::Unreachable => "unreachable".to_owned(),
        }
    }

    fn array(&self, number: u32) -> String {
        let array = self.module.arrays.get(number as usize);
        let number = self
            .numbers
            .map_or(number as usize, |all| position(&all.arrays, number));
        array.map_or(format!("@{number}"), |a| format!("@{}.{number}", a.name))
    }

    fn called(&self, number: u32) -> String {
        let function = self.module.functions.get(number as usize);
        let number = self
            .numbers
            .map_or(number as usize, |all| position(&all.functions, number));
        function.map_or(format!("#{number}"), |f| format!("{}#{number}", f.name))
    }

    /// Prefix form; expressions may be deep, so the walk keeps its own stack.
    fn expr(&self, root: &Expr) -> String {
        enum Piece<'e> {
            Text(&'static str),
            Expr(&'e Expr),
        }
        let mut out = String::new();
        let mut work = vec![Piece::Expr(root)];
        while let Some(piece) = work.pop() {
            let e = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Expr(e) => e,
            };
            let head = self.head(e);
            let children = e.children();
            if children.is_empty() {
                out.push_str(&head);
                continue;
            }
            let _ = write!(out, "({head}");
            work.push(Piece::Text(")"));
            for child in children.into_iter().rev() {
                work.push(Piece::Expr(child));
                work.push(Piece::Text(" "));
            }
        }
        out
    }

    fn head(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Const(bits) => match e.scalar {
                Scalar::Bool => (*bits == 1).to_string(),
                Scalar::Float(_) => format!("{}:{bits:#x}", e.scalar),
                Scalar::Int(_) | Scalar::Pointer | Scalar::Function | Scalar::Handle => {
                    format!("{bits}:{}", e.scalar)
                }
            },
            ExprKind::Null => "null".to_owned(),
            ExprKind::Base(array) => self.array(array.0),
            ExprKind::FunctionAddress(id) => format!("&{}", self.called(id.0)),
            ExprKind::Local(id) => self.name(*id),
            ExprKind::Atom(atom) => format!("{atom:?}").to_lowercase(),
            ExprKind::Unary(op, _) => format!("{op:?}").to_lowercase(),
            ExprKind::Binary(BinaryOp::WrapIntent(op), ..) => format!("{op:?}").to_lowercase(),
            ExprKind::Binary(op, ..) => format!("{op:?}").to_lowercase(),
            ExprKind::Compare(op, ..) => format!("{op:?}").to_lowercase(),
            ExprKind::Cast(op, _) => format!("{op:?}.{}", e.scalar).to_lowercase(),
            ExprKind::Select(..) => "select".to_owned(),
            ExprKind::Offset(..) => "offset".to_owned(),
            ExprKind::Distance(..) => "distance".to_owned(),
            ExprKind::Float(op, _) => format!("float {op:?}").to_lowercase(),
            ExprKind::Uninterpreted(name, _) => format!("uninterpreted {name}"),
            ExprKind::Other(_) => "other".to_owned(),
            ExprKind::Old(_) => "old".to_owned(),
            ExprKind::Enabled => "enabled".to_owned(),
            ExprKind::EnabledAbove => "enabled-above".to_owned(),
            ExprKind::SameBlock => "same-block".to_owned(),
            ExprKind::Result => "result".to_owned(),
            ExprKind::ArrayOf(_) => "array-of".to_owned(),
            ExprKind::OffsetIn(_) => "offset-in".to_owned(),
            ExprKind::Taken(..) => "taken".to_owned(),
            ExprKind::Accessed { write, .. } => if *write { "written" } else { "read" }.to_owned(),
            ExprKind::AccessOffset { write, .. } => if *write {
                "write-offset"
            } else {
                "read-offset"
            }
            .to_owned(),
        }
    }
}

fn how(volatile: bool, ghost: bool) -> &'static str {
    match (volatile, ghost) {
        (false, false) => "",
        (true, false) => " volatile",
        (false, true) => " ghost",
        (true, true) => " volatile ghost",
    }
}
