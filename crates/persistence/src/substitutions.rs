//! Substitutions. Who names one has locked the manager, so that no two share a day.

use application::ports::{
    PartOf, Party, Result, StoodInFor, StoreError, Substitution, SubstitutionReads, SubstitutionRepository,
    SubstitutionView,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::access::Scope;
use domain::id::{SubstitutionId, UserId};
use domain::person::FullName;
use domain::substitution::{Days, SubstitutionStatus};
use sea_orm::{DbBackend, Value};
use uuid::Uuid;

use crate::database::Database;
use crate::fault::Failure;
use crate::row::{Columns, ids, row};
use crate::sql::{self, Bound};
use crate::unit::Unit;

ids!(SubstitutionId);

/// That the substitution `$x` runs on the day `$day`.
macro_rules! runs {
    ($x:literal, $day:literal) => {
        concat!($x, ".ended_at IS NULL AND ", $x, ".first_day <= ", $day, " AND ", $x, ".last_day >= ", $day)
    };
}
pub(crate) use runs;

row! {
    DAYS_COLUMNS, days("substitutions") -> Days {
        from: "x.first_day",
        to: "x.last_day",
    }
}

row! {
    COLUMNS, read("substitutions") -> Substitution {
        id: "x.id",
        manager: "x.manager_id",
        substitute: "x.substitute_id",
        days: [DAYS_COLUMNS => days],
        reason: "x.reason",
        created_by: "x.created_by",
        created_at: "x.created_at",
        ended_at: "x.ended_at",
    }
}

fn party(columns: &mut Columns<'_>) -> Result<Party, Failure> {
    let place = columns.place("users");
    Ok(Party { id: columns.column(&place, "id")?, name: columns.name()?, role: columns.column(&place, "role")? })
}

row! {
    VIEW_COLUMNS, view("substitutions") -> SubstitutionView {
        id: "x.id",
        manager: ["m.id, m.first_name, m.last_name, m.role" => party],
        substitute: ["d.id, d.first_name, d.last_name, d.role" => party],
        days: [DAYS_COLUMNS => days],
        reason: "x.reason",
        created_at: "x.created_at",
        created_by: ["c.id, c.first_name, c.last_name, c.role" => party],
        ended_at: "x.ended_at",
        ended_by: ["e.id, e.first_name, e.last_name, e.role" => ender],
    }
}

fn ender(columns: &mut Columns<'_>) -> Result<Option<Party>, Failure> {
    let place = columns.place("users");
    let id: Option<UserId> = columns.column(&place, "id")?;
    let name: Option<FullName> = columns.maybe_name()?;
    let role = columns.column(&place, "role")?;
    Ok(id.zip(name).zip(role).map(|((id, name), role)| Party { id, name, role }))
}

const VIEWS: &str = concat!(
    "SELECT ",
    VIEW_COLUMNS,
    " FROM substitutions x JOIN users m ON m.id = x.manager_id JOIN users d ON d.id = x.substitute_id \
     JOIN users c ON c.id = x.created_by LEFT JOIN users e ON e.id = x.ended_by"
);

pub(crate) const ONE: &str = concat!(VIEWS, " WHERE x.id = $1");

pub(crate) const FOR_CHANGE: &str = concat!("SELECT ", COLUMNS, " FROM substitutions x WHERE x.id = $1");

pub(crate) const DAYS_OF: &str = concat!(
    "SELECT ",
    DAYS_COLUMNS,
    " FROM substitutions x WHERE x.manager_id = $1 AND x.last_day >= $2 AND x.ended_at IS NULL"
);

pub(crate) const STOOD_IN_FOR: &str = concat!(
    "SELECT m.id, m.first_name, m.last_name, x.last_day FROM substitutions x JOIN users m ON m.id = x.manager_id \
     WHERE x.substitute_id = $1 AND ",
    runs!("x", "$2"),
    " ORDER BY m.sort_name, m.employee_number"
);

const INSERT: &str = "\
    INSERT INTO substitutions (id, manager_id, substitute_id, first_day, last_day, reason, created_by, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

const END: &str = "UPDATE substitutions SET ended_at = $2, ended_by = $3 WHERE id = $1 AND ended_at IS NULL";

/// Those whose last day is not over, of the person `$1` in one part or in both, locked in the order of their ids.
pub(crate) fn open_of(backend: DbBackend, part: PartOf) -> String {
    let theirs = match part {
        PartOf::Any => "(x.manager_id = $1 OR x.substitute_id = $1)",
        PartOf::Manager => "x.manager_id = $1",
        PartOf::Substitute => "x.substitute_id = $1",
    };
    let lock = sql::lock(backend, " FOR UPDATE");
    let select =
        concat!("SELECT ", COLUMNS, " FROM substitutions x WHERE x.ended_at IS NULL AND x.last_day >= $2 AND ");
    format!("{select}{theirs} ORDER BY x.id{lock}")
}

/// The condition of a list, with its parameters: `$1` is today.
fn listed(scope: &Scope, status: Option<SubstitutionStatus>, today: NaiveDate) -> Bound {
    let mut values: Vec<Value> = vec![today.into()];
    let mut condition = match status {
        None => "($1 = $1)".to_owned(),
        Some(SubstitutionStatus::Running) => runs!("x", "$1").to_owned(),
        Some(SubstitutionStatus::Planned) => "x.ended_at IS NULL AND x.first_day > $1".to_owned(),
        Some(SubstitutionStatus::Over) => "x.ended_at IS NULL AND x.last_day < $1".to_owned(),
        Some(SubstitutionStatus::Ended) => "x.ended_at IS NOT NULL AND $1 = $1".to_owned(),
    };
    match scope {
        Scope::Own(user) => {
            values.push(user.uuid().into());
            condition.push_str(" AND (x.manager_id = $2 OR x.substitute_id = $2)");
        }
        // Nobody's list is that of a team.
        Scope::Team(_) => condition.push_str(" AND FALSE"),
        Scope::Everyone => {}
    }
    (condition, values)
}

#[async_trait]
impl SubstitutionRepository for Unit {
    async fn days_of(&self, manager: UserId, today: NaiveDate) -> Result<Vec<Days>> {
        self.all(DAYS_OF, vec![manager.uuid().into(), today.into()], days).await
    }

    async fn insert(&self, substitution: &Substitution) -> Result<()> {
        let Substitution { id, manager, substitute, days, ref reason, created_by, created_at, .. } = *substitution;
        let values = vec![
            id.uuid().into(),
            manager.uuid().into(),
            substitute.uuid().into(),
            days.from.into(),
            days.to.into(),
            reason.clone().into(),
            created_by.uuid().into(),
            created_at.into(),
        ];
        self.change(INSERT, values).await?;
        Ok(())
    }

    async fn for_change(&self, id: SubstitutionId) -> Result<Option<Substitution>> {
        let lock = sql::lock(self.backend(), " FOR UPDATE");
        self.first(format!("{FOR_CHANGE}{lock}"), vec![id.uuid().into()], read).await
    }

    async fn end(&self, id: SubstitutionId, by: UserId, at: Instant) -> Result<()> {
        match self.change(END, vec![id.uuid().into(), at.into(), by.uuid().into()]).await? {
            1 => Ok(()),
            _ => Err(StoreError::Stale),
        }
    }

    async fn end_those_of(
        &self,
        user: UserId,
        part: PartOf,
        today: NaiveDate,
        at: Instant,
    ) -> Result<Vec<Substitution>> {
        let open = open_of(self.backend(), part);
        let found = self.all(open, vec![user.uuid().into(), today.into()], read).await?;
        for substitution in &found {
            self.change(END, vec![substitution.id.uuid().into(), at.into(), None::<Uuid>.into()]).await?;
        }
        Ok(found)
    }
}

#[async_trait]
impl SubstitutionReads for Database {
    async fn substitutions(
        &self,
        scope: &Scope,
        status: Option<SubstitutionStatus>,
        today: NaiveDate,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<SubstitutionView>, u32)> {
        let (condition, values) = listed(scope, status, today);
        let count = format!("SELECT count(*) FROM substitutions x WHERE {condition}");
        let total = self.first(count, values.clone(), |columns| Ok(columns.count()?)).await?.unwrap_or_default();
        let mut bound = values;
        bound
            .extend([Value::from(i64::from(limit)), Value::from(i64::from(page.saturating_sub(1)) * i64::from(limit))]);
        let order = concat!(
            "CASE WHEN ",
            runs!("x", "$1"),
            " THEN 0 WHEN x.ended_at IS NULL AND x.first_day > $1 THEN 1 ELSE 2 END, x.first_day DESC, x.id DESC"
        );
        let (limit, offset) = (bound.len() - 1, bound.len());
        let page = format!("{VIEWS} WHERE {condition} ORDER BY {order} LIMIT ${limit} OFFSET ${offset}");
        Ok((self.all(page, bound, view).await?, total))
    }

    async fn substitution(&self, id: SubstitutionId) -> Result<Option<SubstitutionView>> {
        self.first(ONE, vec![id.uuid().into()], view).await
    }

    async fn stood_in_for(&self, substitute: UserId, today: NaiveDate) -> Result<Vec<StoodInFor>> {
        let read = |columns: &mut Columns<'_>| {
            let place = columns.place("substitutions");
            Ok(StoodInFor {
                manager: columns.column(&place, "id")?,
                name: columns.name()?,
                to: columns.column(&place, "last_day")?,
            })
        };
        self.all(STOOD_IN_FOR, vec![substitute.uuid().into(), today.into()], read).await
    }
}
