//! What was promised, beside what was found.

mod months;
mod oversight;

use crate::calls::{Call, LOGINS};
use crate::engine::Engine;
use crate::measure::{Answers, BARE, Beside, Browsers, Findings, Footprint, LARGE_TEAM, Logins, Prints, Reports};
use crate::organisation::Size;

/// Logins a second, as a part of the hash rate.
const LOGIN_SHARE: f64 = 0.85;
/// The p99 of another call during a storm of logins, as a multiple of its quiet value.
const STORM: f64 = 3.0;
const IDLE_MIB: f64 = 25.0;
const READY_SECONDS: f64 = 0.2;
/// Own month on the large database, as a multiple of the small one.
const GROWTH: f64 = 1.2;

/// Milliseconds for the attendance of a month of everybody, on PostgreSQL.
const ATTENDANCE_MS: f64 = 300.0;
/// Seconds for the same on paper, on PostgreSQL, and for that of a team of [`LARGE_TEAM`].
const PAPER_SECONDS: f64 = 5.0;
const TEAM_PAPER_SECONDS: f64 = 1.0;
/// How many times as long as the first the second of two reports at once takes, if they are made one after the other. Side by
/// side they would take the same time.
const IN_TURN: f64 = 1.5;

/// Milliseconds for the slowest of a hundred own months at half of the machine's capacity, and while everybody fetches a changed
/// holiday, beside a thousand open browsers on PostgreSQL.
const MONTH_MS: f64 = 50.0;
/// Memory for each of them.
const BROWSER_KIB: f64 = 40.0;
/// Seconds until everybody has been told of a change.
const TOLD_SECONDS: f64 = 1.0;

/// One target.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) engine: &'static str,
    pub(crate) size: &'static str,
    pub(crate) what: String,
    pub(crate) limit: String,
    pub(crate) measured: String,
    pub(crate) met: bool,
}

/// All targets that these findings speak of.
pub(crate) fn judge(findings: &Findings) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut say = |what: String, limit: String, measured: String, met: bool| {
        let (engine, size) = (findings.engine.name(), findings.size.word());
        targets.push(Target { engine, size, what, limit, measured, met });
    };
    // Nothing is promised of the ratio to another build.
    let promised = if findings.other == BARE { &[Call::Month, Call::Sheet, Call::Week, Call::Submit][..] } else { &[] };
    for call in promised {
        let rows: Vec<_> = findings.rows.iter().filter(|row| row.call == *call).collect();
        if !rows.is_empty() {
            let ratios: Vec<String> =
                rows.iter().map(|row| format!("{:.2} ({})", row.ratio(), row.connections)).collect();
            let met = rows.iter().all(|row| row.ratio() <= call.limit());
            let what = format!("{}, CPU ÷ bare (connections)", call.name());
            say(what, format!("≤ {}", call.limit()), ratios.join(", "), met);
        }
    }
    if let Some(logins) = &findings.logins {
        judge_logins(logins, &mut say);
    }
    if let Some(reports) = &findings.reports {
        judge_reports(reports, findings, &mut say);
    }
    if let Some(browsers) = findings.browsers.as_ref().filter(|_| findings.engine == Engine::Postgres) {
        judge_browsers(browsers, &mut say);
    }
    if let Some(leave) =
        findings.leave.as_ref().filter(|_| findings.engine == Engine::Postgres && findings.size == Size::Large)
    {
        for (call, sample) in &leave.calls {
            let found = sample.percentile(95).as_secs_f64() * 1e3;
            let (what, limit) = (format!("{}, p95", call.name()), call.limit());
            say(what, format!("≤ {limit} ms"), format!("{found:.1} ms"), found <= limit);
        }
    }
    if let Some(months) = findings.months.as_ref().filter(|_| findings.size == Size::Large) {
        months::judge(months, &mut say);
    }
    if let Some(found) = findings.oversight.as_ref().filter(|_| findings.size == Size::Large) {
        oversight::judge(found, findings.engine, &mut say);
    }
    judge_footprint(&findings.footprint, &mut say);
    if let Some(growth) = &findings.growth {
        let of = |small: f64, large: f64| large / small.max(f64::EPSILON);
        let ratios: Vec<(usize, f64)> = growth
            .pairs
            .iter()
            .map(|(connections, small, large)| (*connections, of(small.cpu_ms(), large.cpu_ms())))
            .collect();
        let text: Vec<String> =
            ratios.iter().map(|(connections, ratio)| format!("{ratio:.2} ({connections})")).collect();
        let met = ratios.iter().all(|(_, ratio)| *ratio <= GROWTH);
        say("own month, CPU large ÷ small (connections)".to_owned(), format!("≤ {GROWTH}"), text.join(", "), met);
    }
    targets
}

