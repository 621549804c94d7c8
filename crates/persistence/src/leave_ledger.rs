//! The ledger of leave: rows that are written once, and what counts of live leave.

use application::ports::{
    LeaveHolder, LeaveLedgerReads, LeaveLedgerRepository, LeaveOf, LedgerRowView, NewLedgerRow, OfAccount, PersonName,
    Result,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::id::{LeaveRequestId, LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{EnteredOpening, LeaveUse, LedgerRow, Opening, RowKind};
use sea_orm::{DbBackend, EntityTrait, Set, Value};
use uuid::Uuid;

use self::ledger_row::{ActiveModel, Entity};
use crate::database::Database;
use crate::entity::entity;
use crate::people::{PERSON_COLUMNS, person};
use crate::row::{Columns, from_column, ids, row};
use crate::sql::{self, Bound};
use crate::unit::Unit;

ids!(LeaveRequestId, LedgerRowId);

from_column! {
    RowKind: String => |name| Self::named(&name),
}

entity! {
    ledger_row("leave_ledger") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        leave_type_id: Uuid,
        year: i32,
        kind: String,
        half_days: i32,
        date: Date,
        note: Option<String>,
        request_id: Option<Uuid>,
        by_id: Option<Uuid>,
        created_at: DateTimeUtc,
        opening_number: Option<i32>,
    }
}

row! {
    HOLDER_COLUMNS, holder("users") -> LeaveHolder {
        user: "u.id",
        joining_date: "u.joining_date",
        manager: "u.manager_id",
    }
}

type SumOf = OfAccount<LedgerRow>;
type UseOf = OfAccount<LeaveUse>;
type OpeningOf = OfAccount<EnteredOpening>;

row! {
    SUM_COLUMNS, sum("leave_ledger") -> LedgerRow {
        year: "l.year",
        kind: "l.kind",
        days: "CAST(sum(l.half_days) AS integer)",
        date: "l.date",
    }
}

row! {
    SUMS_COLUMNS, sums("leave_ledger") -> SumOf {
        user: "l.user_id",
        leave_type: "l.leave_type_id",
        what: [SUM_COLUMNS => sum],
    }
}

row! {
    USE_COLUMNS, used("leave_requests") -> LeaveUse {
        date: "max(h.date)",
        days: "CAST(count(*) AS integer)",
        status: "r.status",
    }
}

row! {
    USES_COLUMNS, uses("leave_requests") -> UseOf {
        user: "h.user_id",
        leave_type: "r.leave_type_id",
        what: [USE_COLUMNS => used],
    }
}

row! {
    ROW_COLUMNS, ledger_row_itself("leave_ledger") -> LedgerRow {
        year: "l.year",
        kind: "l.kind",
        days: "l.half_days",
        date: "l.date",
    }
}

row! {
    VIEW_COLUMNS, view("leave_ledger") -> LedgerRowView {
        id: "l.id",
        leave_type: "l.leave_type_id",
        type_name: "y.name",
        row: [ROW_COLUMNS => ledger_row_itself],
        note: "l.note",
        request: "l.request_id",
        by: ["u.first_name, u.last_name" => Columns::maybe_name],
        created_at: "l.created_at",
    }
}

row! {
    OPENING_COLUMNS, opening("leave_ledger") -> Opening {
        year: "l.year",
        days: "l.half_days",
        note: "l.note",
    }
}

row! {
    ENTERED_COLUMNS, entered("leave_ledger") -> EnteredOpening {
        number: "l.opening_number",
        opening: [OPENING_COLUMNS => opening],
    }
}

row! {
    OPENINGS_COLUMNS, opening_of("leave_ledger") -> OpeningOf {
        user: "l.user_id",
        leave_type: "l.leave_type_id",
        what: [ENTERED_COLUMNS => entered],
    }
}

/// By hand, because it joins; ids count up with the time.
pub(crate) const LEDGER: &str = concat!(
    "SELECT ",
    VIEW_COLUMNS,
    " FROM leave_ledger l JOIN leave_types y ON y.id = l.leave_type_id LEFT JOIN users u ON u.id = l.by_id \
     WHERE l.user_id = $1 AND l.year = $2 AND ($3 IS NULL OR l.leave_type_id = $3) ORDER BY l.date, l.id"
);

const IS_HOLDER: &str = "u.role = 'Employee' AND u.is_active";
/// The same, of people who are found by their ids: SQLite would go along all Employees.
const IS_ONE: &str = "NOT u.role <> 'Employee' AND u.is_active";

/// In the order of ids, which begin after the nil one; locked like by [`lock_people`].
pub(crate) fn lock_next_holders(backend: DbBackend) -> String {
    let lock = sql::lock(backend, LOCK);
    format!("SELECT {HOLDER_COLUMNS} FROM users u WHERE u.id > $1 AND {IS_ONE} ORDER BY u.id LIMIT $2{lock}")
}

pub(crate) fn holders(backend: DbBackend) -> String {
    format!("SELECT {HOLDER_COLUMNS} FROM users u WHERE {} AND {IS_ONE} ORDER BY u.id", sql::among(backend, "u.id", 1))
}

const EVERYBODY: &str = concat!(
    "SELECT ",
    PERSON_COLUMNS,
    ", u.department FROM users u WHERE ",
    IS_HOLDER,
    " ORDER BY u.sort_name, u.employee_number"
);

/// PostgreSQL locks rows in the order of the result.
const LOCK: &str = " FOR NO KEY UPDATE";

pub(crate) fn lock_people(backend: DbBackend) -> String {
    let lock = sql::lock(backend, LOCK);
    format!("SELECT u.id FROM users u WHERE {} ORDER BY u.id{lock}", sql::among(backend, "u.id", 1))
}

/// The condition on the people in `column`, with its parameter where it has one.
fn is_of(backend: DbBackend, column: &str, whose: Whose<'_>) -> Bound {
    match whose {
        Whose::People(people) => {
            (sql::among(backend, column, 1), vec![sql::ids(backend, people.iter().map(|person| person.uuid()))])
        }
        Whose::ActiveEmployees => (format!("{column} IN (SELECT u.id FROM users u WHERE {IS_HOLDER})"), Vec::new()),
    }
}

/// Whose leave a statement is about.
#[derive(Clone, Copy)]
pub(crate) enum Whose<'a> {
    People(&'a [UserId]),
    ActiveEmployees,
}

impl<'a> Whose<'a> {
    fn of(whose: &'a LeaveOf) -> Self {
        match whose {
            LeaveOf::Person(user) => Self::People(std::slice::from_ref(user)),
            LeaveOf::ActiveEmployees => Self::ActiveEmployees,
        }
    }
}

/// The sums of the rows, of one year or of all. Only these rows are grouped: of everybody there are too many to be read one by one.
pub(crate) fn rows_statement(backend: DbBackend, whose: Whose<'_>, year: Option<i32>) -> Bound {
    let (is_of, mut values) = is_of(backend, "l.user_id", whose);
    let in_year = year.map_or_else(String::new, |year| {
        values.push(year.into());
        format!(" AND l.year = ${}", values.len())
    });
    let statement = format!(
        "SELECT {SUMS_COLUMNS} FROM leave_ledger l WHERE {is_of}{in_year} \
         GROUP BY l.user_id, l.leave_type_id, l.year, l.kind, l.date"
    );
    (statement, values)
}

/// The sums of what counts, likewise. A month is put together, because days lapse with the end of one.
pub(crate) fn uses_statement(backend: DbBackend, whose: Whose<'_>, year: Option<i32>, today: NaiveDate) -> Bound {
    let (is_of, mut values) = is_of(backend, "h.user_id", whose);
    let mut bind = |value: Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let today = bind(today.into());
    let first = |year| NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or(NaiveDate::MAX);
    let in_year = year.map_or_else(String::new, |year| {
        let (from, before) = (bind(first(year).into()), bind(first(year.saturating_add(1)).into()));
        format!(" AND h.date >= {from} AND h.date < {before}")
    });
    let month = if backend == DbBackend::Postgres { "date_trunc('month', h.date)" } else { "substr(h.date, 1, 7)" };
    let statement = format!(
        "SELECT {USES_COLUMNS} FROM leave_halves h JOIN leave_requests r ON r.id = h.request_id \
         WHERE {is_of} AND h.counts{in_year} \
         GROUP BY h.user_id, r.leave_type_id, r.status, {month}, h.date <= {today}"
    );
    (statement, values)
}

/// The opening balances of people that no row has taken back.
pub(crate) fn openings_statement(backend: DbBackend, people: &[UserId]) -> Bound {
    let (is_of, values) = is_of(backend, "l.user_id", Whose::People(people));
    let statement = format!(
        "SELECT {OPENINGS_COLUMNS} FROM leave_ledger l WHERE {is_of} AND l.opening_number > 0 \
         AND NOT EXISTS (SELECT 1 FROM leave_ledger b WHERE b.user_id = l.user_id \
           AND b.leave_type_id = l.leave_type_id AND b.year = l.year AND b.opening_number = -l.opening_number)"
    );
    (statement, values)
}

/// A statement has at most some ten thousand parameters.
const ROWS_TOGETHER: usize = 500;

fn of_row(new: &NewLedgerRow) -> ActiveModel {
    ActiveModel {
        id: Set(new.id.uuid()),
        user_id: Set(new.user.uuid()),
        leave_type_id: Set(new.leave_type.uuid()),
        year: Set(new.row.year),
        kind: Set(new.row.kind.name().to_owned()),
        half_days: Set(new.row.days.half_days()),
        date: Set(new.row.date),
        note: Set(new.note.clone()),
        request_id: Set(new.request.map(LeaveRequestId::uuid)),
        by_id: Set(new.by.map(UserId::uuid)),
        created_at: Set(new.created_at),
        opening_number: Set(new.opening_number),
    }
}

#[async_trait]
impl LeaveLedgerRepository for Unit {
    async fn lock_people(&self, people: &[UserId]) -> Result<()> {
        let backend = self.backend();
        let values = vec![sql::ids(backend, people.iter().map(|person| person.uuid()))];
        self.change(lock_people(backend), values).await?;
        Ok(())
    }

    async fn holders(&self, people: &[UserId]) -> Result<Vec<LeaveHolder>> {
        let backend = self.backend();
        let values = vec![sql::ids(backend, people.iter().map(|person| person.uuid()))];
        self.all(holders(backend), values, holder).await
    }

    async fn lock_next_holders(&self, after: Option<UserId>, limit: u32) -> Result<Vec<LeaveHolder>> {
        let after = after.map_or(Uuid::nil(), UserId::uuid);
        let values = vec![after.into(), i64::from(limit).into()];
        self.all(lock_next_holders(self.backend()), values, holder).await
    }

    async fn append(&self, rows: &[NewLedgerRow]) -> Result<()> {
        let rows: Vec<ActiveModel> = rows.iter().map(of_row).collect();
        self.run(move |connection| async move {
            for rows in rows.chunks(ROWS_TOGETHER) {
                Entity::insert_many(rows.to_vec()).exec_without_returning(&*connection).await?;
            }
            Ok(())
        })
        .await
    }

    async fn rows(&self, people: &[UserId]) -> Result<Vec<OfAccount<LedgerRow>>> {
        let (statement, values) = rows_statement(self.backend(), Whose::People(people), None);
        self.all(statement, values, sums).await
    }

    async fn uses(&self, people: &[UserId], today: NaiveDate) -> Result<Vec<OfAccount<LeaveUse>>> {
        let (statement, values) = uses_statement(self.backend(), Whose::People(people), None, today);
        self.all(statement, values, uses).await
    }

    async fn openings(&self, people: &[UserId]) -> Result<Vec<OfAccount<EnteredOpening>>> {
        let (statement, values) = openings_statement(self.backend(), people);
        self.all(statement, values, opening_of).await
    }
}

#[async_trait]
impl LeaveLedgerReads for Database {
    async fn ledger(&self, user: UserId, year: i32, leave_type: Option<LeaveTypeId>) -> Result<Vec<LedgerRowView>> {
        let leave_type = leave_type.map(LeaveTypeId::uuid);
        self.all(LEDGER, vec![user.uuid().into(), year.into(), leave_type.into()], view).await
    }

    async fn rows_in(&self, whose: LeaveOf, year: i32) -> Result<Vec<OfAccount<LedgerRow>>> {
        let (statement, values) = rows_statement(self.backend(), Whose::of(&whose), Some(year));
        self.all(statement, values, sums).await
    }

    async fn uses_in(&self, whose: LeaveOf, year: i32, today: NaiveDate) -> Result<Vec<OfAccount<LeaveUse>>> {
        let (statement, values) = uses_statement(self.backend(), Whose::of(&whose), Some(year), today);
        self.all(statement, values, uses).await
    }

    async fn openings_of(&self, people: &[UserId]) -> Result<Vec<OfAccount<EnteredOpening>>> {
        let (statement, values) = openings_statement(self.backend(), people);
        self.all(statement, values, opening_of).await
    }

    async fn everybody(&self) -> Result<Vec<(PersonName, Option<String>)>> {
        self.all(EVERYBODY, vec![], |columns| Ok((person(columns)?, columns.take()?))).await
    }
}
