//! Reading unlocks and requests for them.

use application::ports::{DecisionView, RequestView, Result, UndecidedRequest, UnlockReads, UnlockView};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::access::Scope;
use domain::id::{UnlockId, UserId};
use domain::person::Role;
use sea_orm::{DbBackend, Value};

use crate::database::Database;
use crate::fault::Failure;
use crate::months::in_closed_month;
use crate::row::{Columns, row};
use crate::scope::in_scope;
use crate::sql::{self, Bound};

row! {
    VIEW_COLUMNS, view("unlocks") -> UnlockView {
        id: "k.id",
        date: "k.date",
        reason: "k.reason",
        status: "k.status",
        is_asked: "k.created_by = k.user_id",
        is_used: "k.used_at IS NOT NULL",
        created_at: "k.created_at",
        creator: ["c.first_name, c.last_name" => Columns::name],
        creator_role: "c.role",
        decision: ["k.decided_at, d.first_name, d.last_name, d.role, b.first_name, b.last_name" => decision],
        comment: "k.decision_comment",
        entry: "t.status",
        is_closed: (in_closed_month!("k.date")),
    }
}

fn decision(columns: &mut Columns<'_>) -> Result<Option<DecisionView>, Failure> {
    let place = columns.place("unlocks");
    let at: Option<Instant> = columns.column(&place, "k.decided_at")?;
    let by = columns.maybe_name()?;
    let role: Option<Role> = columns.column(&place, "d.role")?;
    let on_behalf_of = columns.maybe_name()?;
    Ok(at.zip(by).zip(role).map(|((at, by), role)| DecisionView { at, by, role, on_behalf_of }))
}

row! {
    UNDECIDED_COLUMNS, undecided("unlocks") -> UndecidedRequest {
        id: "k.id",
        date: "k.date",
        created_at: "k.created_at",
        entry: "t.status",
        is_closed: (in_closed_month!("k.date")),
        person: [crate::people::EMPLOYMENT_COLUMNS => crate::people::employment],
    }
}

row! {
    REQUEST_COLUMNS, request("unlocks") -> RequestView {
        request: [VIEW_COLUMNS => view],
        employee: [crate::people::PERSON_COLUMNS => crate::people::person],
        manager: ["m.id, m.first_name, m.last_name" => Columns::maybe_named],
    }
}

/// Who made a row `k`, who decided, for whom they stood in, and how the entry of the day stands.
const PEOPLE: &str = "\
     JOIN users c ON c.id = k.created_by LEFT JOIN users d ON d.id = k.decided_by LEFT JOIN users b ON b.id = k.on_behalf_of \
     LEFT JOIN timesheets t ON t.user_id = k.user_id AND t.date = k.date ";

pub(crate) const ONE: &str = concat!("SELECT ", VIEW_COLUMNS, " FROM unlocks k ", PEOPLE, "WHERE k.id = $1");

pub(crate) const OF_PERSON: &str = concat!(
    "SELECT ",
    VIEW_COLUMNS,
    " FROM unlocks k ",
    PEOPLE,
    "WHERE k.user_id = $1 ORDER BY k.created_at DESC, k.id DESC LIMIT $2"
);

pub(crate) const UNDECIDED_OF: &str = concat!(
    "SELECT ",
    VIEW_COLUMNS,
    " FROM unlocks k ",
    PEOPLE,
    "WHERE k.user_id = $1 AND k.status = 'pending' ORDER BY k.date"
);

/// By hand, because it joins what judges a request, and leaves out its words.
pub(crate) fn undecided_statement(scope: &Scope, since: Instant, today: NaiveDate) -> Bound {
    let mut values: Vec<Value> = vec![since.into(), today.into()];
    let in_scope = in_scope(scope, &mut values);
    let statement = format!(
        "SELECT {UNDECIDED_COLUMNS} FROM unlocks k JOIN users u ON u.id = k.user_id LEFT JOIN users m ON m.id = u.manager_id \
         LEFT JOIN timesheets t ON t.user_id = k.user_id AND t.date = k.date \
         WHERE k.status = 'pending' AND k.created_at >= $1 AND NOT u.is_blocked{in_scope} ORDER BY k.created_at, k.id"
    );
    (statement, values)
}

/// By hand for [`sql::among`].
pub(crate) fn requests_statement(backend: DbBackend) -> String {
    let among = sql::among(backend, "k.id", 1);
    format!(
        "SELECT {REQUEST_COLUMNS} FROM unlocks k {PEOPLE}JOIN users u ON u.id = k.user_id \
         LEFT JOIN users m ON m.id = u.manager_id WHERE {among} ORDER BY k.created_at, k.id"
    )
}

#[async_trait]
impl UnlockReads for Database {
    async fn of_person(&self, user: UserId, limit: u32) -> Result<Vec<UnlockView>> {
        self.all(OF_PERSON, vec![user.uuid().into(), i64::from(limit).into()], view).await
    }

    async fn undecided_of(&self, user: UserId) -> Result<Vec<UnlockView>> {
        self.all(UNDECIDED_OF, vec![user.uuid().into()], view).await
    }

    async fn undecided(&self, scope: Scope, since: Instant, today: NaiveDate) -> Result<Vec<UndecidedRequest>> {
        let (statement, values) = undecided_statement(&scope, since, today);
        let mut found = self.all(statement, values, undecided).await?;
        // Not asked of the database: SQLite would go along all Employees instead of along the people of a team.
        found.retain(|request| request.person.is_in_service);
        Ok(found)
    }

    async fn requests(&self, ids: &[UnlockId]) -> Result<Vec<RequestView>> {
        let ids = sql::ids(self.backend(), ids.iter().map(|id| id.uuid()));
        self.all(requests_statement(self.backend()), vec![ids], request).await
    }
}
