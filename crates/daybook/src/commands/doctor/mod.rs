//! `daybook doctor`: ten checks of the portal's needs, one per line or as JSON (oversight.md §4), and one of the standby and of
//! each provider of sign-in, if there is one. It changes nothing.

pub(crate) mod machine;
mod providers;
mod stored;

use crate::FAILED;
use crate::config::Config;
use crate::log;
use crate::output::say;
use crate::serve::block_on;
use crate::wiring::{StartError, database_settings};
use outbound::HttpOutbound;
use persistence::{Database, OpenError};
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use stored::Stored;

/// What a look has found.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Finding {
    /// It is as it should be.
    Fine(String),
    /// Somebody should see to it.
    Warning(String),
    /// The portal does not work, or not as it should.
    Failure(String),
}

pub(crate) fn run(config: &Config, as_json: bool) -> Result<ExitCode, StartError> {
    log::start(&config.log, "off")?;
    block_on(async {
        let mut report = Report { as_json, ..Report::default() };
        report.tell("settings", "unset DAYBOOK_NOW", machine::settings(config));
        report.tell("data", "see DAYBOOK_DATA_DIR, and run this as the user of the server", machine::data(config));
        let opened = Database::look_at(&database_settings(config)).await.map_err(|error| match error {
            OpenError::Missing(_) => error.to_string(),
            error => format!("{error}; see DAYBOOK_DATABASE_URL"),
        });
        let stored = Stored::of(config, opened).await;
        report.tell("database", "see DAYBOOK_DATABASE_URL", stored.database());
        report.tell("schema", "run daybook migrate, and this version everywhere", stored.schema().await);
        if let Some(standby) = &config.standby {
            report.tell("standby", "see DAYBOOK_DATABASE_READ_URL", stored.standby(standby).await);
        }
        report.tell("disk", "make room", machine::disk(config));
        report.tell("clock", "run NTP on all machines", stored.clock());
        let mail = with_given_up(machine::mail(config).await, stored.given_up());
        report.tell("mail", "see DAYBOOK_MAIL and daybook mail status", mail);
        let outbound = Arc::new(HttpOutbound::default());
        for provider in &config.providers {
            let (check, variables) = (format!("sign-in:{}", provider.name), provider.name.in_variables());
            let hint = format!("see DAYBOOK_OIDC_{variables}_ISSUER");
            report.tell(&check, &hint, providers::look(config, provider, &outbound).await);
        }
        report.tell("jobs", "see System Reports and the log of the portal", stored.jobs());
        report.tell("audit", "run daybook audit verify", stored.audit().await);
        report.tell("backup", "run daybook backup", stored.backup());
        stored.close().await;
        Ok(report.end())
    })
}

/// Counts and prints the findings: each one at once as a line, or all of them as JSON at the end.
#[derive(Default)]
struct Report {
    as_json: bool,
    found: Vec<serde_json::Value>,
    checks: u32,
    failures: u32,
    warnings: u32,
}

impl Report {
    /// `hint`: where to begin if it is not as it should be.
    fn tell(&mut self, check: &str, hint: &str, finding: Finding) {
        self.checks += 1;
        let (word, finding) = match finding {
            Finding::Fine(finding) => ("ok", finding),
            Finding::Warning(finding) => {
                self.warnings += 1;
                ("warn", finding)
            }
            Finding::Failure(finding) => {
                self.failures += 1;
                ("fail", finding)
            }
        };
        if self.as_json {
            let hint = (word != "ok").then_some(hint);
            self.found.push(json!({ "name": check, "state": word, "sentence": finding, "hint": hint }));
        } else {
            say(&format!("{word:<4}  {check:<8}  {finding}"));
        }
    }

    fn end(self) -> ExitCode {
        let Self { as_json, found, checks, failures, warnings } = self;
        if as_json {
            say(&json!({ "checks": found, "failed": failures, "warnings": warnings }).to_string());
        } else {
            say(&format!("{checks} checks, {failures} failed, {warnings} warnings"));
        }
        if failures == 0 { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }
    }
}

/// What was found of the way of mails, with the mails that were given up.
fn with_given_up(found: Finding, given_up: Option<u32>) -> Finding {
    let Some(mails) = given_up.filter(|mails| *mails > 0) else { return found };
    let given_up = format!("{mails} given up, see daybook mail status");
    match found {
        Finding::Fine(found) | Finding::Warning(found) => Finding::Warning(format!("{found}; {given_up}")),
        Finding::Failure(found) => Finding::Failure(format!("{found}; {given_up}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_that_were_given_up_are_a_warning_beside_whatever_else_was_found() {
        let fine = || Finding::Fine("reached".to_owned());
        assert_eq!(with_given_up(fine(), Some(0)), fine());
        assert_eq!(with_given_up(fine(), None), fine());
        let told = "reached; 2 given up, see daybook mail status".to_owned();
        assert_eq!(with_given_up(fine(), Some(2)), Finding::Warning(told.clone()));
        assert_eq!(with_given_up(Finding::Failure("reached".to_owned()), Some(2)), Finding::Failure(told));
    }
}
