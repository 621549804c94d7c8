//! The report: tables as Markdown, for the terminal and for a page, and as JSON.

mod attendance;
mod browsers;
mod one_by_one;
mod oversight;

use serde_json::{Value, json};

use crate::load::Sample;
use crate::measure::{Findings, Footprint, Row, Side};
use crate::targets::{self, Target, largest, median};

/// A table: its heading, and its rows of cells.
pub(crate) struct Table {
    pub(crate) title: &'static str,
    pub(crate) head: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// As Markdown, with its columns under each other.
    pub(crate) fn text(&self) -> String {
        let head: Vec<String> = self.head.iter().map(ToString::to_string).collect();
        let width = |column: usize| {
            let cells = std::iter::once(&head).chain(&self.rows).filter_map(|cells| cells.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        let rule = widths.iter().map(|width| "-".repeat(*width)).collect();
        let line = |cells: &Vec<String>| {
            let padded: Vec<String> =
                cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            format!("| {} |\n", padded.join(" | "))
        };
        let lines: String = [&head, &rule].into_iter().chain(&self.rows).map(line).collect();
        format!("**{}**\n\n{lines}\n", self.title)
    }

    /// Each row as an object, for programs.
    fn to_json(&self) -> Value {
        let row = |cells: &Vec<String>| self.head.iter().copied().zip(cells.iter().cloned()).collect::<Value>();
        json!({"title": self.title, "rows": self.rows.iter().map(row).collect::<Vec<_>>()})
    }
}

/// What was found, as tables that are not empty.
pub(crate) fn tables(findings: &[Findings]) -> Vec<Table> {
    let tables = [calls(findings), logins(findings), beside(findings), growth(findings)].into_iter();
    let tables = tables.chain(attendance::tables(findings)).chain(browsers::tables(findings)).chain([
        one_by_one::leave(findings),
        one_by_one::months(findings),
        one_by_one::oversight(findings),
        oversight::commands(findings),
        footprint(findings),
        judged(findings),
    ]);
    tables.filter(|table| !table.rows.is_empty()).collect()
}

/// What is written into a file.
pub(crate) fn to_json(tables: &[Table], about: &str) -> Value {
    json!({"about": about, "tables": tables.iter().map(Table::to_json).collect::<Vec<_>>()})
}

/// What is printed.
pub(crate) fn text(tables: &[Table], about: &str) -> String {
    format!("{about}\n\n{}", tables.iter().map(Table::text).collect::<String>())
}

fn milliseconds(sample: &Sample, percent: usize) -> String {
    format!("{:.2}", sample.percentile(percent).as_secs_f64() * 1e3)
}

fn calls(findings: &[Findings]) -> Table {
    let head = vec![
        "database",
        "call",
        "connections",
        "server",
        "requests/s",
        "p50 ms",
        "p99 ms",
        "CPU app ms",
        "CPU db ms",
        "CPU ms",
        "ratio",
    ];
    let side = |of: &Findings, row: &Row, side: Side| {
        let sample = row.total(side);
        let (name, ratio) = match side {
            Side::This => ("Daybook", spread(row)),
            Side::Other => (of.other, "1".to_owned()),
        };
        vec![
            format!("{}, {}", of.engine.name(), of.size.word()),
            row.call.name().to_owned(),
            row.connections.to_string(),
            name.to_owned(),
            format!("{:.0}", sample.throughput()),
            milliseconds(&sample, 50),
            milliseconds(&sample, 99),
            format!("{:.3}", sample.application_ms()),
            format!("{:.3}", sample.database_ms()),
            format!("{:.3}", sample.cpu_ms()),
            ratio,
        ]
    };
    let mut rows = Vec::new();
    for of in findings {
        rows.extend(of.rows.iter().flat_map(|row| Side::BOTH.map(|one| side(of, row, one))));
    }
    Table {
        title: "Calls; ratio = processor time a request ÷ the other server's (lowest and highest round)",
        head,
        rows,
    }
}

fn spread(row: &Row) -> String {
    let ratios = row.ratios();
    match (ratios.iter().copied().min_by(f64::total_cmp), largest(&ratios)) {
        (Some(lowest), Some(highest)) => format!("{:.2} ({lowest:.2}–{highest:.2})", row.ratio()),
        _ => format!("{:.2}", row.ratio()),
    }
}

fn logins(findings: &[Findings]) -> Table {
    let head = vec![
        "database",
        "people at once",
        "logins/s",
        "hashes/s",
        "share",
        "p50 ms",
        "p99 ms",
        "CPU ms",
        "turned away",
    ];
    let mut rows = Vec::new();
    for (of, logins) in findings.iter().filter_map(|of| of.logins.as_ref().map(|logins| (of, logins))) {
        for crowd in &logins.crowds {
            let sample = &crowd.sample;
            rows.push(vec![
                format!("{}, {}", of.engine.name(), of.size.word()),
                crowd.people.to_string(),
                format!("{:.1}", sample.throughput()),
                format!("{:.1}", crowd.hash_rate()),
                format!("{:.0} %", crowd.share() * 100.0),
                milliseconds(sample, 50),
                milliseconds(sample, 99),
                format!("{:.2}", sample.cpu_ms()),
                sample.refused.to_string(),
            ]);
        }
    }
    Table { title: "Logins", head, rows }
}

fn beside(findings: &[Findings]) -> Table {
    let head = vec!["database", "call", "connections", "meanwhile", "requests/s", "p50 ms", "p99 ms"];
    let mut rows = Vec::new();
    for (of, logins) in findings.iter().filter_map(|of| of.logins.as_ref().map(|logins| (of, logins))) {
        for beside in &logins.beside {
            for (meanwhile, sample) in [("nothing", &beside.quiet), ("64 people sign in", &beside.storm)] {
                rows.push(vec![
                    of.engine.name().to_owned(),
                    beside.call.name().to_owned(),
                    beside.connections.to_string(),
                    meanwhile.to_owned(),
                    format!("{:.0}", sample.throughput()),
                    milliseconds(sample, 50),
                    milliseconds(sample, 99),
                ]);
            }
        }
    }
    Table { title: "Other calls beside a storm of logins", head, rows }
}

fn growth(findings: &[Findings]) -> Table {
    let head = vec!["database", "connections", "organisation", "requests/s", "p50 ms", "p99 ms", "CPU ms", "ratio"];
    let mut rows = Vec::new();
    for (of, growth) in findings.iter().filter_map(|of| of.growth.as_ref().map(|growth| (of, growth))) {
        for (connections, small, large) in &growth.pairs {
            for (name, sample) in [("100 × 2 months", small), ("10,000 × 2 years", large)] {
                rows.push(vec![
                    of.engine.name().to_owned(),
                    connections.to_string(),
                    name.to_owned(),
                    format!("{:.0}", sample.throughput()),
                    milliseconds(sample, 50),
                    milliseconds(sample, 99),
                    format!("{:.3}", sample.cpu_ms()),
                    format!("{:.2}", sample.cpu_ms() / small.cpu_ms().max(f64::EPSILON)),
                ]);
            }
        }
    }
    Table { title: "Own month as the organisation grows", head, rows }
}

fn footprint(findings: &[Findings]) -> Table {
    let head = vec!["database", "server", "ready s", "MiB after start", "after reads", "after logins"];
    let show = |values: &[f64], digits: usize| {
        median(values).map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
    };
    let row = |of: &Findings, server: &str, feet: &Footprint| {
        vec![
            format!("{}, {}", of.engine.name(), of.size.word()),
            server.to_owned(),
            show(&feet.ready, 3),
            show(&feet.idle, 1),
            show(&feet.after_reads, 1),
            show(&feet.after_logins, 1),
        ]
    };
    let mut rows = Vec::new();
    for of in findings {
        let feet = [("Daybook", &of.footprint), (of.other, &of.footprint_of_other)];
        rows.extend(feet.iter().filter(|(_, feet)| !feet.ready.is_empty()).map(|(server, feet)| row(of, server, feet)));
    }
    Table { title: "Start and memory (medians)", head, rows }
}

fn judged(findings: &[Findings]) -> Table {
    let head = vec!["database", "target", "limit", "measured", "verdict"];
    let row = |target: Target| {
        let verdict = if target.met { "met" } else { "missed" };
        let Target { engine, size, what, limit, measured, .. } = target;
        vec![format!("{engine}, {size}"), what, limit, measured, verdict.to_owned()]
    };
    Table { title: "Targets", head, rows: findings.iter().flat_map(targets::judge).map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_for_people_and_for_programs() {
        let table = Table {
            title: "T",
            head: vec!["a", "long"],
            rows: vec![vec!["×2".into(), "b".into()], vec!["c".into(), "≤ 1".into()]],
        };
        assert_eq!(table.text(), "**T**\n\n| a  | long |\n| -- | ---- |\n| ×2 | b    |\n| c  | ≤ 1  |\n\n");
        assert_eq!(
            to_json(&[table], "A"),
            json!({"about": "A", "tables": [{"title": "T", "rows": [{"a": "×2", "long": "b"}, {"a": "c", "long": "≤ 1"}]}]})
        );
    }
}
