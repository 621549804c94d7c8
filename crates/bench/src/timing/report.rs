//! What is printed: the medians, how far they lie apart, and whether that tells anything.

use super::statistics::{likelihood, median};
use crate::engine::Engine;
use crate::report::Table;

/// How far the medians may lie apart, as a part of the one for unknown addresses.
const APART: f64 = 0.05;
/// How often all comparisons together may give a false alarm where there is no difference.
const FALSE_ALARM: f64 = 0.01;

/// One question, asked for known and for unknown addresses: the milliseconds of each answer.
pub(super) struct Comparison {
    pub(super) engine: Engine,
    pub(super) what: &'static str,
    pub(super) known: Vec<f64>,
    pub(super) unknown: Vec<f64>,
}

impl Comparison {
    /// How much longer an answer for a known address takes, as a part of that for an unknown one.
    fn difference(&self) -> f64 {
        let unknown = median(&self.unknown);
        (median(&self.known) - unknown) / unknown.max(f64::EPSILON)
    }

    fn likelihood(&self) -> f64 {
        likelihood(&self.known, &self.unknown)
    }

    fn passes(&self, of: usize) -> bool {
        let of = f64::from(u32::try_from(of).unwrap_or(u32::MAX).max(1));
        self.difference().abs() <= APART && self.likelihood() > FALSE_ALARM / of
    }
}

/// The report, and whether every comparison passes.
pub(super) fn text(found: &[Comparison], samples: usize) -> (String, bool) {
    let row = |one: &Comparison| {
        vec![
            one.engine.name().to_owned(),
            one.what.to_owned(),
            format!("{:.3}", median(&one.known)),
            format!("{:.3}", median(&one.unknown)),
            format!("{:+.1} %", one.difference() * 100.0),
            format!("{:.3}", one.likelihood()),
            if one.passes(found.len()) { "PASS" } else { "FAIL" }.to_owned(),
        ]
    };
    let head = vec!["database", "asked", "median ms", "unknown address ms", "difference", "p", "verdict"];
    let title = "Time of an answer for an address with an account, beside one for an unknown address";
    let table = Table { title, head, rows: found.iter().map(row).collect() };
    let passes = !found.is_empty() && found.iter().all(|one| one.passes(found.len()));
    let limits = format!(
        "{samples} each, taking turns in random order. PASS: medians within {:.0} %, and p above {FALSE_ALARM} ÷ {} comparisons.",
        APART * 100.0,
        found.len()
    );
    let verdict = if passes { "PASS" } else { "FAIL" };
    (format!("{}{limits}\n{verdict}", table.text()), passes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(known: impl Fn(u32) -> f64) -> Comparison {
        let unknown = (0..400).map(|n| 10.0 + f64::from(n % 100) / 50.0).collect();
        Comparison { engine: Engine::Sqlite, what: "w", known: (0..400).map(known).collect(), unknown }
    }

    #[test]
    fn alike_passes_and_a_difference_of_either_kind_does_not() {
        let alike = || comparison(|n| 10.0 + f64::from((n + 37) % 100) / 50.0);
        let later = comparison(|n| 10.8 + f64::from(n % 100) / 50.0);
        let wider = comparison(|n| 9.0 + f64::from(n % 100) / 25.0);
        assert!(alike().passes(1));
        assert!(later.difference() > APART && !later.passes(1));
        assert!(wider.difference().abs() <= APART && !wider.passes(6));
        assert!(text(&[alike(), alike()], 400).1);
        let (report, passes) = text(&[alike(), later], 400);
        assert!(!passes && report.ends_with("\nFAIL"), "{report}");
        assert!(!text(&[], 400).1, "nothing was compared");
    }
}
