//! How a run ends: the lines that a person and a build machine read last.

use crate::arguments::Selection;
use crate::failure::Failure;
use crate::lint;
use crate::project::Project;
use crate::tally::Tally;
use crate::test;

/// Runs tests and closes with `N passed, N failed`.
pub(crate) fn test(project: &Project, selection: &Selection) -> Result<bool, Failure> {
    let (tally, sentences) = test::run(project, selection)?;
    Ok(close(&sentences, tally))
}

/// Runs the checks and closes with what failed and what could not run.
pub(crate) fn lint(project: &Project) -> Result<bool, Failure> {
    let report = lint::run(project)?;
    for line in report.lines() {
        println!("{line}");
    }
    Ok(report.failed.is_empty())
}

/// Runs the checks, then every test whatever the checks found, so that one run shows everything.
/// A failed check counts among the failures of the closing line.
pub(crate) fn everything(project: &Project) -> Result<bool, Failure> {
    let report = lint::run(project)?;
    let (tally, mut sentences) = test::run(project, &Selection::default())?;
    sentences.extend(report.lines());
    let checks = report.failed.iter().map(|_| Tally::BROKEN);
    Ok(close(&sentences, checks.chain([tally]).sum()))
}

fn close(sentences: &[String], tally: Tally) -> bool {
    for sentence in sentences {
        println!("{sentence}");
    }
    println!("{tally}");
    tally.failed == 0
}
