#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::ast::{Block, Clause, Declaration, Expr, SpecKind, Stmt, TypeExpr, Visitor};
use crate::parse::parse;
use crate::resolve::{Profile, Resolution, Type, resolve};
use text::source::SourceFile;

/// Every kind of part that a construct has by itself, seen without going on below.
#[derive(Default)]
struct Parts(usize);

impl Visitor for Parts {
    fn visit_expr(&mut self, _: &Expr) {
        self.0 += 1;
    }
    fn visit_stmt(&mut self, _: &Stmt) {
        self.0 += 1;
    }
    fn visit_block(&mut self, _: &Block) {
        self.0 += 1;
    }
    fn visit_clause(&mut self, _: &Clause) {
        self.0 += 1;
    }
    fn visit_declaration(&mut self, _: &Declaration) {
        self.0 += 1;
    }
    fn visit_type(&mut self, _: &TypeExpr) {
        self.0 += 1;
    }
}

fn parts(walk: impl FnOnce(&mut Parts)) -> usize {
    let mut parts = Parts::default();
    walk(&mut parts);
    parts.0
}

/// Compares rows with the trees of programs.
struct Check<'a>(&'a Resolution, usize);

impl Visitor for Check<'_> {
    fn visit_expr(&mut self, e: &Expr) {
        self.1 += 1;
        let facts = expr(&e.kind);
        let children = parts(|parts| parts.walk_expr(e)) > 0;
        assert!(facts.children || !children, "children: {:?}", e.kind);
        assert!(facts.binds || bound(e).is_empty(), "binds: {:?}", e.kind);
        if *self.0.type_of(e.id) == Type::Resource {
            assert!(has_permissions(self.0, e), "permissions: {:?}", e.kind);
        }
        if self.0.method_called(e).is_some() {
            assert!(facts.calls.may(), "calls: {:?}", e.kind);
        }
        self.walk_expr(e);
    }
    fn visit_stmt(&mut self, s: &Stmt) {
        let facts = stmt(&s.kind);
        let children = parts(|parts| parts.walk_stmt(s)) > 0;
        assert!(facts.children || !children, "children: {:?}", s.kind);
        self.walk_stmt(s);
    }
    fn visit_clause(&mut self, c: &Clause) {
        let children = parts(|parts| parts.walk_clause(c)) > 0;
        assert!(clause(&c.kind).children || !children, "{:?}", c.kind);
        self.walk_clause(c);
    }
    fn visit_declaration(&mut self, d: &Declaration) {
        let children = parts(|parts| parts.walk_declaration(d)) > 0;
        assert!(declaration(&d.kind).children || !children, "{:?}", d.kind);
        self.walk_declaration(d);
    }
}

#[test]
fn rows_agree_with_the_trees_of_the_examples() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let mut folders = vec![std::path::PathBuf::from(folder)];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "pvl") {
                let text = std::fs::read_to_string(&path).unwrap();
                let parsed = parse(&[SourceFile::new("x.pvl", text)]);
                let resolved = resolve(&parsed.program, Profile::Sound);
                let mut check = Check(&resolved.resolution, 0);
                check.visit_program(&parsed.program);
                seen += check.1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn whoever_waits_or_starts_others_says_so() {
    for kind in [SpecKind::Lock, SpecKind::Wait, SpecKind::Join] {
        assert!(spec(kind).blocks.may() && spec(kind).interferes.may());
    }
    for kind in [SpecKind::Assert, SpecKind::Assume, SpecKind::Refute] {
        assert!(!spec(kind).effect.may());
    }
}

#[test]
fn an_answer_that_depends_is_taken_for_yes() {
    assert!(Answer::Depends.may());
    assert!(Answer::Depends.settled(|| true));
    assert!(!Answer::No.settled(|| true));
    assert!(Answer::Yes.settled(|| false));
}
