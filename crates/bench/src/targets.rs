//! Every target: what is measured, in which unit, and its limit.

use crate::engine::Engine::{self, Postgres, Sqlite};
use crate::load::Sample;
use crate::organisation::Size::{self, Huge, Large, Medium};
use crate::report::{Row, median};

use self::Figure::{AtLeast, Cpu, Delay, Median, Most, Ms, Slower};

/// The bare handler, and another build, as a row names what it is compared with.
pub(crate) const BARE: &str = "bare";
pub(crate) const OTHER: &str = "other build";

/// Every target. Of what stands in several rows (databases, numbers of connections), each has to meet it.
#[rustfmt::skip]
pub(crate) const TARGETS: &[Target] = &[
    // Processor time of a request ÷ that of the bare handler.
    target(&["own month", "month as CSV", "team week"], Cpu(BARE), 1.25),
    target(&["submit"], Cpu(BARE), 1.4),
    // The same with 10,000 employees and two years ÷ that with so many and two months.
    target(&["own month as it grows"], Cpu("100 employees"), 1.2),
    target(&["user list as it grows", "user list, searched as it grows", "directory as it grows", "approval counts as it grows"],
        Cpu("1,000 employees"), 1.5),
    // ÷ that of the build of 7c86d04; of any other build the figures are shown beside the same limits.
    target(&["user list", "user list, searched", "directory", "approval counts"], Cpu(OTHER), 0.3).on(Large),
    target(&["submit"], Cpu(OTHER), 0.8).of(Sqlite),
    target(&["submit"], Cpu(OTHER), 0.7).of(Postgres),
    target(&["approve 100 days"], Cpu(OTHER), 0.5),
    // Logins a second as a part of what the hash allows, and how long others wait meanwhile ÷ without.
    target(&["logins ÷ rate of argon2id"], AtLeast("%"), 85.0),
    target(&["own month during logins", "user list during logins"], Slower(99), 3.0),
    // Start and memory.
    target(&["ready"], Median("s"), 0.2),
    target(&["memory after start"], Most("MiB"), 25.0),
    // The attendance of a month of everybody.
    target(&["attendance"], Ms(50), 300.0).of(Postgres).on(Large),
    target(&["attendance as PDF"], Ms(100), 5_000.0).of(Postgres).on(Large),
    // Leave.
    target(&["own leave", "ledger", "preview"], Ms(95), 30.0).of(Postgres).on(Large),
    target(&["ask", "approve", "cancel"], Ms(95), 60.0).of(Postgres).on(Large),
    target(&["what waits", "leave calendar of everybody"], Ms(95), 300.0).of(Postgres).on(Large),
    target(&["balances as CSV"], Ms(95), 3_000.0).of(Postgres).on(Large),
    target(&["a holiday over everybody's leave"], Ms(95), 5_000.0).of(Postgres).on(Large),
    // Months.
    target(&["a month with its readiness", "who is not ready", "differences"], Ms(100), 500.0).on(Large),
    target(&["close"], Ms(100), 5_000.0).on(Large),
    target(&["submit beside a close"], Delay, 200.0).on(Large),
    target(&["everybody is notified of a close"], Ms(100), 60_000.0).on(Large),
    target(&["payroll page"], Ms(100), 100.0).on(Large),
    target(&["payroll as CSV"], Ms(100), 2_000.0).on(Large),
    target(&["payroll as PDF"], Ms(100), 10_000.0).on(Large),
    target(&["check of the night"], Ms(100), 120_000.0).on(Large),
    // The audit log, with ten million events.
    target(&["audit log", "audit log, an action", "audit log, three actions", "audit log, by somebody", "audit log, by the system",
        "audit log, about somebody", "audit log, dates"], Ms(100), 300.0).on(Large),
    target(&["export of a week", "20,000 events sealed"], Ms(100), 10_000.0).on(Large),
    target(&["verification"], Ms(100), 300_000.0).on(Large),
    // Reports of the organisation and of the system.
    target(&["team report", "departments, counted anew", "headcount", "missing days", "attendance as CSV", "system report: users",
        "system report: activity", "system report: approvals"], Ms(100), 1_000.0).of(Postgres).on(Large),
    target(&["system report: jobs and mail", "system report: data health"], Ms(100), 500.0).of(Postgres).on(Large),
    target(&["Boss dashboard, counted anew"], Ms(100), 2_000.0).of(Postgres).on(Large),
    // A hundred thousand people: as long as a request waits.
    target(&["user list after a change"], Ms(95), 100.0).on(Huge),
    target(&["attendance", "attendance as CSV", "departments, counted anew", "headcount", "Boss dashboard, counted anew",
        "a month with its readiness", "who is not ready", "differences"], Ms(100), 10_000.0).of(Postgres).on(Huge),
    target(&["close", "payroll as CSV"], Ms(100), 30_000.0).of(Postgres).on(Huge),
    // 10,000 new people with salaries, patterns and managers, out of a file.
    target(&["plan of 10,000 people"], Ms(100), 10_000.0),
    target(&["import of 10,000 people"], Ms(100), 60_000.0),
    target(&["page of a plan"], Ms(95), 100.0),
    target(&["own month during an import"], Slower(95), 2.0),
    target(&["submit during an import"], Delay, 1_000.0),
    target(&["memory during an import, more"], Most("MiB"), 64.0),
    // The operator's commands.
    target(&["backup", "restore --verify"], Most("s"), 600.0).of(Postgres).on(Large),
    target(&["backup, memory", "restore --verify, memory"], Most("MiB"), 256.0).of(Postgres).on(Large),
    // A thousand open browsers.
    target(&["own month at half of the capacity", "own month while all fetch"], Ms(99), 50.0).of(Postgres).on(Medium),
    target(&["memory for an open browser"], Median("KiB"), 40.0).of(Postgres).on(Medium),
    target(&["all browsers notified"], Most("s"), 1.0).of(Postgres).on(Medium),
    // What the time of an answer tells of an account: `cargo xtask timing`. Of six comparisons by chance, one in a hundred runs gives a
    // false alarm.
    target(&["wrong password, medians apart", "blocked account, medians apart", "forgotten password, medians apart"], Most("%"), 5.0),
    target(&["wrong password, likelihood", "blocked account, likelihood", "forgotten password, likelihood"], AtLeast("p"), 0.0017),
];

