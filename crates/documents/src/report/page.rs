//! A page as it will be drawn: words and rules, each with its place in millimetres from the upper left corner.

use super::face::Type;

pub(super) const WIDTH: f64 = 210.0;
pub(super) const HEIGHT: f64 = 297.0;

/// How dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// What is read first.
    Dark,
    /// What stands beside it; dark enough to be read on paper.
    Grey,
    /// Rules.
    Light,
}

/// Something on a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mark {
    /// One line of text, by its left end and its baseline.
    Words {
        x: f64,
        baseline: f64,
        face: Type,
        ink: Ink,
        text: String,
    },
    Rule {
        y: f64,
        left: f64,
        right: f64,
        ink: Ink,
    },
    /// The ground of the header row.
    Ground {
        top: f64,
        bottom: f64,
        left: f64,
        right: f64,
    },
}

/// Everything on a page, in the order in which it is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Page {
    pub(super) marks: Vec<Mark>,
}
