//! Unlocks: the permission to fill one locked day once. A request for one is a row of the same table, and becomes the unlock where it
//! is approved. Who has made a row whose day it is has asked for it.

pub(crate) mod reads;

use application::ports::{
    DecidedRequest, ExpiredRequest, NewRequest, NewUnlock, Result, StoreError, StoredRequest, UnlockRepository,
    UnlockView,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::{TimesheetId, UnlockId, UserId};
use domain::unlock::RequestStatus;
use sea_orm::sea_query::LockType;
use sea_orm::{
    ColumnTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set, UpdateMany, Value,
};

use self::unlock::{ActiveModel, Column, Entity, Model};
use crate::entity::entity;
use crate::row::{from_column, ids, restore, row};
use crate::sql::{self, Bound};
use crate::unit::Unit;

ids!(UnlockId);

from_column! {
    RequestStatus: String => |name| Self::named(&name),
}

entity! {
    /// The permission to fill one locked day once, or the request for it.
    unlock("unlocks") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        date: Date,
        #[sea_orm(column_type = "Text")]
        reason: String,
        created_by: Uuid,
        created_at: DateTimeUtc,
        used_at: Option<DateTimeUtc>,
        on_behalf_of: Option<Uuid>,
        status: String,
        decided_by: Option<Uuid>,
        decided_at: Option<DateTimeUtc>,
        #[sea_orm(column_type = "Text", nullable)]
        decision_comment: Option<String>,
    }
}

row! {
    EXPIRED_COLUMNS, expired("unlocks") -> ExpiredRequest {
        id: "id",
        user: "user_id",
        manager: "(SELECT u.manager_id FROM users u WHERE u.id = user_id)",
        date: "date",
        reason: "reason",
    }
}

/// That an unlock `k` opens its day: it is no request, and not used up. Every statement says it like this, as the index does.
macro_rules! is_open {
    ($k:literal) => {
        concat!($k, ".used_at IS NULL AND ", $k, ".status = 'approved'")
    };
}
pub(crate) use is_open;

fn of_status(status: RequestStatus) -> sea_orm::sea_query::SimpleExpr {
    Column::Status.eq(status.name())
}

pub(crate) fn open(user: UserId, date: NaiveDate) -> Select<Entity> {
    let open = Entity::find().filter(Column::UserId.eq(user.uuid())).filter(Column::Date.eq(date));
    let open = open.filter(Column::UsedAt.is_null()).filter(of_status(RequestStatus::Approved));
    open.lock(LockType::Update)
}

pub(crate) fn use_up(unlock: UnlockId, at: Instant) -> UpdateMany<Entity> {
    let row = ActiveModel { used_at: Set(Some(at)), ..ActiveModel::default() };
    Entity::update_many().set(row).filter(Column::Id.eq(unlock.uuid())).filter(Column::UsedAt.is_null())
}

/// By hand, because the days come from the entries whose ids are `$1`, see [`sql::among`].
pub(crate) fn end_those_of(backend: DbBackend) -> String {
    format!(
        "UPDATE unlocks SET used_at = $2 FROM timesheets t \
         WHERE {} AND unlocks.user_id = t.user_id AND unlocks.date = t.date AND {}",
        sql::among(backend, "t.id", 1),
        is_open!("unlocks")
    )
}

pub(crate) fn undecided(user: UserId) -> Select<Entity> {
    let undecided = Entity::find().filter(Column::UserId.eq(user.uuid())).filter(of_status(RequestStatus::Pending));
    undecided.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id).lock(LockType::Update)
}

pub(crate) fn decide(decided: &DecidedRequest, status: RequestStatus) -> UpdateMany<Entity> {
    let row = ActiveModel {
        status: Set(status.name().to_owned()),
        decided_by: Set(Some(decided.by().uuid())),
        on_behalf_of: Set(decided.on_behalf_of().map(UserId::uuid)),
        decided_at: Set(Some(decided.at)),
        decision_comment: Set(decided.comment.clone()),
        ..ActiveModel::default()
    };
    let update = Entity::update_many().set(row).filter(Column::Id.eq(decided.request.id.uuid()));
    update.filter(of_status(RequestStatus::Pending))
}