/// What is judged of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Figure {
    /// Processor time of a request ÷ that of what the row names so.
    Cpu(&'static str),
    /// The milliseconds that so many of 100 requests do not exceed ÷ those without what happens meanwhile.
    Slower(u8),
    /// How many milliseconds longer than without it the longest takes.
    Delay,
    /// The milliseconds that so many of 100 requests do not exceed.
    Ms(u8),
    /// The median of the values, the most, and a median that is to be no less than its limit, in this unit.
    Median(&'static str),
    Most(&'static str),
    AtLeast(&'static str),
}

/// A limit that a measured figure should keep.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) what: &'static [&'static str],
    figure: Figure,
    limit: f64,
    /// On which database, and at which size; on every one otherwise.
    engine: Option<Engine>,
    size: Option<Size>,
}

const fn target(what: &'static [&'static str], figure: Figure, limit: f64) -> Target {
    Target { what, figure, limit, engine: None, size: None }
}

impl Target {
    const fn of(self, engine: Engine) -> Self {
        Self { engine: Some(engine), ..self }
    }

    const fn on(self, size: Size) -> Self {
        Self { size: Some(size), ..self }
    }

    /// The target of a row.
    pub(crate) fn find(row: &Row) -> Option<&'static Self> {
        TARGETS.iter().find(|target| {
            target.what.contains(&row.what.as_str())
                && !matches!(target.figure, Cpu(with) if with != row.beside)
                && target.engine.is_none_or(|engine| engine == row.engine)
                && target.size.is_none_or(|size| size == row.size)
        })
    }

    pub(crate) fn is_met(&self, row: &Row) -> bool {
        let is_least = matches!(self.figure, AtLeast(_));
        let within = |value: f64| if is_least { value >= self.limit } else { value <= self.limit };
        self.figure.of(row).is_some_and(within) && row.this.iter().all(|sample| sample.refused == 0)
    }

    /// What was measured, its limit, and the verdict.
    pub(crate) fn judge(&self, row: &Row) -> [String; 3] {
        let (name, unit) = (self.figure.name(), self.figure.unit());
        let limit =
            format!("{name}{} {} {unit}", if matches!(self.figure, AtLeast(_)) { "≥" } else { "≤" }, self.limit);
        let verdict = match self.figure {
            Cpu(OTHER) => "if 7c86d04",
            _ if self.is_met(row) => "met",
            _ => "missed",
        };
        [self.figure.show(row), limit, verdict.to_owned()]
    }
}

/// How many times as much processor time a request takes.
fn times(this: &Sample, other: &Sample) -> f64 {
    let [this, other] = [this, other].map(|sample| sample.cpu().iter().sum::<f64>());
    this / other.max(f64::EPSILON)
}

impl Figure {
    /// What a row shows where nothing was promised of it.
    pub(crate) fn usual(row: &Row) -> Option<Self> {
        match (row.values.is_empty(), row.other.is_empty()) {
            (false, _) => Some(Median(row.beside)),
            (true, false) => Some(Cpu(row.beside)),
            (true, true) => None,
        }
    }

