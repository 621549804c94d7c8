//! The tables about the attendance of a month.

use super::{Table, milliseconds};
use crate::measure::{Answers, Findings, LARGE_TEAM, Prints, Reports};
use crate::targets::{largest, median};

/// Everything that was found about it.
pub(super) fn tables(findings: &[Findings]) -> [Table; 3] {
    [screen(findings), paper(findings), memory(findings)]
}

/// What was measured, with the database that it stands in.
fn measured(findings: &[Findings]) -> impl Iterator<Item = (&Findings, String, &Reports)> {
    let name = |of: &Findings| format!("{}, {}", of.engine.name(), of.size.word());
    findings.iter().filter_map(move |of| of.reports.as_ref().map(|reports| (of, name(of), reports)))
}

fn screen(findings: &[Findings]) -> Table {
    let head = vec![
        "database",
        "people",
        "answer",
        "KiB",
        "calls",
        "p50 ms",
        "p95 ms",
        "CPU app ms",
        "CPU db ms",
        "CPU ms",
        "turned away",
    ];
    let mut rows = Vec::new();
    for (of, database, reports) in measured(findings) {
        for (answer, Answers { sample, bytes }) in [("plain", &reports.screen), ("gzip", &reports.squeezed)] {
            rows.push(vec![
                database.clone(),
                of.size.employees().to_string(),
                answer.to_owned(),
                kibibytes(*bytes),
                sample.requests().to_string(),
                milliseconds(sample, 50),
                milliseconds(sample, 95),
                format!("{:.1}", sample.application_ms()),
                format!("{:.1}", sample.database_ms()),
                format!("{:.1}", sample.cpu_ms()),
                sample.refused.to_string(),
            ]);
        }
    }
    Table { title: "The attendance of a month of everybody, one call at a time", head, rows }
}

fn paper(findings: &[Findings]) -> Table {
    let head = vec!["database", "people", "report", "KiB", "times", "median s", "longest s", "turned away"];
    let mut rows = Vec::new();
    for (of, database, reports) in measured(findings) {
        let paper = &reports.paper;
        let (first, second): (Vec<f64>, Vec<f64>) = paper.pairs.iter().copied().unzip();
        let bytes = paper.alone.bytes;
        let pair = [("the first of two at once", first), ("the second", second)];
        let pair = pair.map(|(what, seconds)| (of.size.employees(), what, Prints { seconds, bytes, refused: 0 }));
        let both = [(of.size.employees(), "alone", &paper.alone), (LARGE_TEAM, "a team's", &paper.team)];
        let both = both.into_iter().chain(pair.iter().map(|(people, what, prints)| (*people, *what, prints)));
        for (people, what, prints) in both {
            if prints.seconds.is_empty() && prints.refused == 0 {
                continue;
            }
            let show = |seconds: Option<f64>| seconds.map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.2}"));
            rows.push(vec![
                database.clone(),
                people.to_string(),
                what.to_owned(),
                kibibytes(prints.bytes),
                prints.seconds.len().to_string(),
                show(median(&prints.seconds)),
                show(largest(&prints.seconds)),
                prints.refused.to_string(),
            ]);
        }
    }
    Table { title: "The same on paper", head, rows }
}

fn memory(findings: &[Findings]) -> Table {
    let head = vec!["database", "people", "MiB before", "most, screen", "most, paper too"];
    let show = |values: &[f64]| largest(values).map_or_else(|| "–".to_owned(), |value| format!("{value:.1}"));
    let row = |(of, database, reports): (&Findings, String, &Reports)| {
        let memory = [&reports.before, &reports.peak_of_screen, &reports.peak].map(|values| show(values));
        [database, of.size.employees().to_string()].into_iter().chain(memory).collect()
    };
    Table {
        title: "Memory while they are made (the largest of the rounds)",
        head,
        rows: measured(findings).map(row).collect(),
    }
}

fn kibibytes(bytes: usize) -> String {
    bytes.div_ceil(1_024).to_string()
}
