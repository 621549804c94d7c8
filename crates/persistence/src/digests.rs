//! What rounds of mails ask for, by hand: each question is one statement for however many people. Teams are told apart by their
//! manager, so that the leader of several adds them up.

use application::ports::{DigestNotice, DigestRepository, MissingDays, Recipient, Result, WaitingEntries};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::work_patterns::Expected;
use sea_orm::{DbBackend, Value};
use uuid::Uuid;

use crate::absences::STILL_FROZEN;
use crate::fault::Failure;
use crate::inbox::IS_PENDING;
use crate::leave_days::is_on_leave;
use crate::mail_choices::wants;
use crate::months::in_closed_month;
use crate::people::{PERSON_COLUMNS, RECIPIENT_COLUMNS, has_begun, person, recipient};
use crate::row::Columns;
use crate::sql::{self, Bound};
use crate::substitutions::runs;
use crate::unit::Unit;

/// In the order of ids, which begin after the nil one.
pub(crate) const NEXT_READERS: &str = concat!(
    "SELECT ",
    RECIPIENT_COLUMNS,
    " FROM users u WHERE u.id > $1 AND u.is_active AND NOT u.is_blocked ORDER BY u.id LIMIT $2"
);

pub(crate) fn choices_of(backend: DbBackend) -> String {
    format!("SELECT c.user_id, c.kind, c.timing FROM mail_choices c WHERE {}", sql::among(backend, "c.user_id", 1))
}

/// Ids count up with the time, so the last ones are the newest.
pub(crate) fn unread_notices(backend: DbBackend) -> String {
    format!(
        "SELECT n.user_id, n.digest, n.title, n.body FROM notices n WHERE {} AND n.read_at IS NULL \
         AND n.digest IS NOT NULL AND n.created_at > $2 AND n.created_at <= $3 ORDER BY n.id DESC",
        sql::among(backend, "n.user_id", 1)
    )
}

pub(crate) fn stood_in_for_by(backend: DbBackend) -> String {
    format!(
        "SELECT x.substitute_id, x.manager_id FROM substitutions x WHERE {} AND {}",
        sql::among(backend, "x.substitute_id", 1),
        runs!("x", "$2")
    )
}

pub(crate) fn waiting(backend: DbBackend) -> String {
    format!(
        "SELECT u.manager_id, count(*), min(t.date) FROM users u JOIN timesheets t ON t.user_id = u.id \
         WHERE {} AND t.status = 'pending' AND NOT {} GROUP BY u.manager_id",
        sql::among(backend, "u.manager_id", 1),
        in_closed_month!("t.date")
    )
}

pub(crate) fn missing(backend: DbBackend) -> String {
    format!(
        "SELECT u.manager_id, {PERSON_COLUMNS}, {} FROM users u JOIN absences a ON a.user_id = u.id \
         WHERE {} AND a.date >= $2 AND {STILL_FROZEN} GROUP BY u.id ORDER BY u.sort_name, u.employee_number",
        sql::gathered(backend, "a.date"),
        sql::among(backend, "u.manager_id", 1)
    )
}

pub(crate) fn pending_resubmissions(backend: DbBackend) -> String {
    format!(
        "SELECT u.manager_id, count(*) FROM users u JOIN resubmissions r ON r.user_id = u.id \
         WHERE {} AND {IS_PENDING} GROUP BY u.manager_id",
        sql::among(backend, "u.manager_id", 1)
    )
}

pub(crate) fn waiting_leave(backend: DbBackend) -> String {
    format!(
        "SELECT u.manager_id, count(*) FROM users u JOIN leave_requests r ON r.user_id = u.id \
         WHERE {} AND r.status IN ('pending', 'cancellation-asked') GROUP BY u.manager_id",
        sql::among(backend, "u.manager_id", 1)
    )
}

/// `$1` and `$2` are those of [`wants`].
pub(crate) fn unrecorded(backend: DbBackend, expected: &Expected, mut values: Vec<Value>) -> Bound {
    let is_expected = sql::is_expected(backend, "u.id", expected, &mut values);
    let (wants, has_begun, is_on_leave) = (wants(MailKind::Reminder), has_begun!("$3"), is_on_leave!("u.id", "$3"));
    let statement = format!(
        "SELECT {RECIPIENT_COLUMNS} FROM users u LEFT JOIN mail_choices c ON c.user_id = u.id AND c.kind = $2 \
         WHERE u.id > $4 AND {wants} AND {is_expected} AND {has_begun} \
         AND NOT EXISTS (SELECT 1 FROM timesheets t WHERE t.user_id = u.id AND t.date = $3) AND NOT {is_on_leave} \
         ORDER BY u.id LIMIT $5"
    );
    (statement, values)
}

