//! The table about the operator's commands beside the portal.

use super::{Table, milliseconds};
use crate::load::Sample;
use crate::measure::{Findings, Ran};

pub(super) fn commands(findings: &[Findings]) -> Table {
    let head = vec![
        "database",
        "command",
        "seconds",
        "most MiB",
        "MiB of the file",
        "own month p50 ms, without",
        "p95 ms, without",
        "longest ms, without",
        "turned away",
    ];
    let row = |of: &Findings, ran: &Ran| {
        let both = |percent| {
            let [beside, quiet]: [&Sample; 2] = [&ran.beside, &ran.quiet];
            format!("{}, {}", milliseconds(beside, percent), milliseconds(quiet, percent))
        };
        vec![
            format!("{}, {}", of.engine.name(), of.size.word()),
            ran.name.to_owned(),
            format!("{:.1}", ran.seconds),
            format!("{:.1}", ran.mib),
            format!("{:.1}", ran.size),
            both(50),
            both(95),
            both(100),
            ran.beside.refused.to_string(),
        ]
    };
    let rows = findings.iter().flat_map(|of| {
        let commands = of.oversight.iter().flat_map(|oversight| &oversight.commands);
        commands.map(move |ran| row(of, ran))
    });
    Table { title: "The operator's commands beside the portal", head, rows: rows.collect() }
}
