//! The table about months.

use super::{Table, milliseconds};
use crate::measure::Findings;

pub(super) fn table(findings: &[Findings]) -> Table {
    let head = vec!["database", "call", "calls", "p50 ms", "p95 ms", "longest ms", "CPU app ms", "CPU db ms", "CPU ms"];
    let mut rows = Vec::new();
    for of in findings {
        for (call, sample) in of.months.iter().flat_map(|months| &months.calls) {
            rows.push(vec![
                format!("{}, {}", of.engine.name(), of.size.word()),
                call.name().to_owned(),
                sample.requests().to_string(),
                milliseconds(sample, 50),
                milliseconds(sample, 95),
                milliseconds(sample, 100),
                format!("{:.2}", sample.application_ms()),
                format!("{:.2}", sample.database_ms()),
                format!("{:.2}", sample.cpu_ms()),
            ]);
        }
    }
    Table {
        title: "Months, one call at a time; the processor time of submissions beside a close stands with the close",
        head,
        rows,
    }
}
