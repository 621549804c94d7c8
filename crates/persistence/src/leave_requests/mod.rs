//! Requests for leave. Who writes one has locked the person whose it is.

pub(crate) mod lists;
pub(crate) mod reads;

use application::ports::{LeaveRequestRepository, NewLeave, NewLeaveStep, Result, StoreError};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{LeaveRequestId, LeaveStepId, TimesheetId, UserId};
use domain::leave::{CountedHalf, DayPart, Half, HalfOfDay, LeaveDays, LeavePeriod, LeaveStatus, LeaveStep, total};
use sea_orm::{DbBackend, EntityTrait, Set};

use crate::entity::entity;
use crate::row::{from_column, ids, row};
use crate::sql;
use crate::unit::Unit;

ids!(LeaveStepId);

from_column! {
    LeaveStatus: String => |name| Self::named(&name),
    LeaveStep: String => |name| Self::named(&name),
    DayPart: String => |name| Self::named(&name),
    HalfOfDay: i32 => |place| usize::try_from(place).ok().and_then(|place| Self::ALL.get(place).copied()),
}

entity! {
    /// Leave that somebody asked for.
    leave_request("leave_requests") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        leave_type_id: Uuid,
        start_date: Date,
        start_part: String,
        end_date: Date,
        end_part: String,
        half_days: i32,
        #[sea_orm(column_type = "Text", nullable)]
        reason: Option<String>,
        status: String,
        asked_last_day: Option<Date>,
        created_at: DateTimeUtc,
        updated_at: DateTimeUtc,
    }
}

entity! {
    /// A half of a date of a live request.
    leave_half("leave_halves") {
        #[sea_orm(primary_key, auto_increment = false)]
        user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        date: Date,
        #[sea_orm(primary_key, auto_increment = false)]
        half: i32,
        request_id: Uuid,
        counts: bool,
    }
}

entity! {
    /// A step in the history of a request.
    leave_step("leave_steps") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        request_id: Uuid,
        at: DateTimeUtc,
        what: String,
        by_id: Option<Uuid>,
        on_behalf_of: Option<Uuid>,
        #[sea_orm(column_type = "Text", nullable)]
        comment: Option<String>,
    }
}

row! {
    HALF_COLUMNS, half("leave_halves") -> Half {
        date: "h.date",
        of_day: "h.half",
    }
}

row! {
    COUNTED_COLUMNS, counted("leave_halves") -> CountedHalf {
        half: [HALF_COLUMNS => half],
        counts: "h.counts",
    }
}

/// The halves of a request that is one of those in `$1`.
pub(crate) struct OfRequest {
    request: LeaveRequestId,
    half: CountedHalf,
}

row! {
    OF_REQUEST_COLUMNS, of_request("leave_halves") -> OfRequest {
        request: "h.request_id",
        half: [COUNTED_COLUMNS => counted],
    }
}

pub(crate) struct Owner {
    request: LeaveRequestId,
    user: UserId,
}

row! {
    OWNER_COLUMNS, owner("leave_requests") -> Owner {
        request: "r.id",
        user: "r.user_id",
    }
}

/// By hand for [`sql::among`].
pub(crate) fn owners(backend: DbBackend) -> String {
    format!("SELECT {OWNER_COLUMNS} FROM leave_requests r WHERE {}", sql::among(backend, "r.id", 1))
}

/// By hand for [`sql::among`].
pub(crate) fn halves(backend: DbBackend) -> String {
    let among = sql::among(backend, "h.request_id", 1);
    format!("SELECT {OF_REQUEST_COLUMNS} FROM leave_halves h WHERE {among} ORDER BY h.request_id, h.date, h.half")
}

/// By hand, because it counts. A half that counts of each half of the day: the date is covered whole.
pub(crate) fn first_covered(backend: DbBackend) -> String {
    let among = sql::among(backend, "t.id", 1);
    format!(
        "SELECT t.date FROM timesheets t WHERE {among} AND (SELECT count(*) FROM leave_halves h \
         WHERE h.user_id = t.user_id AND h.date = t.date AND h.counts) = 2 ORDER BY t.date LIMIT 1"
    )
}

/// By hand for [`sql::among`].
pub(crate) fn set_status(backend: DbBackend) -> String {
    let among = sql::among(backend, "id", 1);
    format!("UPDATE leave_requests SET status = $2, asked_last_day = $3, updated_at = $4 WHERE {among}")
}

/// By hand for [`sql::among`].
pub(crate) fn free(backend: DbBackend) -> String {
    format!("DELETE FROM leave_halves WHERE {}", sql::among(backend, "request_id", 1))
}

const SHORTEN: &str = "\
    UPDATE leave_requests SET end_date = $2, end_part = $3, half_days = $4, status = $5, asked_last_day = NULL, updated_at = $6 \
    WHERE id = $1";

