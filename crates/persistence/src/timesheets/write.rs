//! Writing entries. Each change is saved on the version that it was made from, and leaves a version behind. By hand, so that both are
//! one statement where the engine has such a thing.
//!
//! A decision covers up to 500 entries and takes as many statements as for one, see [`super::rows`]. So do entries that are new together.

use application::events::Event;
use application::ports::{DecidedEntry, Result, StoreError, StoredDay, TimesheetRepository};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::id::{TimesheetId, UnlockId, UserId};
use domain::mail_choices::MailKind;
use domain::person::Employment;
use domain::time::Month;
use domain::timesheet::{Entry, Stored};
use sea_orm::{ConnectionTrait, DbBackend, Value};
use uuid::Uuid;

use crate::fault::Failure;
use crate::holidays;
use crate::leave_days::halves_on_leave;
use crate::months::gate::{held_of, month_held, month_to_hold};
use crate::people::{EMPLOYMENT_COLUMNS, employment};
use crate::row::{Columns, corrupt, row};
use crate::sql;
use crate::timesheets::rows::JsonColumns;
use crate::unit::Unit;
use crate::unlocks::is_open;

row! {
    STORED_COLUMNS, stored("timesheets") -> Stored {
        id: "t.id",
        user: "t.user_id",
        date: "t.date",
        hours: "t.half_hours",
        description: "t.description",
        status: "t.status",
        comment: "t.comment",
        is_resubmission: "t.is_resubmission",
        version: "t.version",
        decided_by: "t.decided_by",
        decided_at: "t.decided_at",
        decided_for: "t.decided_for",
        rejected_on: "t.rejected_on",
        created_at: "t.created_at",
        updated_at: "t.updated_at",
    }
}

row! {
    DECIDED_COLUMNS, decided("timesheets") -> DecidedEntry {
        entry: [STORED_COLUMNS => entry],
        manager: "u.manager_id",
        chosen_for_approvals: "c.timing",
    }
}

fn entry(columns: &mut Columns<'_>) -> Result<Entry, Failure> {
    let stored = stored(columns)?;
    let id = stored.id;
    Ok(Entry::restore(stored).map_err(|why| corrupt("timesheets", why.field, id))?)
}

/// By hand for the columns that a decision reads too.
pub(crate) const OF_DAY: &str =
    concat!("SELECT ", STORED_COLUMNS, " FROM timesheets t WHERE t.user_id = $1 AND t.date = $2");

const FOR_DECISION: &str = concat!(
    "SELECT ",
    DECIDED_COLUMNS,
    " FROM timesheets t JOIN users u ON u.id = t.user_id LEFT JOIN mail_choices c ON c.user_id = u.id AND c.kind = '",
    MailKind::Approved.name(),
    "' WHERE "
);

/// What is locked on PostgreSQL before the entries whose ids are `$1`, one after the other: the people, as an unlock does, and the
/// unlocks, as a submission does. In another order two could wait for each other for ever. Each is a statement of its own, so that it
/// sees what those have done for whom the one before it has waited.
pub(crate) fn before_a_decision() -> [String; 2] {
    let entries = sql::among(DbBackend::Postgres, "t.id", 1);
    [
        format!(
            "SELECT u.id FROM users u WHERE u.id IN (SELECT t.user_id FROM timesheets t WHERE {entries}) \
             ORDER BY u.id FOR SHARE"
        ),
        format!(
            "SELECT k.id FROM timesheets t JOIN unlocks k ON k.user_id = t.user_id AND k.date = t.date \
             WHERE {entries} AND {} ORDER BY k.id FOR UPDATE OF k",
            is_open!("k")
        ),
    ]
}

/// By hand, because several tables answer at once: about the person `$1` as they are on `$2`, and their day `$3`. `t.id` says whether there is an entry.
const OF_SUBMISSION: &str = concat!(
    "SELECT ",
    EMPLOYMENT_COLUMNS,
    ", (SELECT value FROM counters WHERE name = 'holidays'), ",
    halves_on_leave!("u.id", "$3"),
    ", ",
);

const OF_THE_DAY: &str = concat!(
    ", k.id, t.id, ",
    STORED_COLUMNS,
    " FROM users u LEFT JOIN users m ON m.id = u.manager_id \
      LEFT JOIN unlocks k ON k.user_id = u.id AND k.date = $3 AND ",
    is_open!("k"),
    " LEFT JOIN timesheets t ON t.user_id = u.id AND t.date = $3 WHERE u.id = $1"
);

/// The same with the month that begins on `$4`, which it holds. Nobody gives the person another role before what was asked for this is
/// written.
pub(crate) fn for_submission(backend: DbBackend) -> String {
    let (held, lock) = (month_held(backend, "$4"), sql::lock(backend, " FOR SHARE OF u"));
    format!("{OF_SUBMISSION}{held}{OF_THE_DAY}{lock}")
}

/// The person, the number of the changes of holidays, the halves on leave, whether the month is closed, the unlock and the entry.
type DayRow = (Employment, i64, u32, Option<bool>, Option<UnlockId>, Option<Entry>);