/// A row; `None` for a kind that only a newer program knows.
fn choice(columns: &mut Columns<'_>) -> Result<Option<(UserId, MailKind, MailTiming)>, Failure> {
    let place = columns.place("mail_choices");
    let user = columns.column(&place, "user_id")?;
    let kind: String = columns.take()?;
    let timing = columns.column(&place, "timing")?;
    Ok(MailKind::named(&kind).map(|kind| (user, kind, timing)))
}

fn notice(columns: &mut Columns<'_>) -> Result<Option<DigestNotice>, Failure> {
    let user = UserId::new(columns.take()?);
    let kind: String = columns.take()?;
    let (title, body) = (columns.take()?, columns.take()?);
    Ok(MailKind::named(&kind).map(|kind| DigestNotice { user, kind, title, body }))
}

fn pair(columns: &mut Columns<'_>) -> Result<(UserId, UserId), Failure> {
    Ok((UserId::new(columns.take()?), UserId::new(columns.take()?)))
}

fn after(user: Option<UserId>) -> Value {
    user.map_or(Uuid::nil(), UserId::uuid).into()
}

impl Unit {
    fn of(&self, users: &[UserId]) -> Value {
        sql::ids(self.backend(), users.iter().map(|id| id.uuid()))
    }
}

#[async_trait]
impl DigestRepository for Unit {
    async fn next_readers(&self, after_whom: Option<UserId>, limit: u32) -> Result<Vec<Recipient>> {
        self.all(NEXT_READERS, vec![after(after_whom), i64::from(limit).into()], recipient).await
    }

    async fn choices_of(&self, users: &[UserId]) -> Result<Vec<(UserId, MailKind, MailTiming)>> {
        let statement = choices_of(self.backend());
        Ok(self.all(statement, vec![self.of(users)], choice).await?.into_iter().flatten().collect())
    }

    async fn unread_notices(&self, users: &[UserId], since: Instant, until: Instant) -> Result<Vec<DigestNotice>> {
        let statement = unread_notices(self.backend());
        let values = vec![self.of(users), since.into(), until.into()];
        Ok(self.all(statement, values, notice).await?.into_iter().flatten().collect())
    }

    async fn stood_in_for_by(&self, users: &[UserId], today: NaiveDate) -> Result<Vec<(UserId, UserId)>> {
        let statement = stood_in_for_by(self.backend());
        self.all(statement, vec![self.of(users), today.into()], pair).await
    }

    async fn waiting(&self, managers: &[UserId]) -> Result<Vec<WaitingEntries>> {
        let read = |columns: &mut Columns<'_>| {
            let manager = UserId::new(columns.take()?);
            Ok(WaitingEntries { manager, count: columns.count()?, oldest: columns.take()? })
        };
        self.all(waiting(self.backend()), vec![self.of(managers)], read).await
    }

    async fn missing(&self, managers: &[UserId], since: NaiveDate) -> Result<Vec<MissingDays>> {
        let read = |columns: &mut Columns<'_>| {
            let manager = UserId::new(columns.take()?);
            let person = person(columns)?;
            let days = columns.days("absences", person.id)?;
            Ok(MissingDays { manager, person, days })
        };
        self.all(missing(self.backend()), vec![self.of(managers), since.into()], read).await
    }

    async fn pending_resubmissions(&self, managers: &[UserId]) -> Result<Vec<(UserId, u32)>> {
        let statement = pending_resubmissions(self.backend());
        let read = |columns: &mut Columns<'_>| Ok((UserId::new(columns.take()?), columns.count()?));
        self.all(statement, vec![self.of(managers)], read).await
    }

    async fn waiting_leave(&self, managers: &[UserId]) -> Result<Vec<(UserId, u32)>> {
        let read = |columns: &mut Columns<'_>| Ok((UserId::new(columns.take()?), columns.count()?));
        self.all(waiting_leave(self.backend()), vec![self.of(managers)], read).await
    }

    async fn unrecorded(
        &self,
        day: NaiveDate,
        expected: &Expected,
        after_whom: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<Recipient>> {
        let values = vec![
            MailTiming::Instant.name().into(),
            MailKind::Reminder.name().into(),
            day.into(),
            after(after_whom),
            i64::from(limit).into(),
        ];
        let (statement, values) = unrecorded(self.backend(), expected, values);
        self.all(statement, values, recipient).await
    }
}