fn judge_logins(logins: &Logins, say: &mut impl FnMut(String, String, String, bool)) {
    let crowds = [2, 16, LOGINS].into_iter().filter_map(|people| logins.crowd(people));
    let shares: Vec<(usize, f64)> = crowds.map(|crowd| (crowd.people, crowd.share())).collect();
    let text: Vec<String> = shares.iter().map(|(people, share)| format!("{:.0} % ({people})", share * 100.0)).collect();
    let met = shares.iter().all(|(_, share)| *share >= LOGIN_SHARE);
    say(
        "logins a second ÷ hash rate (people)".to_owned(),
        format!("≥ {:.0} %", LOGIN_SHARE * 100.0),
        text.join(", "),
        met,
    );
    if let (Some(two), Some(many)) = (logins.crowd(2), logins.crowd(LOGINS)) {
        let flat = many.share() / two.share().max(f64::EPSILON);
        say(
            format!("the same, {LOGINS} people ÷ 2"),
            format!("≥ {LOGIN_SHARE}"),
            format!("{flat:.2}"),
            flat >= LOGIN_SHARE,
        );
    }
    for call in [Call::Month, Call::Users] {
        let stretch: Vec<(usize, f64)> =
            logins.beside.iter().filter(|beside| beside.call == call).map(stretch).collect();
        if !stretch.is_empty() {
            let text: Vec<String> =
                stretch.iter().map(|(connections, times)| format!("{times:.1} × ({connections})")).collect();
            let met = stretch.iter().all(|(_, times)| *times < STORM);
            let what = format!("{}, p99 during logins ÷ quiet (connections)", call.name());
            say(what, format!("< {STORM} ×"), text.join(", "), met);
        }
    }
}

/// How many times as long as in quiet the slowest of a hundred takes beside a storm, by the number of connections.
fn stretch(beside: &Beside) -> (usize, f64) {
    let quiet = beside.quiet.percentile(99).as_secs_f64().max(f64::EPSILON);
    (beside.connections, beside.storm.percentile(99).as_secs_f64() / quiet)
}

fn judge_reports(reports: &Reports, findings: &Findings, say: &mut impl FnMut(String, String, String, bool)) {
    let people = findings.size.employees();
    let paper = &reports.paper;
    if findings.engine == Engine::Postgres {
        let of = |answers: &Answers| [50, 95].map(|percent| answers.sample.percentile(percent).as_secs_f64() * 1e3);
        let both = [&reports.screen, &reports.squeezed];
        let is_answered = both.iter().all(|answers| answers.sample.requests() > 0 && answers.sample.refused == 0);
        let [[plain, plain_95], [short, short_95]] = both.map(of);
        say(
            format!("attendance of {people} people, p50 (p95)"),
            format!("< {ATTENDANCE_MS} ms"),
            format!("{plain:.0} ms ({plain_95:.0}), gzip {short:.0} ms ({short_95:.0})"),
            is_answered && plain < ATTENDANCE_MS && short < ATTENDANCE_MS,
        );
        judge_paper(people, &paper.alone, PAPER_SECONDS, say);
    }
    judge_paper(LARGE_TEAM, &paper.team, TEAM_PAPER_SECONDS, say);
    let ratios: Vec<f64> = paper.pairs.iter().map(|(first, second)| second / first.max(f64::EPSILON)).collect();
    if let Some(least) = ratios.iter().copied().min_by(f64::total_cmp) {
        say(
            "two reports at once, second ÷ first (lowest)".to_owned(),
            format!("≥ {IN_TURN}"),
            format!("{least:.2}"),
            least >= IN_TURN,
        );
    }
}

/// Each of them counts, so that the slowest decides.
fn judge_paper(people: u32, prints: &Prints, limit: f64, say: &mut impl FnMut(String, String, String, bool)) {
    if let (Some(typical), Some(slowest)) = (median(&prints.seconds), largest(&prints.seconds)) {
        let measured = format!("{slowest:.2} s (median {typical:.2} s)");
        say(
            format!("attendance of {people} people as PDF, longest"),
            format!("≤ {limit} s"),
            measured,
            slowest <= limit && prints.refused == 0,
        );
    }
}

