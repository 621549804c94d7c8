//! What waits to be read: a manager's resubmissions and an employee's notices.

use application::ports::{
    Badge, InboxReads, InboxRepository, NewNotice, NewResubmission, NoticeView, ResubmissionView, StoreError,
};
use async_trait::async_trait;
use domain::Instant;
use domain::access::Leads;
use domain::id::{NoticeId, ResubmissionId, TimesheetId, UserId};
use sea_orm::{EntityTrait, Set};
use uuid::Uuid;

use crate::database::Database;
use crate::entities::{notice, resubmission};
use crate::people::Bound;
use crate::people::scope::in_teams;
use crate::sql::{self, Columns};
use crate::unit::Unit;

pub(crate) fn resubmissions(leads: &Leads, viewed_since: Instant) -> Bound {
    let mut values = vec![viewed_since.into()];
    let in_teams = in_teams(leads, &mut values);
    let statement = format!(
        "SELECT r.id, r.viewed_at IS NOT NULL, t.id, t.date, t.half_hours, t.description, \
           r.previous_half_hours, r.previous_description, r.original_comment, r.created_at, \
           u.id, u.employee_number, u.first_name, u.last_name \
         FROM users u JOIN resubmissions r ON r.user_id = u.id JOIN timesheets t ON t.id = r.timesheet_id \
         WHERE {in_teams} AND (r.viewed_at IS NULL OR r.viewed_at >= $1) ORDER BY r.created_at DESC, r.id DESC"
    );
    (statement, values)
}

pub(crate) const NOTICES: &str = "\
    SELECT id, kind, title, body, date, link, read_at IS NOT NULL, created_at \
    FROM notices WHERE user_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3";

const ALL_NOTICES: &str = "SELECT count(*) FROM notices WHERE user_id = $1";

pub(crate) const UNREAD_NOTICES: &str = "SELECT count(*) FROM notices WHERE user_id = $1 AND read_at IS NULL";

pub(crate) fn pending_resubmissions(leads: &Leads) -> Bound {
    let mut values = Vec::new();
    let in_teams = in_teams(leads, &mut values);
    let statement = format!(
        "SELECT count(*) FROM users u JOIN resubmissions r ON r.user_id = u.id WHERE {in_teams} AND r.viewed_at IS NULL"
    );
    (statement, values)
}

/// How many notices one statement writes: each takes nine parameters, of which a statement can have 32,766 on SQLite.
const NOTICES_TOGETHER: usize = 500;

impl Unit {
    /// Marks rows whose `key` is among `ids` and whose `mark` is not set yet, and says how many those were.
    async fn mark(&self, table: &str, mark: &str, key: &str, ids: Vec<Uuid>, at: Instant) -> Result<u32, StoreError> {
        let backend = self.transaction.backend();
        let among = sql::among(backend, key, 1);
        let statement = format!("UPDATE {table} SET {mark} = $2 WHERE {among} AND {mark} IS NULL");
        let values = vec![sql::ids(backend, ids), at.into()];
        self.transaction
            .run(move |connection| async move {
                let marked = sql::change(&*connection, &statement, values).await?;
                Ok(u32::try_from(marked).unwrap_or(u32::MAX))
            })
            .await
    }
}