/// By hand for `RETURNING`. Several that expire requests at once lock them in one order. Who had to wait for one looks at it anew, and
/// leaves it where it is decided or expired by then.
pub(crate) fn expire_statement(backend: DbBackend, before: Instant, user: Option<UserId>, limit: u32) -> Bound {
    let mut values: Vec<Value> = vec![before.into(), i64::from(limit).into()];
    let of_user = if let Some(user) = user {
        values.push(user.uuid().into());
        " AND k.user_id = $3"
    } else {
        ""
    };
    let lock = sql::lock(backend, " FOR UPDATE");
    let statement = format!(
        "UPDATE unlocks SET status = 'expired' FROM (SELECT k.id AS waiting_id FROM unlocks k \
         WHERE k.status = 'pending' AND k.created_at < $1{of_user} ORDER BY k.created_at, k.id LIMIT $2{lock}) AS waiting \
         WHERE id = waiting_id AND status = 'pending' RETURNING {EXPIRED_COLUMNS}"
    );
    (statement, values)
}

fn request(row: Model) -> NewRequest {
    NewRequest {
        id: UnlockId::new(row.id),
        user: UserId::new(row.user_id),
        date: row.date,
        reason: row.reason,
        created_at: row.created_at,
    }
}

/// A row as it is made, by the person whose day it is about unless somebody has decided already.
fn made(request: &NewRequest) -> ActiveModel {
    ActiveModel {
        id: Set(request.id.uuid()),
        user_id: Set(request.user.uuid()),
        date: Set(request.date),
        reason: Set(request.reason.clone()),
        created_by: Set(request.user.uuid()),
        created_at: Set(request.created_at),
        used_at: Set(None),
        on_behalf_of: Set(None),
        status: Set(RequestStatus::Pending.name().to_owned()),
        decided_by: Set(None),
        decided_at: Set(None),
        decision_comment: Set(None),
    }
}

#[async_trait]
impl UnlockRepository for Unit {
    async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>> {
        // Of two submissions at once the later one waits here, and then finds the unlock used up.
        self.run(move |connection| async move {
            Ok(open(user, date).one(&*connection).await?.map(|unlock| UnlockId::new(unlock.id)))
        })
        .await
    }

    async fn insert(&self, unlock: &NewUnlock) -> Result<()> {
        let NewUnlock { id, date, ref reason, created_at, .. } = *unlock;
        let request = NewRequest { id, user: unlock.user(), date, reason: reason.clone(), created_at };
        self.insert_row(Entity::insert(ActiveModel {
            created_by: Set(unlock.created_by().uuid()),
            on_behalf_of: Set(unlock.on_behalf_of().map(UserId::uuid)),
            status: Set(RequestStatus::Approved.name().to_owned()),
            decided_by: Set(Some(unlock.created_by().uuid())),
            decided_at: Set(Some(created_at)),
            ..made(&request)
        }))
        .await
    }

    async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<()> {
        self.update_row(use_up(unlock, at)).await
    }

    async fn end_those_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32> {
        let backend = self.backend();
        let values = vec![sql::ids(backend, entries.iter().map(|id| id.uuid())), at.into()];
        let ended = self.change(end_those_of(backend), values).await?;
        Ok(u32::try_from(ended).unwrap_or(u32::MAX))
    }

    async fn owner(&self, id: UnlockId) -> Result<Option<UserId>> {
        self.run(move |connection| async move {
            let row = Entity::find_by_id(id.uuid()).one(&*connection).await?;
            Ok(row.map(|row| UserId::new(row.user_id)))
        })
        .await
    }

    async fn for_decision(&self, id: UnlockId) -> Result<Option<StoredRequest>> {
        self.run(move |connection| async move {
            let row = Entity::find_by_id(id.uuid()).lock(LockType::Update).one(&*connection).await?;
            let stored = |row: Model| {
                let status = restore(row.status.clone(), "unlocks", "status", row.id)?;
                Ok::<_, StoreError>(StoredRequest { made: request(row), status })
            };
            Ok(row.map(stored).transpose()?)
        })
        .await
    }

    async fn undecided(&self, user: UserId) -> Result<Vec<NewRequest>> {
        self.run(move |connection| async move {
            Ok(undecided(user).all(&*connection).await?.into_iter().map(request).collect())
        })
        .await
    }

    async fn ask(&self, request: &NewRequest) -> Result<()> {
        self.insert_row(Entity::insert(made(request))).await
    }

    async fn approve(&self, decided: &DecidedRequest) -> Result<()> {
        self.update_row(decide(decided, RequestStatus::Approved)).await
    }

    async fn decline(&self, decided: &DecidedRequest) -> Result<()> {
        self.update_row(decide(decided, RequestStatus::Declined)).await
    }

    async fn expire(&self, before: Instant, user: Option<UserId>, limit: u32) -> Result<Vec<ExpiredRequest>> {
        let (statement, values) = expire_statement(self.backend(), before, user, limit);
        self.all(statement, values, expired).await
    }

    async fn view(&self, id: UnlockId) -> Result<Option<UnlockView>> {
        self.first(reads::ONE, vec![id.uuid().into()], reads::view).await
    }
}
