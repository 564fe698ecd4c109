//! Which codes `explain` shows a wrong and a corrected program of.

use crate::common::{alpinist_in, root};
use serde_json::Value;

/// A mended command line is another one than the wrong one.
#[test]
fn command_lines_are_corrected() {
    let run = alpinist_in(root(), &["explain", "C001"]);
    let says = "Corrected:\n\n    alpinist verify --seed 3 program.pvl\n";
    assert!(run.stdout.contains(says), "{}", run.stdout);
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let command = |info: &&Value| {
        let code = info["code"].as_str().unwrap();
        code.starts_with('C') && info["example"] != ""
    };
    for info in json["codes"].as_array().unwrap().iter().filter(command) {
        let corrected = info["corrected"].as_str();
        assert!(corrected.is_some(), "{}", info["code"]);
        assert_ne!(corrected, info["example"].as_str());
    }
}

/// Codes of which no program can be shown: they are about this program, its limits or its surroundings, or say
/// what the ways into it refuse before.
const WITHOUT_A_PROGRAM: &str = "\
A004 A009 A318 A512 A616 C012 C017 C021 K001 K003 K006 K012 K018 K206 K321 K411 K413 K414 K415 K416 K417 K418 K503 K601 K602 K603 K604 K605 K606 K607 K608 K609 N000 N019 S008 S018 U026 U027 U031 U035 U040 U041 U043 \
U045 U046 U047 U048 U054 U058 U059 U060 U061 U062 U063 U066 U072 U075 U079 U080 U085 U095 U096 U097 U098 \
U099 V900 V901 V902 W900";

/// Codes whose program is shown and has nothing to mend in it: `explain` says what they ask for.
const NOTHING_TO_MEND: &str = "K007 W901 W902 W903";

#[test]
fn every_other_code_has_a_wrong_and_a_mended_program() {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let mut lacking = Vec::new();
    let mut unmended = Vec::new();
    for info in json["codes"].as_array().unwrap() {
        let code = info["code"].as_str().unwrap();
        let text = info["text"].as_str().unwrap();
        // Of kernels the mended one may stand between the paragraphs.
        let is_mended =
            info["corrected"].is_string() || code.starts_with('K') && text.contains("```");
        match (info["example"] != "", is_mended) {
            (false, _) => lacking.push(code),
            (true, false) => unmended.push(code),
            (true, true) => {}
        }
    }
    assert_eq!(lacking.join(" "), WITHOUT_A_PROGRAM);
    assert_eq!(unmended.join(" "), NOTHING_TO_MEND);
}

#[test]
fn a_word_finds_the_codes_about_it() {
    let run = alpinist_in(root(), &["explain", "race"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for code in ["K301  ", "R003  "] {
        assert!(run.stdout.contains(code), "{}", run.stdout);
    }
    assert!(!run.stdout.contains("V010"), "{}", run.stdout);
    // One that is alone is explained at once; what no code is about has none.
    let run = alpinist_in(root(), &["explain", "byte order mark"]);
    assert!(run.stdout.starts_with("C004: "), "{}", run.stdout);
    for none in ["zebra", "Z999", "ra"] {
        let run = alpinist_in(root(), &["explain", none]);
        assert_eq!(run.status, 2, "{none}: {}", run.stdout);
        assert!(run.stderr.contains("[C011]"), "{}", run.stderr);
    }
}
