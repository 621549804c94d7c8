//! `daybook doctor`: ten looks at what the portal needs, a line each (oversight.md §4), and one at the standby, where there is one. It
//! changes nothing.

mod machine;
mod stored;

use crate::FAILED;
use crate::config::Config;
use crate::log;
use crate::output::say;
use crate::serve::block_on;
use crate::wiring::{StartError, database_settings};
use persistence::{Database, OpenError};
use std::process::ExitCode;
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

pub(crate) fn run(config: &Config) -> Result<ExitCode, StartError> {
    log::start(config.log.as_deref(), "off")?;
    block_on(async {
        let mut report = Report::default();
        report.tell("settings", machine::settings(config));
        report.tell("data", machine::data(config));
        let opened = Database::look_at(&database_settings(config)).await.map_err(|error| match error {
            OpenError::Missing(_) => error.to_string(),
            error => format!("{error}; see DAYBOOK_DATABASE_URL"),
        });
        let stored = Stored::of(config, opened).await;
        report.tell("database", stored.database());
        report.tell("schema", stored.schema().await);
        if let Some(standby) = &config.standby {
            report.tell("standby", stored.standby(standby).await);
        }
        report.tell("disk", machine::disk(config));
        report.tell("clock", stored.clock());
        report.tell("mail", with_given_up(machine::mail(config).await, stored.given_up().await));
        report.tell("jobs", stored.jobs().await);
        report.tell("audit", stored.audit().await);
        report.tell("backup", stored.backup().await);
        stored.close().await;
        Ok(report.end())
    })
}

/// Says what was found as soon as it is, and counts.
#[derive(Default)]
struct Report {
    checks: u32,
    failures: u32,
    warnings: u32,
}

impl Report {
    fn tell(&mut self, check: &str, finding: Finding) {
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
        say(&format!("{word:<4}  {check:<8}  {finding}"));
    }

    fn end(&self) -> ExitCode {
        say(&format!("{} checks, {} failed, {} warnings", self.checks, self.failures, self.warnings));
        if self.failures == 0 { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }
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
