//! Marks of absence: who recorded nothing on a day that is over. They stay, as a record of what was.

use application::ports::{AbsenceRepository, Result, UnmailedAbsences};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::work_patterns::Expected;
use sea_orm::{DbBackend, EntityTrait, Select, Value};

use crate::entity::entity;
use crate::fault::Failure;
use crate::leave_days::is_on_leave;
use crate::months::in_closed_month;
use crate::people::has_begun;
use crate::row::Columns;
use crate::sql::{self, Bound};
use crate::unit::Unit;
use crate::unlocks::is_open;

entity! {
    /// The mark of a day that is over and on which somebody recorded nothing.
    absence("absences") {
        #[sea_orm(primary_key, auto_increment = false)]
        user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        date: Date,
        marked_at: DateTimeUtc,
        mailed_on: Option<Date>,
    }
}

/// Employees `u` who could have recorded something.
const ACTING_EMPLOYEE: &str = "u.role = 'Employee' AND u.is_active AND NOT u.is_blocked";

/// The mark `a` of an Employee `u` who can still see to it: a day with an entry, with an unlock that is not used yet, that approved
/// leave covers whole, that was accepted as absent, or of a closed month, is not frozen any more.
pub(crate) const STILL_FROZEN: &str = concat!(
    ACTING_EMPLOYEE,
    " AND ",
    has_begun!("a.date"),
    " AND NOT EXISTS (SELECT 1 FROM timesheets t WHERE t.user_id = a.user_id AND t.date = a.date) \
      AND NOT EXISTS (SELECT 1 FROM unlocks k WHERE k.user_id = a.user_id AND k.date = a.date AND ",
    is_open!("k"),
    ") AND NOT EXISTS (SELECT 1 FROM accepted_days ad WHERE ad.user_id = a.user_id AND ad.date = a.date) AND NOT ",
    in_closed_month!("a.date"),
    " AND NOT ",
    is_on_leave!("a.user_id", "a.date")
);

pub(crate) fn marks(user: UserId, date: NaiveDate) -> Select<absence::Entity> {
    absence::Entity::find_by_id((user.uuid(), date))
}

const IS_OPEN: &str = is_open!("k");
const IS_ON_LEAVE: &str = is_on_leave!("u.id", "$1");
const HAS_BEGUN: &str = has_begun!("$1");

/// By hand, because it writes what it selects. Always in one order, so that two who mark the same people at once do not wait for each
/// other.
pub(crate) fn mark_statement(backend: DbBackend, expected: &Expected, mut values: Vec<Value>) -> Bound {
    let is_expected = sql::is_expected(backend, "u.id", expected, &mut values);
    let statement = format!(
        "INSERT INTO absences (user_id, date, marked_at) SELECT u.id, $1, $3 FROM users u \
         WHERE {ACTING_EMPLOYEE} AND {is_expected} \
         AND {HAS_BEGUN} AND u.created_at < $2 \
         AND NOT EXISTS (SELECT 1 FROM timesheets t WHERE t.user_id = u.id AND t.date = $1) \
         AND NOT EXISTS (SELECT 1 FROM unlocks k WHERE k.user_id = u.id AND k.date = $1 AND {IS_OPEN}) \
         AND NOT {IS_ON_LEAVE} \
         AND NOT EXISTS (SELECT 1 FROM absences a WHERE a.user_id = u.id AND a.date = $1) \
         ORDER BY u.id LIMIT $4 ON CONFLICT (user_id, date) DO NOTHING RETURNING user_id"
    );
    (statement, values)
}