fn day_row(columns: &mut Columns<'_>) -> Result<DayRow, Failure> {
    let (person, version, halves) = (employment(columns)?, columns.take()?, columns.count()?);
    let is_closed = columns.take()?;
    let unlock: Option<Uuid> = columns.take()?;
    let entry = if columns.take::<Option<Uuid>>()?.is_some() { Some(entry(columns)?) } else { None };
    Ok((person, version, halves, is_closed, unlock.map(UnlockId::new), entry))
}

/// What a version copies of its entry, and for whom its maker stood in. The maker comes after it, see [`maker`].
const VERSIONS: &str = "\
    INSERT INTO timesheet_versions (timesheet_id, version, at, half_hours, description, status, comment, on_behalf_of, actor_id) \
    SELECT id, version, updated_at, half_hours, description, status, comment, CASE WHEN status <> 'pending' THEN decided_for END, ";

const INSERT: &str = "\
    INSERT INTO timesheets (id, user_id, date, half_hours, description, status, comment, is_resubmission, version, decided_by, \
      decided_at, decided_for, rejected_on, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";

/// Whatever a rewriting leaves as it was is left out.
const REWRITE: &str = concat!(
    "UPDATE timesheets SET half_hours = $2, description = $3, status = $4, comment = $5, is_resubmission = $6, version = $7, \
      decided_by = $8, decided_at = $9, decided_for = $10, rejected_on = $11, updated_at = $12 WHERE id = $1 AND version = $7 - 1 AND ",
    halves_on_leave!("timesheets.user_id", "timesheets.date"),
    " < 2"
);

/// That no leave covers the day `c` that a statement records on PostgreSQL. What was read before may be older than the lock for which
/// the reader has waited; this is read under the lock.
const NOT_ON_LEAVE: &str =
    concat!(" AND EXISTS (SELECT 1 FROM changed c WHERE ", halves_on_leave!("c.user_id", "c.date"), " < 2)");

/// Ends the acceptance of the day `c` that a statement records on PostgreSQL; on SQLite a statement of its own, in the same message and
/// with the parameters of [`INSERT`].
const ENDED: &str =
    "ended AS (DELETE FROM accepted_days a USING changed c WHERE a.user_id = c.user_id AND a.date = c.date)";
const END_ACCEPTANCE: &str = "DELETE FROM accepted_days WHERE user_id = $2 AND date = $3";

const DECIDE_SET: &str = "\
    UPDATE timesheets SET status = n.status, comment = n.comment, is_resubmission = n.is_resubmission, version = n.version, \
      decided_by = n.decided_by, decided_for = n.decided_for, decided_at = n.decided_at, rejected_on = n.rejected_on, \
      updated_at = n.updated_at FROM ";

const DECIDE_WHERE: &str = " WHERE timesheets.id = n.id AND timesheets.version = n.version - 1";

struct Change {
    text: String,
    values: Vec<Value>,
    /// Which entries `t` it changes, for the statement that comes after it on SQLite.
    which: (String, Value),
    expected: u64,
}

/// Who has made a version: this person, as a parameter after those that are there, or the owner of the entry.
fn maker(actor: Option<UserId>, values: &mut Vec<Value>) -> String {
    let Some(actor) = actor else { return "user_id".to_owned() };
    values.push(actor.uuid().into());
    format!("${}", values.len())
}

/// The parts of a statement for PostgreSQL that make a change and keep what the entries have become, as `versions`.
fn both(change: &str, values: &mut Vec<Value>, actor: Option<UserId>) -> String {
    let maker = maker(actor, values);
    format!(
        "changed AS ({change} RETURNING timesheets.*), versions AS ({VERSIONS}{maker} FROM changed RETURNING timesheet_id)"
    )
}

/// Changes entries, and keeps what each has become as its version, made by `actor` or else by its owner: in one statement on PostgreSQL,
/// and in two on SQLite, so that no text is sent twice.
async fn save<C: ConnectionTrait>(connection: &C, change: Change, actor: Option<UserId>) -> Result<(), Failure> {
    let Change { text, mut values, which: (condition, ids), expected } = change;
    let stale = |changed| if changed == expected { Ok(()) } else { Err(StoreError::Stale) };
    if connection.get_database_backend() == DbBackend::Postgres {
        let saved = both(&text, &mut values, actor);
        let counted = format!("WITH {saved} SELECT count(*) FROM versions");
        let row = sql::one(connection, &counted, values).await?;
        let count = row.map_or(Ok(0), |row| row.try_get_by_index::<i64>(0))?;
        return Ok(stale(count.cast_unsigned())?);
    }
    stale(sql::change(connection, &text, values).await?)?;
    let mut values = vec![ids];
    let maker = maker(actor, &mut values);
    let versions = format!("{VERSIONS}{maker} FROM timesheets t WHERE {condition}");
    Ok(stale(sql::change(connection, &versions, values).await?)?)
}

fn id_of(id: Option<UserId>) -> Value {
    id.map(UserId::uuid).into()
}

