//! What is said about the steps and their codes, and how flags are read.

use crate::common::{Told, carried_out, load, load_text};
use spec_lang::resolve::Profile;
use text::code::Code;
use text::source::SourceFile;
use transforms::tile::Tile;
use transforms::{
    RefusalClass, TRANSFORMATIONS, Transformation, all_codes, apply, next_directive, of_directive,
    parse_flag,
};

/// Codes whose examples need a prover that finds contradictions, a profile, what checks the result, or are command
/// lines; `explain` carries them out.
const APART: [Code; 9] = [
    Code::A008,
    Code::A111,
    Code::A112,
    Code::A113,
    Code::A415,
    Code::A416,
    Code::C101,
    Code::C102,
    Code::C103,
];

pub fn examples_give_their_codes() {
    let unroll = transforms::codes::CODES
        .iter()
        .chain(transforms::unroll::CODES);
    for info in unroll.chain(transforms::linearize::CODES) {
        if info.example.is_empty() || APART.contains(&info.code) {
            continue;
        }
        let first = info.example.lines().next().unwrap();
        let flag = first
            .strip_prefix("//:: alpinist --")
            .and_then(|flag| flag.split_once(' '));
        let mut prover = Told::default();
        match info.code {
            Code::A401 => prover.no.push("m.length ==".into()),
            Code::A412 => prover.no.push("m[row] == m[other]".into()),
            Code::A413 => prover.no.push("m[0][2]".into()),
            _ if info.example.contains("unroll") => prover.iterations = Some(1),
            _ => (),
        }
        prover.ends = flag.is_none();
        prover.profile = match flag {
            Some(("profile", _)) => Profile::VerCors14,
            _ => Profile::Sound,
        };
        let loaded = load_text(info.example, prover.profile);
        let step = match flag {
            None | Some(("profile", _)) => {
                of_directive(&next_directive(&loaded.program, loaded.profile).unwrap())
            }
            Some((flag, argument)) => parse_flag(flag, argument, &[]),
        };
        let refusal = step
            .and_then(|step| carried_out(&loaded, &step, &mut prover))
            .unwrap_err();
        assert_eq!(refusal.diagnostic.code, info.code, "{refusal:#?}");
        assert_eq!(refusal.class, RefusalClass::NotApplicable);
    }
}

pub fn codes_are_told_apart() {
    let mut codes: Vec<_> = all_codes().map(|info| info.code).collect();
    let all = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), all);
}

pub fn documented_examples() {
    for about in TRANSFORMATIONS.iter().map(|entry| entry.about()) {
        let doc = about.doc();
        let programs = doc
            .split("```")
            .filter_map(|part| part.strip_prefix("pvl\n"));
        let programs: Vec<&str> = programs.collect();
        let [before, after] = programs.as_slice() else {
            panic!("{} programs", programs.len());
        };
        let mut prover = Told::default();
        match about.name {
            "unroll" => prover.iterations = Some(2),
            "merge" => prover.no.push("% ".into()),
            "fuse" => prover.results = Some(vec![transforms::Outcome::Proved]),
            _ => (),
        }
        let loaded = load_text(*before, Profile::Sound);
        let step = of_directive(&next_directive(&loaded.program, Profile::Sound).unwrap());
        let result = carried_out(&loaded, &step.unwrap(), &mut prover).unwrap();
        assert_eq!(&result, after, "{}", about.name);
        for info in about.codes {
            assert!(doc.contains(info.code.as_str()), "{}", info.code);
        }
    }
}

pub fn flags_are_read() {
    for (flag, argument) in [
        ("merge", "2@i"),
        ("prefetch", "a[tid + 1]@work"),
        ("linearize", "m:row"),
        ("linearize", "m:col:r, c"),
        ("tile", "inter:4@work"),
        ("tile", "intra:4"),
        ("fuse", "2"),
        ("fuse", "3:2@work"),
    ] {
        let step = parse_flag(flag, argument, &[]).unwrap();
        assert_eq!(step.about().name, flag);
    }
    for (flag, argument) in [
        ("merge", "all"),
        ("prefetch", "a"),
        ("linearize", "m"),
        ("linearize", ":row"),
        ("tile", "outer:4"),
        ("fuse", "a:1"),
        ("melt", "1"),
    ] {
        let refusal = parse_flag(flag, argument, &[]).unwrap_err();
        assert_eq!(refusal.diagnostic.code, Code::C101);
    }
    let arguments = Tile::of_flag("inter:3", &[]).unwrap();
    assert!(arguments.inter);
    assert_eq!(arguments.size, 3);
}

pub fn a_program_of_several_files() {
    let files = vec![
        SourceFile::new("one.pvl", "class D {\n}\n"),
        SourceFile::new(
            "two.pvl",
            "void m(int n) {\n  int i = 0;\n  loop_invariant 0 <= i;\n  while (i < n) {\n    i++;\n  }\n}\n",
        ),
    ];
    let loaded = load(files, Profile::Sound);
    let step = parse_flag("unroll", "1@i", &[]).unwrap();
    let rewritten = apply(&loaded.input(), &step, &mut Told::default()).unwrap();
    let applied = rewritten.edits.apply(&loaded.files).unwrap();
    assert!(applied[0].is_none());
    let second = &applied[1].as_ref().unwrap().text;
    assert!(second.contains("  assert 0 <= i;\n  i++;\n"));
}