fn judge_browsers(found: &Browsers, say: &mut impl FnMut(String, String, String, bool)) {
    for (when, month) in [("at half of the capacity", &found.month), ("while a holiday is fetched", &found.herd.month)]
    {
        let p99 = month.percentile(99).as_secs_f64() * 1e3;
        say(
            format!("own month {when}, p99"),
            format!("< {MONTH_MS} ms"),
            format!("{p99:.1} ms"),
            month.requests() > 0 && found.refused == 0 && p99 < MONTH_MS,
        );
    }
    let [open, _] = found.kibibytes();
    if let Some(each) = largest(&open) {
        let what = "memory for an open browser".to_owned();
        say(what, format!("≤ {BROWSER_KIB} KiB"), format!("{each:.1} KiB"), each <= BROWSER_KIB);
    }
    if let Some(told) = largest(&found.herd.told) {
        let what = "until all are told of a holiday".to_owned();
        say(what, format!("≤ {TOLD_SECONDS} s"), format!("{told:.2} s"), told <= TOLD_SECONDS);
    }
}

fn judge_footprint(footprint: &Footprint, say: &mut impl FnMut(String, String, String, bool)) {
    if let Some(idle) = largest(&footprint.idle) {
        say("memory after start".to_owned(), format!("≤ {IDLE_MIB} MiB"), format!("{idle:.1} MiB"), idle <= IDLE_MIB);
    }
    if let (Some(typical), Some(slowest)) = (median(&footprint.ready), largest(&footprint.ready)) {
        let measured = format!("{typical:.3} s (slowest of {}: {slowest:.3} s)", footprint.ready.len());
        say("ready after start".to_owned(), format!("≤ {READY_SECONDS} s"), measured, typical <= READY_SECONDS);
    }
}

pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().checked_sub(1)? / 2).copied()
}