/// What differs between the versions of an entry, in the order of [`INSERT`] and of [`REWRITE`].
fn of_version(entry: Stored) -> [Value; 10] {
    [
        i32::from(entry.hours.half_hours()).into(),
        entry.description.into(),
        entry.status.name().into(),
        entry.comment.into(),
        entry.is_resubmission.into(),
        entry.version.cast_signed().into(),
        id_of(entry.decided_by),
        entry.decided_at.into(),
        id_of(entry.decided_for),
        entry.rejected_on.into(),
    ]
}

fn inserted(entry: &Entry) -> Vec<Value> {
    let entry = entry.clone().into_stored();
    let mut values = vec![entry.id.uuid().into(), entry.user.uuid().into(), entry.date.into()];
    let moments = [entry.created_at.into(), entry.updated_at.into()];
    values.extend(of_version(entry));
    values.extend(moments);
    values
}

/// The change of all these entries that a statement makes with these columns of them.
fn change_of(backend: DbBackend, text: String, columns: JsonColumns, entries: &[Entry]) -> Change {
    Change {
        text,
        values: vec![columns.as_json(backend, entries).into()],
        which: (sql::among(backend, "t.id", 1), sql::ids(backend, entries.iter().map(|entry| entry.id().uuid()))),
        expected: entries.len() as u64,
    }
}

impl Unit {
    async fn save(&self, change: Change, actor: Option<UserId>) -> Result<()> {
        self.run(move |connection| async move { save(&*connection, change, actor).await }).await
    }
}

#[async_trait]
impl TimesheetRepository for Unit {
    async fn of_day(&self, user: UserId, date: NaiveDate) -> Result<Option<Entry>> {
        let statement = format!("{OF_DAY}{}", sql::lock(self.backend(), " FOR UPDATE"));
        self.first(statement, vec![user.uuid().into(), date.into()], entry).await
    }

    async fn for_submission(&self, user: UserId, date: NaiveDate, today: NaiveDate) -> Result<Option<StoredDay>> {
        let month = month_to_hold(date, today);
        let values = vec![user.uuid().into(), today.into(), date.into(), month.map(Month::first).into()];
        let row = self.first(for_submission(self.backend()), values, day_row).await?;
        let Some((person, version, halves, is_closed, unlock, entry)) = row else { return Ok(None) };
        let all = self.all(holidays::ALL, vec![], holidays::holiday);
        let holidays = holidays::kept(self.transaction.database(), version, all).await?;
        let held = held_of(month, is_closed);
        Ok(Some(StoredDay { person, unlock, entry, is_on_leave: halves == 2, holidays, held }))
    }

    async fn for_decision(&self, ids: &[TimesheetId]) -> Result<Vec<DecidedEntry>> {
        let backend = self.backend();
        let statement = format!(
            "{FOR_DECISION}{} ORDER BY t.user_id, t.id{}",
            sql::among(backend, "t.id", 1),
            sql::lock(backend, " FOR UPDATE OF t")
        );
        let values = vec![sql::ids(backend, ids.iter().map(|id| id.uuid()))];
        self.run(move |connection| async move {
            if backend == DbBackend::Postgres {
                for before in before_a_decision() {
                    sql::all(&*connection, &before, values.clone()).await?;
                }
            }
            sql::rows(&*connection, &statement, values, decided).await
        })
        .await
    }

    async fn insert(&self, entries: &[Entry]) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let backend = self.backend();
        let (columns, rows) = (JsonColumns::All.names(), JsonColumns::All.unfolded(backend));
        let text = format!("INSERT INTO timesheets ({columns}) SELECT {columns} FROM {rows}");
        self.save(change_of(backend, text, JsonColumns::All, entries), None).await
    }

    async fn record(&self, entry: &Entry, event: &Event) -> Result<()> {
        let mut values = inserted(entry);
        let (saved, condition) = if self.backend() == DbBackend::Postgres {
            (format!("{}, {ENDED}, ", both(INSERT, &mut values, None)), NOT_ON_LEAVE)
        } else {
            (format!("{INSERT}; {VERSIONS}user_id FROM timesheets t WHERE t.id = $1; {END_ACCEPTANCE}; "), "")
        };
        self.append_after((saved, values), event, condition).await
    }

    async fn rewrite(&self, entry: &Entry) -> Result<()> {
        let (id, updated_at) = (entry.id().uuid(), entry.updated_at());
        let mut values = vec![id.into()];
        values.extend(of_version(entry.clone().into_stored()));
        values.push(updated_at.into());
        let which = ("t.id = $1".to_owned(), id.into());
        self.save(Change { text: REWRITE.to_owned(), values, which, expected: 1 }, None).await
    }

    async fn decide(&self, entries: &[Entry], actor: UserId) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let backend = self.backend();
        let rows = JsonColumns::Decided.unfolded(backend);
        let text = format!("{DECIDE_SET}{rows}{DECIDE_WHERE}");
        self.save(change_of(backend, text, JsonColumns::Decided, entries), Some(actor)).await
    }
}
