//! Any text gives clauses or an error within it, and no panic.

use contracts::{Clause, Contract};
use random::Random;

/// What texts are put together of, beside bytes at random.
const PIECES: &[&str] = &[
    "n",
    "p",
    ".",
    "blockDim",
    "x",
    "blockDim.x",
    "sharedBytes",
    "threadIdx.x",
    "length",
    "min",
    "aligned",
    "disjoint",
    "isPowerOfTwo",
    "get_local_size",
    "(",
    "(",
    ")",
    ")",
    ",",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<",
    "<=",
    "==",
    "!=",
    ">=",
    ">",
    "=",
    "!",
    "&&",
    "||",
    "&",
    "|",
    "<<",
    "?",
    "[",
    ";",
    "->",
    "0",
    "1",
    "16u",
    "0x1F",
    "010",
    "1.5",
    " ",
    "\t",
    "\n",
    "ä",
    "\u{0}",
    "\u{2028}",
];

#[test]
fn pieces_in_any_order() {
    let mut read = 0;
    for seed in 0..100_000 {
        let mut random = Random::new(seed);
        let count = random.below(16);
        let piece = |_| {
            PIECES
                .get(random.below(PIECES.len()))
                .copied()
                .unwrap_or("")
        };
        let text: String = (0..count).map(piece).collect();
        read += usize::from(judged(&text));
    }
    assert!(read > 30, "{read}");
}

#[test]
fn any_bytes() {
    for seed in 0..50_000 {
        let mut random = Random::new(seed);
        let count = random.below(40);
        let bytes: Vec<u8> = (0..count).map(|_| (random.bits() & 0xff) as u8).collect();
        judged(&String::from_utf8_lossy(&bytes));
    }
}

/// Texts of clauses in which some bytes have been deleted, doubled or replaced.
#[test]
fn changed_clauses() {
    for seed in 0..50_000 {
        let mut random = Random::new(seed);
        let clauses = crate::generate::clauses(&mut random, 1);
        let mut text: Vec<char> = Contract { clauses }.to_string().chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match (random.below(3), text.get(at).copied()) {
                (0, Some(_)) => drop(text.remove(at)),
                (1, Some(c)) => text.insert(at, c),
                (_, Some(_)) => {
                    let piece = PIECES.get(random.below(PIECES.len())).copied();
                    text.splice(at..=at, piece.unwrap_or("").chars());
                }
                (_, None) => {}
            }
        }
        judged(&text.into_iter().collect::<String>());
    }
}

/// Whether it is read; checks what holds of each text.
fn judged(text: &str) -> bool {
    match Clause::parse(text) {
        Ok(clauses) => {
            assert!(!clauses.is_empty());
            let contract = Contract { clauses };
            let printed = contract.to_string();
            assert_eq!(Clause::parse(&printed), Ok(contract.clauses), "{text:?}");
            true
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.at), "{text:?}: {error}");
            assert!(!error.why.is_empty(), "{text:?}: {error:?}");
            false
        }
    }
}