pub(crate) fn largest(values: &[f64]) -> Option<f64> {
    values.iter().copied().max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
    use super::*;
    use crate::load::Sample;
    use crate::measure::{Crowd, Growth, Herd, Paper, Row};
    use std::time::Duration;

    /// A hundred requests in a second, each with this much processor time and waiting time in milliseconds.
    fn sample(cpu: u32, wait: u64) -> Sample {
        Sample::new(
            vec![Duration::from_millis(wait); 100],
            Duration::from_secs(1),
            Duration::from_millis(100) * cpu,
            Duration::ZERO,
        )
    }

    fn findings() -> Findings {
        let row = |call, this, other| Row {
            call,
            connections: 16,
            this: vec![sample(this, 1)],
            other: vec![sample(other, 1)],
        };
        Findings {
            engine: Engine::Sqlite,
            size: Size::Medium,
            rows: vec![row(Call::Month, 12, 10), row(Call::Week, 13, 10), row(Call::Submit, 14, 10)],
            other: BARE,
            footprint: Footprint { ready: vec![0.3, 0.1, 0.1], idle: vec![20.0, 26.0], ..Footprint::default() },
            footprint_of_other: Footprint::default(),
            logins: Some(Logins {
                crowds: [2, 16, 64]
                    .map(|people| Crowd { people, sample: sample(1, 1), hash_rates: vec![110.0, 130.0] })
                    .into(),
                beside: [(Call::Month, 7), (Call::Users, 5)]
                    .map(|(call, wait)| Beside { call, connections: 1, quiet: sample(1, 2), storm: sample(1, wait) })
                    .into(),
            }),
            growth: Some(Growth { pairs: vec![(1, sample(10, 1), sample(12, 1)), (16, sample(10, 1), sample(13, 1))] }),
            reports: None,
            browsers: None,
            leave: None,
            months: None,
            oversight: None,
        }
    }

    /// Waiting times in milliseconds of the plain and the compressed answer, then the seconds of the reports.
    fn reports(plain: u64, squeezed: u64, alone: f64, pair: (f64, f64), team: f64) -> Findings {
        let answers = |wait| Answers { sample: sample(1, wait), bytes: 1 };
        let prints = |seconds: Vec<f64>| Prints { seconds, bytes: 1, refused: 0 };
        let (screen, squeezed) = (answers(plain), answers(squeezed));
        let paper = Paper { alone: prints(vec![1.0, alone]), pairs: vec![(1.0, 2.0), pair], team: prints(vec![team]) };
        Findings {
            engine: Engine::Postgres,
            size: Size::Large,
            rows: vec![],
            logins: None,
            growth: None,
            footprint: Footprint::default(),
            reports: Some(Reports { screen, squeezed, paper, ..Reports::default() }),
            ..findings()
        }
    }

    #[test]
    fn reports_are_judged_by_their_slowest() {
        let judged = |findings: &Findings| judge(findings).into_iter().map(|target| target.met).collect::<Vec<_>>();
        assert_eq!(judged(&reports(299, 299, 5.0, (2.0, 3.0), 1.0)), [true; 4]);
        assert_eq!(judged(&reports(300, 299, 5.1, (2.0, 2.9), 1.1)), [false; 4]);
        assert_eq!(judged(&reports(299, 300, 5.0, (2.0, 3.0), 1.0)), [false, true, true, true]);
        let sqlite = Findings { engine: Engine::Sqlite, ..reports(900, 900, 9.0, (2.0, 3.0), 1.0) };
        assert_eq!(judged(&sqlite), [true; 2], "the attendance of everybody is promised on PostgreSQL");
        let none = Findings { reports: Some(Reports::default()), ..sqlite };
        assert!(judged(&none).is_empty());
        assert_eq!(judged(&Findings { engine: Engine::Postgres, ..none }), [false], "nothing was answered");
        let mut busy = reports(1, 1, 1.0, (1.0, 2.0), 1.0);
        let found = busy.reports.as_mut().unwrap();
        (found.squeezed.sample.refused, found.paper.alone.refused) = (1, 1);
        assert_eq!(judged(&busy), [false, false, true, true]);
    }

    #[test]
    fn browsers_are_judged_on_postgresql() {
        let of = |month, herd, open, told| Findings {
            engine: Engine::Postgres,
            rows: vec![],
            logins: None,
            growth: None,
            footprint: Footprint::default(),
            browsers: Some(Browsers {
                before: vec![10.0],
                open: vec![open],
                month: sample(1, month),
                herd: Herd { month: sample(1, herd), told: vec![0.1, told], ..Herd::default() },
                ..Browsers::default()
            }),
            ..findings()
        };
        let judged = |findings: &Findings| judge(findings).into_iter().map(|target| target.met).collect::<Vec<_>>();
        assert_eq!(judged(&of(49, 49, 49.0, 1.0)), [true; 4]);
        assert_eq!(judged(&of(50, 49, 50.0, 1.0)), [false, true, false, true]);
        assert_eq!(judged(&of(49, 50, 49.0, 1.1)), [true, false, true, false]);
        let mut busy = of(49, 49, 49.0, 1.0);
        busy.browsers.as_mut().unwrap().refused = 1;
        assert_eq!(judged(&busy), [false, false, true, true]);
        assert!(judged(&Findings { engine: Engine::Sqlite, ..of(99, 99, 99.0, 9.0) }).is_empty());
    }

    #[test]
    fn each_target_is_judged_by_its_own_limit() {
        let met: Vec<(String, bool)> =
            judge(&findings()).into_iter().map(|target| (target.measured, target.met)).collect();
        let expected = [
            ("1.20 (16)", true),
            ("1.30 (16)", false),
            ("1.40 (16)", true),
            ("83 % (2), 83 % (16), 83 % (64)", false),
            ("1.00", true),
            ("3.5 × (1)", false),
            ("2.5 × (1)", true),
            ("26.0 MiB", false),
            ("0.100 s (slowest of 3: 0.300 s)", true),
            ("1.20 (1), 1.30 (16)", false),
        ];
        assert_eq!(met, expected.map(|(text, met)| (text.to_owned(), met)));
    }

    #[test]
    fn the_ratio_to_another_build_is_not_judged() {
        let against = Findings { other: "other build", ..findings() };
        assert_eq!(judge(&against).len() + 3, judge(&findings()).len());
        let ratios = findings().rows.first().map(Row::ratios);
        assert_eq!(ratios.map(|ratios| ratios.len()), Some(1));
    }

    #[test]
    fn what_was_not_measured_is_not_judged() {
        let nothing =
            Findings { rows: vec![], logins: None, growth: None, footprint: Footprint::default(), ..findings() };
        assert!(judge(&nothing).is_empty());
        assert_eq!((median(&[]), largest(&[])), (None, None));
        assert_eq!(median(&[3.0, 1.0, 2.0, 4.0]), Some(2.0));
    }
}
