//! The tables about calls that are made one at a time: those of leave, of months, and of oversight.

use super::{Table, milliseconds};
use crate::load::Sample;
use crate::measure::Findings;

pub(super) fn leave(findings: &[Findings]) -> Table {
    table("Leave, one call at a time, beside 21 requests of everybody", findings, |of| {
        let calls = of.leave.iter().flat_map(|leave| &leave.calls);
        calls.map(|(call, sample)| (call.name(), sample)).collect()
    })
}

pub(super) fn months(findings: &[Findings]) -> Table {
    let title = "Months, one call at a time; the processor time of submissions beside a close stands with the close";
    table(title, findings, |of| {
        let calls = of.months.iter().flat_map(|months| &months.calls);
        calls.map(|(call, sample)| (call.name(), sample)).collect()
    })
}

pub(super) fn oversight(findings: &[Findings]) -> Table {
    table("Oversight, one call at a time", findings, |of| {
        let calls = of.oversight.iter().flat_map(|oversight| &oversight.calls);
        calls.map(|(call, sample)| (call.name(), sample)).collect()
    })
}

/// `calls`: what was found of one database, by the name of the call.
fn table(
    title: &'static str,
    findings: &[Findings],
    calls: impl Fn(&Findings) -> Vec<(&'static str, &Sample)>,
) -> Table {
    let head = vec!["database", "call", "calls", "p50 ms", "p95 ms", "longest ms", "CPU app ms", "CPU db ms", "CPU ms"];
    let row = |of: &Findings, call: &str, sample: &Sample| {
        vec![
            format!("{}, {}", of.engine.name(), of.size.word()),
            call.to_owned(),
            sample.requests().to_string(),
            milliseconds(sample, 50),
            milliseconds(sample, 95),
            milliseconds(sample, 100),
            format!("{:.2}", sample.application_ms()),
            format!("{:.2}", sample.database_ms()),
            format!("{:.2}", sample.cpu_ms()),
        ]
    };
    let rows = findings.iter().flat_map(|of| calls(of).into_iter().map(move |(call, sample)| row(of, call, sample)));
    Table { title, head, rows: rows.collect() }
}
