//! `daybook migrate`: upgrades the schema to this version; with `--check`, shows what that would change.

use crate::PENDING;
use crate::arguments::Migrate;
use crate::config::Config;
use crate::instances::left_behind;
use crate::log;
use crate::output::say;
use crate::serve::block_on;
use crate::wiring::{StartError, backed_up_since, clock, database_settings, to_migrate};
use domain::Instant;
use persistence::{Database, Pending};
use std::process::ExitCode;

pub(crate) fn run(config: &Config, wanted: &Migrate) -> Result<ExitCode, StartError> {
    log::start(&config.log, if wanted.check { "error" } else { "info" })?;
    block_on(async { if wanted.check { check(config).await } else { migrate(config, wanted.no_backup).await } })
}

async fn migrate(config: &Config, no_backup: bool) -> Result<ExitCode, StartError> {
    let database = Database::open(&to_migrate(config, no_backup)).await?;
    let instances = database.instances().await;
    database.close().await;
    say("The database is up to date.");
    for older in instances?.iter().filter(|other| other.is_older()) {
        say(&left_behind(older));
    }
    Ok(ExitCode::SUCCESS)
}

async fn check(config: &Config) -> Result<ExitCode, StartError> {
    let database = Database::look_at(&database_settings(config)).await?;
    let pending = database.pending().await;
    database.close().await;
    let Some(pending) = pending? else {
        say("The database is up to date.");
        return Ok(ExitCode::SUCCESS);
    };
    say(&told(&pending, config.is_sqlite(), backed_up_since(clock(config).now())));
    Ok(ExitCode::from(PENDING))
}

/// The facts that the operator needs before an upgrade. `since`: the earliest time of a backup that is recent enough.
fn told(pending: &Pending, is_sqlite: bool, since: Instant) -> String {
    let count = pending.migrations.len();
    let mut lines = vec![format!("{count} {} pending:", if count == 1 { "migration is" } else { "migrations are" })];
    lines.extend(pending.migrations.iter().map(|name| format!("  {} ({name})", in_words(name))));
    let tables: Vec<String> = pending.tables.iter().map(|(table, rows)| format!("{table} ({rows} rows)")).collect();
    lines.push(if tables.is_empty() {
        "No existing table changes.".to_owned()
    } else {
        format!("Tables that change: {}.", tables.join(", "))
    });
    let seconds = pending.takes.as_secs() + 1;
    lines.push(format!("The upgrade takes about {seconds} s, in one transaction."));
    lines.push(if is_sqlite { ON_SQLITE.to_owned() } else { ON_POSTGRES.to_owned() });
    if !is_sqlite {
        lines.push(match pending.newest_backup {
            None => "The database has never been backed up: run daybook backup FILE first.".to_owned(),
            Some(at) if at < since => {
                format!("The newest backup is from {}: run daybook backup FILE first.", at.format(MINUTES))
            }
            Some(at) => format!("The newest backup is from {}, which is recent enough.", at.format(MINUTES)),
        });
    }
    lines.join("\n")
}

const MINUTES: &str = "%Y-%m-%d %H:%M UTC";
const ON_SQLITE: &str = "Stop the portal first. The file is copied before it is changed.";
const ON_POSTGRES: &str = "\
Instances of the earlier version cannot keep writing: after the upgrade they answer reads, but writes and /readyz get 503.
During the upgrade, other calls that need one of these tables may also get 503.";

/// The words in the name of a migration, after its date and number.
fn in_words(name: &str) -> String {
    let words = name.splitn(3, '_').nth(2).unwrap_or(name);
    words.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_operator_reads_what_changes_and_how_long_it_takes() {
        let at = |text: &str| -> Instant { text.parse().unwrap() };
        let pending = Pending {
            migrations: vec!["m20261129_000131_history_guards".into()],
            tables: vec![("timesheets".into(), 1_200_000), ("users".into(), 812)],
            takes: Duration::from_millis(2_520),
            newest_backup: Some(at("2026-06-10T02:15:09Z")),
        };
        let text = told(&pending, false, at("2026-06-09T09:00:00Z"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "1 migration is pending:",
                "  history guards (m20261129_000131_history_guards)",
                "Tables that change: timesheets (1200000 rows), users (812 rows).",
                "The upgrade takes about 3 s, in one transaction.",
            ]
        );
        assert_eq!(lines.last(), Some(&"The newest backup is from 2026-06-10 02:15 UTC, which is recent enough."));
        assert!(told(&pending, false, at("2026-06-11T09:00:00Z")).ends_with("run daybook backup FILE first."));
        assert!(
            told(&Pending { newest_backup: None, ..pending }, true, at("2026-06-11T09:00:00Z")).ends_with(ON_SQLITE)
        );
    }
}
