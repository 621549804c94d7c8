//! What is said of an import.

use super::ImportKind;
use crate::month::hexadecimal;
use chrono::TimeDelta;
use sha2::{Digest, Sha256};

/// How long a plan is kept.
pub const PLAN_KEPT: TimeDelta = TimeDelta::hours(24);

/// The sentence where something that an import concerns is no longer as its plan has seen it.
pub const CHANGED: &str = "Some of these people have changed since the plan was made. Please check the new plan.";

/// What an import did.
pub fn applied_message(kind: ImportKind, added: u32, changed: u32) -> String {
    let things = match (kind, added) {
        (ImportKind::People, 1) => "person",
        (ImportKind::People, _) => "people",
        (ImportKind::Balances, 1) => "balance",
        (ImportKind::Balances, _) => "balances",
        (ImportKind::Holidays, 1) => "holiday",
        (ImportKind::Holidays, _) => "holidays",
    };
    format!("{added} {things} added, {changed} changed")
}

/// The name of the file with the refused rows of a file.
pub fn refused_file(name: &str) -> String {
    let without = |ending| name.strip_suffix(ending);
    let stem = [".csv", ".CSV", ".ics", ".ICS", ".txt"].into_iter().find_map(without).unwrap_or(name);
    format!("{stem}_refused.csv")
}

/// The SHA-256 of a file: 64 lower-case hexadecimal digits.
pub fn fingerprint(file: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_says_what_was_added_and_changed() {
        for (kind, added, changed, said) in [
            (ImportKind::People, 200, 3, "200 people added, 3 changed"),
            (ImportKind::People, 1, 0, "1 person added, 0 changed"),
            (ImportKind::Balances, 0, 1, "0 balances added, 1 changed"),
            (ImportKind::Holidays, 1, 0, "1 holiday added, 0 changed"),
        ] {
            assert_eq!(applied_message(kind, added, changed), said);
        }
    }

    #[test]
    fn refused_rows_are_in_a_file_beside_theirs() {
        for (name, refused) in [
            ("staff.csv", "staff_refused.csv"),
            ("staff", "staff_refused.csv"),
            ("2026.ics", "2026_refused.csv"),
            (".csv", "_refused.csv"),
        ] {
            assert_eq!(refused_file(name), refused);
        }
    }

    #[test]
    fn a_file_has_one_fingerprint() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(fingerprint(b""), empty);
        assert_ne!(fingerprint(b" "), empty);
    }
}
