//! The report: plain tables for the terminal, the same as Markdown for a page, and every figure as JSON.

mod attendance;

use std::fmt::Write;

use serde_json::{Value, json};

use crate::calls::Side;
use crate::load::Sample;
use crate::measure::{Findings, Row};
use crate::targets::{self, Target, largest, median};

/// A table: its heading, and its rows of cells.
pub(crate) struct Table {
    pub(crate) title: &'static str,
    pub(crate) head: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn plain(&self) -> String {
        let columns = self.head.len();
        let lines =
            || std::iter::once(self.head.iter().map(ToString::to_string).collect()).chain(self.rows.iter().cloned());
        let width = |column: usize| {
            lines().filter_map(|cells: Vec<String>| cells.get(column).map(|cell| cell.chars().count())).max()
        };
        let widths: Vec<usize> = (0..columns).filter_map(width).collect();
        let mut text = format!("{}\n", self.title);
        for cells in lines() {
            let padded: Vec<String> =
                cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            let _ = writeln!(text, "  {}", padded.join("  ").trim_end());
        }
        text
    }

    fn markdown(&self) -> String {
        let mut text = format!("**{}**\n\n", self.title);
        let _ = writeln!(text, "| {} |", self.head.join(" | "));
        let _ = writeln!(text, "|{}", " --- |".repeat(self.head.len()));
        for cells in &self.rows {
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text
    }
}

/// What is printed.
pub(crate) fn text(findings: &[Findings], about: &str) -> String {
    let tables = [calls(findings), logins(findings), beside(findings), growth(findings)].into_iter();
    let tables = tables.chain(attendance::tables(findings)).chain([footprint(findings), judged(findings)]);
    let tables: Vec<Table> = tables.filter(|table| !table.rows.is_empty()).collect();
    let plain: Vec<String> = tables.iter().map(Table::plain).collect();
    let markdown: Vec<String> = tables.iter().map(Table::markdown).collect();
    format!("{about}\n\n{}\nThe same as Markdown:\n\n{}", plain.join("\n"), markdown.join("\n"))
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
    let side = |row: &Row, side: Side| {
        let sample = if side == Side::Portal { &row.portal } else { &row.bare };
        let ratio = match side {
            Side::Portal => spread(row),
            Side::Bare => "1".to_owned(),
        };
        vec![
            format!("{}, {}", row.engine.name(), row.size.word()),
            row.call.name().to_owned(),
            row.connections.to_string(),
            side.name().to_owned(),
            format!("{:.0}", sample.throughput()),
            milliseconds(sample, 50),
            milliseconds(sample, 99),
            format!("{:.3}", sample.application_ms()),
            format!("{:.3}", sample.database_ms()),
            format!("{:.3}", sample.cpu_ms()),
            ratio,
        ]
    };
    let rows = findings.iter().flat_map(|of| &of.rows).flat_map(|row| Side::BOTH.map(|one| side(row, one))).collect();
    Table {
        title: "Calls; ratio = processor time a request ÷ the bare handler's (lowest and highest round)",
        head,
        rows,
    }
}

fn spread(row: &Row) -> String {
    let lowest = row.ratios.iter().copied().min_by(f64::total_cmp);
    match (lowest, largest(&row.ratios)) {
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
    let head = vec!["database", "ready s", "MiB after start", "after reads", "after logins"];
    let show = |values: &[f64], digits: usize| {
        median(values).map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
    };
    let row = |of: &Findings| {
        let feet = &of.footprint;
        vec![
            format!("{}, {}", of.engine.name(), of.size.word()),
            show(&feet.ready, 3),
            show(&feet.idle, 1),
            show(&feet.after_reads, 1),
            show(&feet.after_logins, 1),
        ]
    };
    let measured = |of: &&Findings| !of.footprint.ready.is_empty();
    Table { title: "Start and memory (medians)", head, rows: findings.iter().filter(measured).map(row).collect() }
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

fn figures(sample: &Sample) -> Value {
    json!({
        "requests": sample.requests(),
        "refused": sample.refused,
        "perSecond": sample.throughput(),
        "p50Ms": sample.percentile(50).as_secs_f64() * 1e3,
        "p99Ms": sample.percentile(99).as_secs_f64() * 1e3,
        "cpuApplicationMs": sample.application_ms(),
        "cpuDatabaseMs": sample.database_ms(),
    })
}

/// Every figure, for programs.
pub(crate) fn to_json(findings: &[Findings], about: &str) -> Value {
    let of = |of: &Findings| {
        let rows = of.rows.iter().map(|row| {
            json!({
                "call": row.call.name(), "connections": row.connections, "portal": figures(&row.portal), "bare": figures(&row.bare),
                "ratio": row.ratio(), "ratioOfRounds": row.ratios,
            })
        });
        let logins = of.logins.as_ref().map(|logins| {
            json!({
                "crowds": logins.crowds.iter().map(|crowd| json!({
                    "people": crowd.people, "logins": figures(&crowd.sample), "hashesPerSecond": crowd.hash_rates,
                })).collect::<Vec<_>>(),
                "beside": logins.beside.iter().map(|beside| json!({
                    "call": beside.call.name(), "connections": beside.connections, "quiet": figures(&beside.quiet), "storm": figures(&beside.storm),
                })).collect::<Vec<_>>(),
            })
        });
        let growth = of.growth.as_ref().map(|growth| {
            let pair = |(connections, small, large): &(usize, Sample, Sample)| {
                json!({"connections": connections, "small": figures(small), "large": figures(large)})
            };
            growth.pairs.iter().map(pair).collect::<Vec<_>>()
        });
        let feet = &of.footprint;
        json!({
            "engine": of.engine.word(), "size": of.size.word(), "calls": rows.collect::<Vec<_>>(), "logins": logins, "growth": growth,
            "answerBytes": of.answers.iter().map(|(call, portal, bare)| json!({"call": call.name(), "portal": portal, "bare": bare})).collect::<Vec<_>>(),
            "reports": of.reports.as_ref().map(attendance::to_json),
            "readySeconds": feet.ready, "idleMib": feet.idle, "afterReadsMib": feet.after_reads, "afterLoginsMib": feet.after_logins,
        })
    };
    let target = |target: Target| {
        json!({
            "engine": target.engine, "size": target.size, "target": target.what, "limit": target.limit,
            "measured": target.measured, "met": target.met,
        })
    };
    json!({
        "about": about,
        "findings": findings.iter().map(of).collect::<Vec<_>>(),
        "targets": findings.iter().flat_map(targets::judge).map(target).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_each_other_and_markdown_is_a_table() {
        let table = Table {
            title: "T",
            head: vec!["a", "long"],
            rows: vec![vec!["×2".into(), "b".into()], vec!["c".into(), "≤ 1".into()]],
        };
        assert_eq!(table.plain(), "T\n  a   long\n  ×2  b\n  c   ≤ 1\n");
        assert_eq!(table.markdown(), "**T**\n\n| a | long |\n| --- | --- |\n| ×2 | b |\n| c | ≤ 1 |\n");
    }
}
