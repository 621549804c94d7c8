//! `daybook mail …`: how the outbox stands, and sending what waits in it.

use crate::FAILED;
use crate::config::Config;
use crate::log;
use crate::output::say;
use crate::serve::block_on;
use crate::wiring::{StartError, clock, policy, post, visit, zones};
use application::mail::{Delivered, deliver_due};
use application::ports::{Clock, MailOverview, MailQueue, MailView, Mailer, Result};
use chrono_tz::Tz;
use domain::Instant;
use std::fmt::Write;
use std::process::ExitCode;

/// The most mails that a list shows.
const SHOWN: u32 = 100;

pub(crate) fn status(config: &Config) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    block_on(async {
        let database = visit(config).await?;
        let (overview, zones) = (database.overview(SHOWN).await, zones(config, &database).await);
        database.close().await;
        say(&describe(&overview?, zones?.at(clock(config).now())));
        Ok(ExitCode::SUCCESS)
    })
}

pub(crate) fn send_waiting(config: &Config) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    block_on(async {
        let clock = clock(config);
        let database = visit(config).await?;
        let policy = policy(config);
        policy.refresh(&database).await?;
        let post = post(config, policy.clone(), clock.clone())?;
        let now = clock.now();
        let waiting = database.hurry(now).await?;
        let total = try_each(&database, &post, clock.as_ref(), now).await?;
        let overview = database.overview(SHOWN).await?;
        database.close().await;
        say(&told(waiting, total));
        let is_done = total.postponed + total.given_up == 0;
        if !is_done {
            say(&format!("\n{}", describe(&overview, policy.in_force().rules.zones.at(now))));
        }
        Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
    })
}

/// Tries every mail that was due at `due` once. What fails waits for its turn with the server: a mail server that hangs would
/// otherwise keep this going for as long as it hangs.
async fn try_each(queue: &dyn MailQueue, post: &dyn Mailer, clock: &dyn Clock, due: Instant) -> Result<Delivered> {
    let mut total = Delivered::default();
    loop {
        let delivered = deliver_due(queue, post, clock, due).await?;
        if delivered.tried() == 0 {
            return Ok(total);
        }
        total.sent += delivered.sent;
        total.postponed += delivered.postponed;
        total.given_up += delivered.given_up;
    }
}

/// What became of the mails that waited.
fn told(waiting: u32, total: Delivered) -> String {
    if waiting == 0 && total.tried() == 0 {
        return "No mail is waiting.".to_owned();
    }
    let mut text = format!("{} sent.", counted(total.sent));
    if total.postponed > 0 {
        let _ = write!(text, " {} could not be sent and will be tried again.", counted(total.postponed));
    }
    if total.given_up > 0 {
        let _ = write!(text, " {} could not be sent and will not be tried again.", counted(total.given_up));
    }
    let elsewhere = waiting.saturating_sub(total.tried());
    if elsewhere > 0 {
        let _ = write!(text, " {} being sent by the running server.", counted(elsewhere));
    }
    text
}

fn counted(mails: u32) -> String {
    if mails == 1 { "1 mail".to_owned() } else { format!("{mails} mails") }
}

fn describe(overview: &MailOverview, zone: Tz) -> String {
    let mut text = format!("{} sent, {} waiting, {} given up", overview.sent, overview.waiting, overview.given_up);
    if overview.unsent.is_empty() {
        return text;
    }
    let mut rows = vec![["MAIL", "TO", "STATE", "SINCE", "ATTEMPTS", "NEXT", "LAST ERROR"].map(str::to_owned)];
    rows.extend(overview.unsent.iter().map(|mail| row(mail, zone)));
    text.push_str("\n\n");
    text.push_str(&table(&rows));
    let unsent = u64::from(overview.waiting) + u64::from(overview.given_up);
    if unsent > overview.unsent.len() as u64 {
        let _ = write!(text, "\nThese are the newest {}.", overview.unsent.len());
    }
    let _ = write!(text, "\nTimes are in the time zone {zone}.");
    text
}

fn row(mail: &MailView, zone: Tz) -> [String; 7] {
    let time = |at: Instant| at.with_timezone(&zone).format("%Y-%m-%d %H:%M:%S").to_string();
    [
        mail.kind.clone(),
        mail.to.clone(),
        mail.state.name().to_owned(),
        time(mail.created_at),
        mail.attempts.to_string(),
        mail.next_at.map_or_else(|| "-".to_owned(), time),
        mail.last_error.clone().unwrap_or_else(|| "-".to_owned()),
    ]
}

