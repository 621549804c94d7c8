//! Counting tests: what the three runners report, added up to one closing line.

use std::fmt;
use std::iter::Sum;

use crate::failure::Failure;

/// How many tests passed, failed and did not run.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Ignored or skipped. A test that does not run proves nothing, so [`Tally::settled`] counts
    /// it as failed.
    pub(crate) left_out: u64,
}

impl Tally {
    /// One failure that no runner counted: a part that broke as a whole.
    pub(crate) const BROKEN: Self = Self { passed: 0, failed: 1, left_out: 0 };

    /// Reads libtest's closing line,
    /// `test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in …`.
    pub(crate) fn from_cargo(line: &str) -> Option<Self> {
        // A child process of the last test may have printed half a line before it.
        let (_, counts) = line.split_once("test result: ")?;
        let (_, counts) = counts.split_once(". ")?;
        let mut counts = counts.split("; ");
        let mut count = |unit: &str| {
            let (number, found) = counts.next()?.trim().split_once(' ')?;
            (found == unit).then(|| number.parse().ok()).flatten()
        };
        Some(Self { passed: count("passed")?, failed: count("failed")?, left_out: count("ignored")? })
    }

    /// Reads the first line that `frontend/scripts/count.mjs` prints: passed, failed, left out.
    pub(crate) fn from_counts(line: &str) -> Result<Self, Failure> {
        let numbers: Option<Vec<u64>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[passed, failed, left_out]) => Ok(Self { passed, failed, left_out }),
            _ => Err(Failure::new(format!("“{line}” is no count of tests."))),
        }
    }

    /// The verdict on one part: what was left out has failed, and so has a part whose runner
    /// failed without saying which test, or that ran nothing. The sentences say so.
    pub(crate) fn settled(self, part: &str, runner_succeeded: bool) -> (Self, Vec<String>) {
        let mut verdict = self;
        let mut sentences = Vec::new();
        if self.left_out > 0 {
            verdict.failed += self.left_out;
            verdict.left_out = 0;
            sentences.push(format!("{part}: {} left out, which counts as failed.", self.left_out));
        }
        if !runner_succeeded && self.failed == 0 {
            verdict.failed += 1;
            sentences.push(format!("{part}: the test runner failed, see its output above."));
        } else if self == Self::default() {
            verdict.failed += 1;
            sentences.push(format!("{part}: no test ran, which counts as failed."));
        }
        (verdict, sentences)
    }
}

/// The name in libtest's line about a test that failed, `test sessions::one_is_kept ... FAILED`.
pub(crate) fn failed_in_cargo(line: &str) -> Option<&str> {
    let (_, test) = line.split_once("test ")?;
    test.strip_suffix(" ... FAILED")
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, tally| Self {
            passed: sum.passed + tally.passed,
            failed: sum.failed + tally.failed,
            left_out: sum.left_out + tally.left_out,
        })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn tally(passed: u64, failed: u64, left_out: u64) -> Tally {
        Tally { passed, failed, left_out }
    }

    #[test]
    fn cargo_lines_are_counted() {
        let cases = [
            (
                "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
                Some(tally(5, 0, 0)),
            ),
            (
                "test result: FAILED. 11 passed; 2 failed; 3 ignored; 0 measured; 7 filtered out; finished in 1.20s",
                Some(tally(11, 2, 3)),
            ),
            (
                "listening on 127.0.0.1test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
                Some(tally(1, 0, 0)),
            ),
            ("test result: ok. many passed; 0 failed; 0 ignored", None),
            ("test result: ok.", None),
            ("test tally::tests::cargo_lines_are_counted ... ok", None),
            ("", None),
        ];
        for (line, expected) in cases {
            assert_eq!(Tally::from_cargo(line), expected, "{line}");
        }
    }

    #[test]
    fn a_failed_test_is_named() {
        assert_eq!(failed_in_cargo("test week::it_begins ... FAILED"), Some("week::it_begins"));
        assert_eq!(failed_in_cargo("half a linetest week::it_begins ... FAILED"), Some("week::it_begins"));
        for line in ["test week::it_begins ... ok", "test result: FAILED. 1 passed", ""] {
            assert_eq!(failed_in_cargo(line), None, "{line}");
        }
    }

    #[test]
    fn counted_lines_hold_three_numbers() {
        assert_eq!(Tally::from_counts("12 1 3\n"), Ok(tally(12, 1, 3)));
        for line in ["", "12 1", "12 1 3 4", "12 -1 3", "a b c"] {
            assert!(Tally::from_counts(line).is_err(), "{line} was accepted");
        }
    }

    #[test]
    fn a_part_in_order_is_left_as_it_is() {
        assert_eq!(tally(7, 0, 0).settled("rust", true), (tally(7, 0, 0), Vec::new()));
    }

    #[test]
    fn what_did_not_run_has_failed() {
        let (verdict, sentences) = tally(7, 1, 2).settled("rust", false);
        assert_eq!(verdict, tally(7, 3, 0));
        assert_eq!(sentences, ["rust: 2 left out, which counts as failed."]);

        let (verdict, sentences) = tally(0, 0, 0).settled("browser", true);
        assert_eq!(verdict, tally(0, 1, 0));
        assert_eq!(sentences.len(), 1, "{sentences:?}");
    }

    #[test]
    fn a_runner_that_dies_without_naming_a_test_has_failed() {
        for counted in [tally(0, 0, 0), tally(40, 0, 0)] {
            let (verdict, sentences) = counted.settled("rust", false);
            assert_eq!(verdict, tally(counted.passed, 1, 0));
            assert_eq!(sentences.len(), 1, "{sentences:?}");
        }
    }

    #[test]
    fn parts_add_up_to_the_closing_line() {
        let total: Tally = [tally(3, 0, 0), tally(4, 1, 0), Tally::BROKEN].into_iter().sum();
        assert_eq!(total.to_string(), "7 passed, 2 failed");
    }
}
