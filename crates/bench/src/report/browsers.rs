//! The tables about open browsers.

use super::{Table, milliseconds};
use crate::measure::{Browsers, Findings};
use crate::targets::{largest, median};

/// Everything that was found about them.
pub(super) fn tables(findings: &[Findings]) -> [Table; 2] {
    [work(findings), holiday(findings)]
}

fn measured(findings: &[Findings]) -> impl Iterator<Item = (String, &Browsers)> {
    let name = |of: &Findings| format!("{}, {}", of.engine.name(), of.size.word());
    findings.iter().filter_map(move |of| of.browsers.as_ref().map(|browsers| (name(of), browsers)))
}

fn number(values: &[f64], digits: usize) -> String {
    median(values).map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}

fn work(findings: &[Findings]) -> Table {
    let head = vec![
        "database",
        "KiB a browser, open",
        "after the work",
        "submissions/s at capacity",
        "s between a person's",
        "CPU app %",
        "CPU db %",
        "CPU benchmark %",
        "own month p50 ms",
        "p99 ms",
        "submit p50 ms",
        "p99 ms of submit",
        "turned away",
    ];
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let row = |(database, found): (String, &Browsers)| {
        let (month, submission) = (&found.month, &found.submission);
        let machine = month.time.as_secs_f64() * f64::from(u32::try_from(cores).unwrap_or(u32::MAX));
        let share = |time: std::time::Duration| format!("{:.0}", time.as_secs_f64() * 100.0 / machine);
        let [open, after] = found.kibibytes();
        vec![
            database,
            number(&open, 1),
            number(&after, 1),
            number(&found.capacity, 0),
            number(&found.every, 2),
            share(month.application),
            share(month.database),
            share(found.bench),
            milliseconds(month, 50),
            milliseconds(month, 99),
            milliseconds(submission, 50),
            milliseconds(submission, 99),
            found.refused.to_string(),
        ]
    };
    Table {
        title: "A thousand browsers at half of the machine's capacity",
        head,
        rows: measured(findings).map(row).collect(),
    }
}

fn holiday(findings: &[Findings]) -> Table {
    let head = vec![
        "database",
        "s until all were told (longest)",
        "s until all had fetched",
        "browsers in the busiest second",
        "own month p50 ms",
        "p99 ms",
        "fetch p50 ms",
        "p99 ms of fetch",
    ];
    let row = |(database, found): (String, &Browsers)| {
        let found = &found.herd;
        vec![
            database,
            number(&largest(&found.told).into_iter().collect::<Vec<_>>(), 2),
            number(&found.fetched, 2),
            number(&found.busiest, 0),
            milliseconds(&found.month, 50),
            milliseconds(&found.month, 99),
            milliseconds(&found.fetches, 50),
            milliseconds(&found.fetches, 99),
        ]
    };
    Table { title: "A holiday changes while they work", head, rows: measured(findings).map(row).collect() }
}
