//! Words, numbers and pictures of the benchmark. That its programs verify is tested where the program
//! is (`tests/files/growth.rs`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bench::families::FAMILIES;
use bench::measure::Measured;
use bench::plot::{can_be_drawn, picture};
use bench::table::{date, families, grouped};

#[test]
fn days() {
    for (seconds, day) in [
        (0, "1970-01-01"),
        (951_782_399, "2000-02-28"),
        (951_782_400, "2000-02-29"),
        (951_868_800, "2000-03-01"),
        (1_735_689_599, "2024-12-31"),
        (1_735_689_600, "2025-01-01"),
    ] {
        assert_eq!(date(seconds), day);
    }
}

#[test]
fn digits_in_groups() {
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (1_000, "1,000"),
        (1_234_567, "1,234,567"),
    ] {
        assert_eq!(grouped(number), text);
    }
}

fn measured(units: u64) -> Measured {
    Measured {
        status: 0,
        seconds: 0.5,
        units,
        obligations: 3,
        retried: 0,
    }
}

#[test]
fn every_family_grows_and_is_shown() {
    for family in FAMILIES {
        let lengths: Vec<usize> = family
            .sizes
            .iter()
            .map(|size| (family.program)(*size).len())
            .collect();
        assert!(lengths.iter().all(|length| *length > 0));
        let members: Vec<_> = family
            .sizes
            .iter()
            .map(|size| (*size, measured(1_000 * size)))
            .collect();
        assert!(can_be_drawn(&members), "{}", family.name);
        let svg = picture(family.name, family.counts, &members);
        // A member without a number has no place on an axis.
        let numbered = members.iter().filter(|(size, _)| *size > 0).count();
        assert_eq!(svg.matches("<circle").count(), 2 * numbered);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let table = families(&[(*family, members.clone())]);
        assert_eq!(table.matches("| verified |").count(), members.len());
    }
}