/// By hand, because it writes what it selects: `count` days, each with the instant at which it ended, come after the first two
/// parameters.
pub(crate) fn mark_freed_statement(backend: DbBackend, count: usize) -> String {
    let (date, instant) = if backend == DbBackend::Postgres { ("::date", "::timestamptz") } else { ("", "") };
    let days: Vec<String> = (0..count).map(|n| format!("(${}{date}, ${}{instant})", 2 * n + 3, 2 * n + 4)).collect();
    format!(
        "WITH d (day, ended) AS (VALUES {}) INSERT INTO absences (user_id, date, marked_at) \
         SELECT u.id, d.day, $2 FROM users u CROSS JOIN d WHERE u.id = $1 AND {ACTING_EMPLOYEE} \
         AND {} AND u.created_at < d.ended \
         AND NOT EXISTS (SELECT 1 FROM timesheets t WHERE t.user_id = u.id AND t.date = d.day) \
         AND NOT EXISTS (SELECT 1 FROM unlocks k WHERE k.user_id = u.id AND k.date = d.day AND {IS_OPEN}) \
         AND NOT {} ON CONFLICT (user_id, date) DO NOTHING",
        days.join(", "),
        has_begun!("d.day"),
        is_on_leave!("u.id", "d.day")
    )
}

/// By hand, because it groups. Goes along the marks that no mail has named, person by person, until there are enough people.
pub(crate) fn unmailed_statement(backend: DbBackend) -> String {
    format!(
        "SELECT a.user_id, {} FROM absences a JOIN users u ON u.id = a.user_id \
         WHERE a.mailed_on IS NULL AND a.date >= $1 AND {} \
         AND NOT EXISTS (SELECT 1 FROM absences m WHERE m.user_id = a.user_id AND m.mailed_on > $2) \
         GROUP BY a.user_id ORDER BY a.user_id LIMIT $3",
        sql::gathered(backend, "a.date"),
        STILL_FROZEN
    )
}

fn unmailed(columns: &mut Columns<'_>) -> Result<UnmailedAbsences, Failure> {
    let user = UserId::new(columns.take()?);
    Ok(UnmailedAbsences { user, days: columns.days("absences", user)? })
}

/// By hand for [`sql::among`].
pub(crate) fn mailed_statement(backend: DbBackend) -> String {
    format!("UPDATE absences SET mailed_on = $2 WHERE {} AND mailed_on IS NULL", sql::among(backend, "user_id", 1))
}

#[async_trait]
impl AbsenceRepository for Unit {
    async fn is_marked(&self, user: UserId, date: NaiveDate) -> Result<bool> {
        self.run(move |connection| async move { Ok(marks(user, date).one(&*connection).await?.is_some()) }).await
    }

    async fn mark(
        &self,
        day: NaiveDate,
        expected: &Expected,
        created_before: Instant,
        at: Instant,
        limit: u32,
    ) -> Result<Vec<UserId>> {
        let values = vec![day.into(), created_before.into(), at.into(), i64::from(limit).into()];
        let (statement, values) = mark_statement(self.backend(), expected, values);
        self.all(statement, values, |columns| Ok(UserId::new(columns.take()?))).await
    }

    async fn mark_freed(&self, user: UserId, days: &[(NaiveDate, Instant)], at: Instant) -> Result<()> {
        let mut values: Vec<Value> = vec![user.uuid().into(), at.into()];
        values.extend(days.iter().flat_map(|(day, ended)| [Value::from(*day), Value::from(*ended)]));
        self.change(mark_freed_statement(self.backend(), days.len()), values).await?;
        Ok(())
    }

    async fn unmailed(&self, since: NaiveDate, mailed_by: NaiveDate, limit: u32) -> Result<Vec<UnmailedAbsences>> {
        let statement = unmailed_statement(self.backend());
        self.all(statement, vec![since.into(), mailed_by.into(), i64::from(limit).into()], unmailed).await
    }

    async fn mailed(&self, users: &[UserId], on: NaiveDate) -> Result<()> {
        let backend = self.backend();
        let values = vec![sql::ids(backend, users.iter().map(|id| id.uuid())), on.into()];
        self.change(mailed_statement(backend), values).await?;
        Ok(())
    }
}
