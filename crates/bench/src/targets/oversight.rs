//! What was promised of oversight: of the audit log on both databases, of the reports and the backups on PostgreSQL.

use crate::engine::Engine;
use crate::fill::oversight::BURST;
use crate::measure::{Oversight, OversightCall};

/// How many events a second are sealed.
const SEALED: f64 = 2_000.0;
/// The seconds that a backup may take, or its proof, and the MiB that it may hold.
const COMMAND_SECONDS: f64 = 600.0;
const COMMAND_MIB: f64 = 256.0;
/// How many times as long as without it others may wait meanwhile.
const BESIDE: f64 = 2.0;

pub(super) fn judge(found: &Oversight, engine: Engine, say: &mut impl FnMut(String, String, String, bool)) {
    let is_postgres = engine == Engine::Postgres;
    for (call, sample) in found.calls.iter().filter(|(call, _)| is_postgres || call.is_of_the_log()) {
        let seconds = sample.percentile(100).as_secs_f64();
        let is_answered = sample.requests() > 0 && sample.refused == 0;
        if *call == OversightCall::Seal {
            let rate = f64::from(BURST) / seconds.max(f64::EPSILON);
            let what = "events sealed a second, slowest".to_owned();
            say(what, format!("≥ {SEALED}"), format!("{rate:.0}"), is_answered && rate >= SEALED);
            continue;
        }
        let (what, limit, found) = (format!("{}, longest", call.name()), call.limit(), seconds * 1e3);
        say(what, format!("≤ {limit} ms"), format!("{found:.1} ms"), is_answered && found <= limit);
    }
    for ran in found.commands.iter().filter(|_| is_postgres) {
        let [typical, slow] = [50, 95].map(|percent| ran.times(percent));
        say(
            format!("daybook {}", ran.name),
            format!("≤ {COMMAND_SECONDS} s, {COMMAND_MIB} MiB"),
            format!("{:.0} s, {:.0} MiB", ran.seconds, ran.mib),
            ran.seconds <= COMMAND_SECONDS && ran.mib <= COMMAND_MIB,
        );
        say(
            format!("own month beside {} ÷ without, p50 and p95", ran.name),
            format!("≤ {BESIDE} ×"),
            format!("{typical:.2} × and {slow:.2} ×"),
            ran.beside.refused == 0 && typical <= BESIDE && slow <= BESIDE,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Sample;
    use crate::measure::Ran;
    use std::time::Duration;

    fn sample(ms: u64) -> Sample {
        Sample::new(vec![Duration::from_millis(ms)], Duration::ZERO, Duration::ZERO, Duration::ZERO)
    }

    fn found(log: u64, seal: u64, report: u64, seconds: f64, beside: u64) -> Oversight {
        let calls = vec![
            (OversightCall::LogActor, sample(log)),
            (OversightCall::Seal, sample(seal)),
            (OversightCall::Team, sample(report)),
        ];
        let (beside, quiet) = (sample(beside), sample(10));
        Oversight { calls, commands: vec![Ran { name: "backup", seconds, mib: 256.0, size: 1.0, beside, quiet }] }
    }

    fn judged(found: &Oversight, engine: Engine) -> Vec<bool> {
        let mut met = Vec::new();
        judge(found, engine, &mut |_, _, _, is_met| met.push(is_met));
        met
    }

    #[test]
    fn the_slowest_is_judged_and_what_a_backup_costs_others() {
        assert_eq!(judged(&found(300, 10_000, 1_000, 600.0, 20), Engine::Postgres), [true; 5]);
        assert_eq!(judged(&found(301, 10_001, 1_001, 600.1, 21), Engine::Postgres), [false; 5]);
    }

    #[test]
    fn on_sqlite_the_log_alone_is_promised() {
        assert_eq!(judged(&found(300, 10_000, 9_000, 9_000.0, 90), Engine::Sqlite), [true; 2]);
    }

    #[test]
    fn what_was_turned_away_is_not_met() {
        let mut busy = found(1, 1, 1, 1.0, 10);
        busy.calls.iter_mut().for_each(|(_, sample)| sample.refused = 1);
        busy.commands.iter_mut().for_each(|ran| ran.beside.refused = 1);
        assert_eq!(judged(&busy, Engine::Postgres), [false, false, false, true, false]);
    }
}