#[async_trait]
impl InboxRepository for Unit {
    async fn notify_resubmission(&self, resubmission: &NewResubmission) -> Result<(), StoreError> {
        let row = resubmission::ActiveModel {
            id: Set(resubmission.id.uuid()),
            timesheet_id: Set(resubmission.timesheet.uuid()),
            version: Set(resubmission.version.cast_signed()),
            user_id: Set(resubmission.user.uuid()),
            previous_half_hours: Set(resubmission.previous_hours.half_hours().into()),
            previous_description: Set(resubmission.previous_description.clone()),
            original_comment: Set(resubmission.original_comment.clone()),
            created_at: Set(resubmission.created_at),
            viewed_at: Set(None),
        };
        self.transaction
            .run(move |connection| async move {
                resubmission::Entity::insert(row).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await
    }

    async fn view_resubmissions_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32, StoreError> {
        self.mark("resubmissions", "viewed_at", "timesheet_id", entries.iter().map(|id| id.uuid()).collect(), at).await
    }

    async fn resubmission_managers(
        &self,
        ids: &[ResubmissionId],
    ) -> Result<Vec<(ResubmissionId, Option<UserId>)>, StoreError> {
        let backend = self.transaction.backend();
        let statement = format!(
            "SELECT r.id, u.manager_id FROM resubmissions r JOIN users u ON u.id = r.user_id WHERE {}",
            sql::among(backend, "r.id", 1)
        );
        let values = vec![sql::ids(backend, ids.iter().map(|id| id.uuid()))];
        self.transaction
            .run(move |connection| async move {
                let rows = sql::all(&*connection, &statement, values).await?;
                let pair = |row| {
                    let mut columns = Columns::of(row);
                    Ok((ResubmissionId::new(columns.take()?), columns.take::<Option<_>>()?.map(UserId::new)))
                };
                rows.iter().map(pair).collect()
            })
            .await
    }

    async fn view_resubmissions(&self, ids: &[ResubmissionId], at: Instant) -> Result<u32, StoreError> {
        self.mark("resubmissions", "viewed_at", "id", ids.iter().map(|id| id.uuid()).collect(), at).await
    }

    async fn notify(&self, notices: &[NewNotice]) -> Result<(), StoreError> {
        if notices.is_empty() {
            return Ok(());
        }
        let rows: Vec<notice::ActiveModel> = notices
            .iter()
            .map(|notice| notice::ActiveModel {
                id: Set(notice.id.uuid()),
                user_id: Set(notice.user.uuid()),
                kind: Set(notice.notice.kind.name().to_owned()),
                title: Set(notice.notice.title.clone()),
                body: Set(notice.notice.body.clone()),
                date: Set(notice.notice.date),
                link: Set(notice.notice.link.clone()),
                created_at: Set(notice.created_at),
                read_at: Set(None),
            })
            .collect();
        self.transaction
            .run(move |connection| async move {
                for rows in rows.chunks(NOTICES_TOGETHER) {
                    notice::Entity::insert_many(rows.to_vec()).exec_without_returning(&*connection).await?;
                }
                Ok(())
            })
            .await
    }

    async fn notice_owners(&self, ids: &[NoticeId]) -> Result<Vec<(NoticeId, UserId)>, StoreError> {
        let backend = self.transaction.backend();
        let statement = format!("SELECT id, user_id FROM notices WHERE {}", sql::among(backend, "id", 1));
        let values = vec![sql::ids(backend, ids.iter().map(|id| id.uuid()))];
        self.transaction
            .run(move |connection| async move {
                let rows = sql::all(&*connection, &statement, values).await?;
                let pair = |row| {
                    let mut columns = Columns::of(row);
                    Ok((NoticeId::new(columns.take()?), UserId::new(columns.take()?)))
                };
                rows.iter().map(pair).collect()
            })
            .await
    }

    async fn read_notices(&self, ids: &[NoticeId], at: Instant) -> Result<u32, StoreError> {
        self.mark("notices", "read_at", "id", ids.iter().map(|id| id.uuid()).collect(), at).await
    }
}

#[async_trait]
impl InboxReads for Database {
    async fn resubmissions(&self, leads: &Leads, viewed_since: Instant) -> Result<Vec<ResubmissionView>, StoreError> {
        let (statement, values) = resubmissions(leads, viewed_since);
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, &statement, values).await?;
            let view = |row| {
                let mut columns = Columns::of(row);
                let id = ResubmissionId::new(columns.take()?);
                let is_viewed = columns.take()?;
                let timesheet = TimesheetId::new(columns.take()?);
                let date = columns.take()?;
                let hours = columns.hours("timesheets", timesheet)?;
                let description = columns.take()?;
                let previous_hours = columns.hours("resubmissions", id)?;
                Ok(ResubmissionView {
                    id,
                    is_viewed,
                    timesheet,
                    date,
                    hours,
                    description,
                    previous_hours,
                    previous_description: columns.take()?,
                    original_comment: columns.take()?,
                    created_at: columns.take()?,
                    person: columns.person()?,
                })
            };
            rows.iter().map(view).collect()
        })
        .await
    }

    async fn notices(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<NoticeView>, u32), StoreError> {
        let offset = i64::from(page.saturating_sub(1)) * i64::from(limit);
        let values = vec![user.uuid().into(), i64::from(limit).into(), offset.into()];
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, NOTICES, values).await?;
            let total = sql::count(sql::one(&*connection, ALL_NOTICES, vec![user.uuid().into()]).await?.as_ref())?;
            let view = |row| {
                let mut columns = Columns::of(row);
                Ok(NoticeView {
                    id: NoticeId::new(columns.take()?),
                    kind: columns.take()?,
                    title: columns.take()?,
                    body: columns.take()?,
                    date: columns.take()?,
                    link: columns.take()?,
                    is_read: columns.take()?,
                    created_at: columns.take()?,
                })
            };
            Ok((rows.iter().map(view).collect::<Result<_, sea_orm::DbErr>>()?, total))
        })
        .await
    }

    async fn count(&self, badge: Badge) -> Result<u32, StoreError> {
        let (statement, values) = match badge {
            Badge::UnreadNotices(user) => (UNREAD_NOTICES.to_owned(), vec![user.uuid().into()]),
            Badge::PendingResubmissions(leads) => pending_resubmissions(&leads),
        };
        self.read(move |connection| async move {
            Ok(sql::count(sql::one(&*connection, &statement, values).await?.as_ref())?)
        })
        .await
    }
}