    /// `None` where nothing was answered.
    fn of(self, row: &Row) -> Option<f64> {
        let (this, other) = (Sample::total(&row.this), Sample::total(&row.other));
        match self {
            Cpu(_) => Some(times(&this?, &other?)),
            Slower(percent) => Some(this?.ms(percent) / other?.ms(percent).max(f64::EPSILON)),
            Delay => Some((this?.ms(100) - other?.ms(100)).max(0.0)),
            Ms(percent) => this.filter(|sample| sample.requests() > 0).map(|sample| sample.ms(percent)),
            Median(_) | AtLeast(_) => median(&row.values),
            Most(_) => row.values.iter().copied().max_by(f64::total_cmp),
        }
    }

    fn name(self) -> String {
        match self {
            Cpu(_) => "CPU ".to_owned(),
            Delay => "longest + ".to_owned(),
            Ms(100) => "longest ".to_owned(),
            Ms(percent) | Slower(percent) => format!("p{percent} "),
            Median(_) | Most(_) | AtLeast(_) => String::new(),
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Cpu(_) | Slower(_) => "×",
            Delay | Ms(_) => "ms",
            Median(unit) | Most(unit) | AtLeast(unit) => unit,
        }
    }

    /// The figure with its unit, and of a ratio the lowest and the highest round, to show how far it can be trusted.
    pub(crate) fn show(self, row: &Row) -> String {
        let Some(value) = self.of(row) else { return "–".to_owned() };
        let digits = match self.unit() {
            "×" => 2,
            "s" | "p" => 3,
            _ => 1,
        };
        let rounds = row.this.iter().zip(&row.other);
        let mut ratios: Vec<f64> = rounds.map(|(this, other)| times(this, other)).collect();
        ratios.sort_by(f64::total_cmp);
        match (self, ratios.first(), ratios.last()) {
            (Cpu(_), Some(low), Some(high)) => format!("{value:.2} × ({low:.2}–{high:.2})"),
            _ => format!("{value:.digits$} {}", self.unit()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A hundred requests, each with this much processor time and waiting time in milliseconds.
    fn sample(cpu: u32, wait: u64) -> Sample {
        let spent = [Duration::from_millis(100) * cpu, Duration::ZERO];
        Sample::new([Duration::from_millis(wait); 100], Duration::from_secs(1), spent).unwrap()
    }

    fn judged(what: &str, beside: &'static str, [this, other]: [Sample; 2], values: &[f64]) -> String {
        let size = if what.contains("browser") { Medium } else { Large };
        let row = Row {
            this: vec![this],
            other: vec![other],
            values: values.to_vec(),
            ..Row::new(Postgres, size, what, 16, beside)
        };
        Target::find(&row).map_or_else(String::new, |target| target.judge(&row)[2].clone())
    }

    #[test]
    fn each_figure_is_judged_by_its_own_limit() {
        let of = |what, beside, this: (u32, u64), other: (u32, u64)| {
            judged(what, beside, [sample(this.0, this.1), sample(other.0, other.1)], &[])
        };
        assert_eq!(
            [of("own month", BARE, (12, 1), (10, 1)), of("own month", BARE, (13, 1), (10, 1))],
            ["met", "missed"]
        );
        assert_eq!(
            [of("user list", OTHER, (9, 1), (10, 1)), of("own month", OTHER, (9, 1), (10, 1))],
            ["if 7c86d04", ""]
        );
        let import = |wait| of("own month during an import", "quiet", (1, wait), (1, 5));
        assert_eq!([import(9), import(11)], ["met", "missed"]);
        let storm = |wait| of("own month during logins", "quiet", (1, wait), (1, 2));
        assert_eq!([storm(5), storm(7)], ["met", "missed"]);
        let beside = |wait| of("submit beside a close", "quiet", (1, wait), (1, 5));
        assert_eq!([beside(204), beside(206)], ["met", "missed"]);
        assert_eq!([of("attendance", "", (1, 299), (1, 1)), of("attendance", "", (1, 301), (1, 1))], ["met", "missed"]);
        let mut busy = sample(1, 1);
        busy.refused = 1;
        assert_eq!(judged("attendance", "", [busy, sample(1, 1)], &[]), "missed");
    }

    #[test]
    fn values_are_judged_by_the_median_or_the_most() {
        let of = |what, values: &[f64]| judged(what, "", [sample(1, 1), sample(1, 1)], values);
        assert_eq!([of("ready", &[0.9, 0.1, 0.1]), of("memory after start", &[20.0, 26.0])], ["met", "missed"]);
        assert_eq!([of("logins ÷ rate of argon2id", &[84.0]), of("ready", &[])], ["missed", "missed"]);
        assert_eq!([of("all browsers notified", &[0.9]), of("submissions a second", &[1.0])], ["met", ""]);
    }
}