const FREE_AFTER: &str = "DELETE FROM leave_halves WHERE request_id = $1 AND date > $2";

pub(crate) const fn place(half: HalfOfDay) -> i32 {
    match half {
        HalfOfDay::Morning => 0,
        HalfOfDay::Afternoon => 1,
    }
}

fn of_step(step: &NewLeaveStep) -> leave_step::ActiveModel {
    leave_step::ActiveModel {
        id: Set(step.id.uuid()),
        request_id: Set(step.request.uuid()),
        at: Set(step.at),
        what: Set(step.what.name().to_owned()),
        by_id: Set(step.by().map(UserId::uuid)),
        on_behalf_of: Set(step.on_behalf_of().map(UserId::uuid)),
        comment: Set(step.comment.clone()),
    }
}

#[async_trait]
impl LeaveRequestRepository for Unit {
    async fn owners(&self, ids: &[LeaveRequestId]) -> Result<Vec<(LeaveRequestId, UserId)>> {
        let backend = self.backend();
        let found = self.all(owners(backend), vec![sql::ids(backend, ids.iter().map(|id| id.uuid()))], owner).await?;
        Ok(found.into_iter().map(|Owner { request, user }| (request, user)).collect())
    }

    async fn halves(&self, ids: &[LeaveRequestId]) -> Result<Vec<(LeaveRequestId, CountedHalf)>> {
        let backend = self.backend();
        let ids = sql::ids(backend, ids.iter().map(|id| id.uuid()));
        let found = self.all(halves(backend), vec![ids], of_request).await?;
        Ok(found.into_iter().map(|OfRequest { request, half }| (request, half)).collect())
    }

    async fn first_covered(&self, entries: &[TimesheetId]) -> Result<Option<NaiveDate>> {
        let backend = self.backend();
        let ids = sql::ids(backend, entries.iter().map(|id| id.uuid()));
        self.first(first_covered(backend), vec![ids], |columns| Ok(columns.take()?)).await
    }

    async fn insert(&self, request: &NewLeave) -> Result<()> {
        let NewLeave { id, user, leave_type, period, ref halves, ref reason, status, created_at } = *request;
        let row = leave_request::ActiveModel {
            id: Set(id.uuid()),
            user_id: Set(user.uuid()),
            leave_type_id: Set(leave_type.uuid()),
            start_date: Set(period.start()),
            start_part: Set(period.start_part().name().to_owned()),
            end_date: Set(period.end()),
            end_part: Set(period.end_part().name().to_owned()),
            half_days: Set(total(halves).half_days()),
            reason: Set(reason.clone()),
            status: Set(status.name().to_owned()),
            asked_last_day: Set(None),
            created_at: Set(created_at),
            updated_at: Set(created_at),
        };
        let half = |counted: &CountedHalf| leave_half::ActiveModel {
            user_id: Set(user.uuid()),
            date: Set(counted.half.date),
            half: Set(place(counted.half.of_day)),
            request_id: Set(id.uuid()),
            counts: Set(counted.counts),
        };
        let halves: Vec<_> = halves.iter().map(half).collect();
        self.insert_row(leave_request::Entity::insert(row)).await?;
        self.run(move |connection| async move {
            leave_half::Entity::insert_many(halves).exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await
    }

    async fn set_status(
        &self,
        ids: &[LeaveRequestId],
        status: LeaveStatus,
        asked_last_day: Option<NaiveDate>,
        at: Instant,
    ) -> Result<()> {
        let backend = self.backend();
        let ids = sql::ids(backend, ids.iter().map(|id| id.uuid()));
        let values = vec![ids.clone(), status.name().into(), asked_last_day.into(), at.into()];
        self.change(set_status(backend), values).await?;
        if !status.is_live() {
            self.change(free(backend), vec![ids]).await?;
        }
        Ok(())
    }

    async fn shorten(
        &self,
        id: LeaveRequestId,
        period: LeavePeriod,
        days: LeaveDays,
        status: LeaveStatus,
        at: Instant,
    ) -> Result<()> {
        let (end, part) = (period.end(), period.end_part().name());
        let values =
            vec![id.uuid().into(), end.into(), part.into(), days.half_days().into(), status.name().into(), at.into()];
        if self.change(SHORTEN, values).await? != 1 {
            return Err(StoreError::Stale);
        }
        self.change(FREE_AFTER, vec![id.uuid().into(), end.into()]).await?;
        Ok(())
    }

    async fn add_steps(&self, steps: &[NewLeaveStep]) -> Result<()> {
        let steps: Vec<_> = steps.iter().map(of_step).collect();
        self.run(move |connection| async move {
            leave_step::Entity::insert_many(steps).exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await
    }
}