/// Columns as wide as what stands in them; the last one ends where it ends.
fn table(rows: &[[String; 7]]) -> String {
    let width = |text: &String| text.chars().count();
    let mut widths = [0; 7];
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = width(cell).max(*widest);
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, widest) in row.iter().zip(widths) {
            let _ = write!(line, "{cell:widest$}  ");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::mail::Letter;
    use application::people::BlockedLetter;
    use application::ports::{ClaimedMail, MailFault, MailState, NewMail, Store};
    use async_trait::async_trait;
    use domain::id::MailId;
    use domain::person::FullName;
    use std::sync::atomic::{AtomicI32, Ordering};
    use testkit::database::TestDatabase;

    /// A mail server that hangs for as long as it can, and the clock on which that passes.
    #[derive(Default)]
    struct Hanging(AtomicI32);

    #[async_trait]
    impl Mailer for Hanging {
        async fn send(&self, _: &ClaimedMail) -> Result<(), MailFault> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Err(MailFault::Later("no answer".to_owned()))
        }
    }

    impl Clock for Hanging {
        fn now(&self) -> Instant {
            "2026-06-10T09:00:00Z".parse::<Instant>().unwrap()
                + chrono::Duration::seconds(25) * self.0.load(Ordering::Relaxed)
        }
    }

    #[tokio::test]
    async fn each_mail_is_tried_once_however_long_the_server_hangs() {
        let (database, server) = (TestDatabase::sqlite().await, Hanging::default());
        let store = database.database();
        let mails: Vec<_> = (0..25)
            .map(|n| NewMail {
                id: MailId::new(uuid::Uuid::from_u128(n)),
                to: format!("p{n}@example.org"),
                letter: Letter::new(FullName { first: "Ann".to_owned(), last: "Lee".to_owned() }, &BlockedLetter),
                created_at: server.now(),
            })
            .collect();
        let work = store.begin().await.unwrap();
        work.mails().enqueue(&mails).await.unwrap();
        work.commit().await.unwrap();
        let due = server.now();
        assert_eq!(store.hurry(due).await, Ok(25));
        let total = try_each(store, &server, &server, due).await.unwrap();
        assert_eq!(total, Delivered { postponed: 25, ..Delivered::default() });
        let attempts: Vec<u32> = store.overview(SHOWN).await.unwrap().unsent.iter().map(|mail| mail.attempts).collect();
        assert_eq!(attempts, vec![1; 25]);
    }

    fn view(state: MailState, next: Option<&str>, error: Option<&str>) -> MailView {
        MailView {
            id: MailId::new(uuid::Uuid::nil()),
            to: "ann@example.org".to_owned(),
            kind: "credentials".to_owned(),
            state,
            attempts: 3,
            created_at: "2026-06-10T09:00:00Z".parse().unwrap(),
            next_at: next.map(|at| at.parse().unwrap()),
            last_error: error.map(str::to_owned),
        }
    }

    #[test]
    fn an_overview_names_what_was_not_sent_and_why() {
        let unsent = vec![
            view(MailState::Waiting, Some("2026-06-10T09:02:00Z"), Some("421 not now")),
            view(MailState::GivenUp, None, None),
        ];
        let text = describe(&MailOverview { sent: 7, waiting: 1, given_up: 1, unsent }, Tz::Europe__Berlin);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "7 sent, 1 waiting, 1 given up");
        assert_eq!(
            lines[3],
            "credentials  ann@example.org  waiting   2026-06-10 11:00:00  3         2026-06-10 11:02:00  421 not now"
        );
        assert_eq!(
            lines[4],
            "credentials  ann@example.org  given up  2026-06-10 11:00:00  3         -                    -"
        );
        assert_eq!(lines.last(), Some(&"Times are in the time zone Europe/Berlin."));
        let none = MailOverview { sent: 7, waiting: 0, given_up: 0, unsent: Vec::new() };
        assert_eq!(describe(&none, Tz::UTC), "7 sent, 0 waiting, 0 given up");
    }

    #[test]
    fn a_list_that_is_not_whole_says_so() {
        let unsent = vec![view(MailState::Waiting, None, None)];
        let text = describe(&MailOverview { sent: 0, waiting: 250, given_up: 0, unsent }, Tz::UTC);
        assert!(text.contains("These are the newest 1."), "{text}");
    }

    #[test]
    fn what_became_of_each_mail_is_told() {
        assert_eq!(told(0, Delivered::default()), "No mail is waiting.");
        assert_eq!(told(1, Delivered { sent: 1, ..Delivered::default() }), "1 mail sent.");
        let some = told(6, Delivered { sent: 2, postponed: 1, given_up: 1 });
        assert_eq!(
            some,
            "2 mails sent. 1 mail could not be sent and will be tried again. 1 mail could not be sent and will not be tried \
             again. 2 mails being sent by the running server."
        );
    }
}
