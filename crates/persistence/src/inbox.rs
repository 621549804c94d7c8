//! What waits to be read: a manager's resubmissions and an employee's notices.

use application::ports::{
    Badge, InboxReads, InboxRepository, NewNotice, NewResubmission, NoticeView, ResubmissionView, Result,
};
use async_trait::async_trait;
use constcat::concat;
use domain::Instant;
use domain::access::Leads;
use domain::id::{NoticeId, ResubmissionId, TimesheetId, UserId};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set};
use uuid::Uuid;

use crate::database::Database;
use crate::entity::entity;
use crate::row::{Columns, ids, row};
use crate::scope::in_teams;
use crate::sql::{self, Bound};
use crate::unit::Unit;

ids!(NoticeId, ResubmissionId);

entity! {
    /// A message to an employee.
    notice("notices") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        kind: String,
        title: String,
        #[sea_orm(column_type = "Text")]
        body: String,
        date: Option<Date>,
        link: Option<String>,
        created_at: DateTimeUtc,
        read_at: Option<DateTimeUtc>,
        digest: Option<String>,
    }
}

entity! {
    /// A manager's notification that a rejected day came back.
    resubmission("resubmissions") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        timesheet_id: Uuid,
        version: i32,
        user_id: Uuid,
        previous_half_hours: i32,
        #[sea_orm(column_type = "Text")]
        previous_description: String,
        #[sea_orm(column_type = "Text")]
        original_comment: String,
        created_at: DateTimeUtc,
        viewed_at: Option<DateTimeUtc>,
    }
}

row! {
    RESUBMISSION_COLUMNS, resubmission("resubmissions") -> ResubmissionView {
        id: "r.id",
        is_viewed: "r.viewed_at IS NOT NULL",
        timesheet: "t.id",
        date: "t.date",
        hours: "t.half_hours",
        description: "t.description",
        previous_hours: "r.previous_half_hours",
        previous_description: "r.previous_description",
        original_comment: "r.original_comment",
        created_at: "r.created_at",
        person: [crate::people::PERSON_COLUMNS => crate::people::person],
    }
}

const RESUBMISSIONS: &str = concat!(
    "SELECT ",
    RESUBMISSION_COLUMNS,
    " FROM users u JOIN resubmissions r ON r.user_id = u.id JOIN timesheets t ON t.id = r.timesheet_id"
);

/// That nobody has viewed the resubmission `r`, of a day outside closed months: in one that is closed nothing waits.
pub(crate) const IS_PENDING: &str = "\
    r.viewed_at IS NULL AND NOT EXISTS (SELECT 1 FROM timesheets ct JOIN months cm ON cm.is_closed \
    AND cm.first_day <= ct.date AND cm.last_day >= ct.date WHERE ct.id = r.timesheet_id)";

pub(crate) fn resubmissions(leads: &Leads, viewed_since: Instant) -> Bound {
    let mut values = vec![viewed_since.into()];
    let in_teams = in_teams(leads, &mut values);
    let statement = format!(
        "{RESUBMISSIONS} WHERE {in_teams} AND (r.viewed_at >= $1 OR {IS_PENDING}) \
         ORDER BY r.created_at DESC, r.id DESC"
    );
    (statement, values)
}

pub(crate) fn notices_of(user: UserId) -> Select<notice::Entity> {
    notice::Entity::find().filter(notice::Column::UserId.eq(user.uuid()))
}

pub(crate) fn page_of_notices(user: UserId, page: u32, limit: u32) -> Select<notice::Entity> {
    let before = u64::from(page.saturating_sub(1)) * u64::from(limit);
    notices_of(user).order_by_desc(notice::Column::Id).limit(u64::from(limit)).offset(before)
}

pub(crate) fn unread_notices(user: UserId) -> Select<notice::Entity> {
    notices_of(user).filter(notice::Column::ReadAt.is_null())
}

fn notice_view(row: notice::Model) -> NoticeView {
    NoticeView {
        id: NoticeId::new(row.id),
        kind: row.kind,
        title: row.title,
        body: row.body,
        date: row.date,
        link: row.link,
        is_read: row.read_at.is_some(),
        created_at: row.created_at,
    }
}

pub(crate) fn pending_resubmissions(leads: &Leads) -> Bound {
    let mut values = Vec::new();
    let in_teams = in_teams(leads, &mut values);
    let statement = format!(
        "SELECT count(*) FROM users u JOIN resubmissions r ON r.user_id = u.id WHERE {in_teams} AND {IS_PENDING}"
    );
    (statement, values)
}

/// How many notices one statement writes: each takes ten parameters, of which a statement can have 32,766 on SQLite.
const NOTICES_TOGETHER: usize = 500;

impl Unit {
    /// Marks rows whose `key` is among `ids` and whose `mark` is not set yet, and says how many those were. By hand for
    /// [`sql::among`].
    async fn mark(&self, table: &str, mark: &str, key: &str, ids: Vec<Uuid>, at: Instant) -> Result<u32> {
        let backend = self.backend();
        let among = sql::among(backend, key, 1);
        let statement = format!("UPDATE {table} SET {mark} = $2 WHERE {among} AND {mark} IS NULL");
        let marked = self.change(statement, vec![sql::ids(backend, ids), at.into()]).await?;
        Ok(u32::try_from(marked).unwrap_or(u32::MAX))
    }
}

#[async_trait]
impl InboxRepository for Unit {
    async fn notify_resubmission(&self, resubmission: &NewResubmission) -> Result<()> {
        self.insert_row(resubmission::Entity::insert(resubmission::ActiveModel {
            id: Set(resubmission.id.uuid()),
            timesheet_id: Set(resubmission.timesheet.uuid()),
            version: Set(resubmission.version.cast_signed()),
            user_id: Set(resubmission.user.uuid()),
            previous_half_hours: Set(resubmission.previous_hours.half_hours().into()),
            previous_description: Set(resubmission.previous_description.clone()),
            original_comment: Set(resubmission.original_comment.clone()),
            created_at: Set(resubmission.created_at),
            viewed_at: Set(None),
        }))
        .await
    }

    async fn view_resubmissions_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32> {
        self.mark("resubmissions", "viewed_at", "timesheet_id", entries.iter().map(|id| id.uuid()).collect(), at).await
    }

    async fn resubmission_managers(&self, ids: &[ResubmissionId]) -> Result<Vec<(ResubmissionId, Option<UserId>)>> {
        let backend = self.backend();
        let statement = format!(
            "SELECT r.id, u.manager_id FROM resubmissions r JOIN users u ON u.id = r.user_id WHERE {}",
            sql::among(backend, "r.id", 1)
        );
        let values = vec![sql::ids(backend, ids.iter().map(|id| id.uuid()))];
        let pair = |columns: &mut Columns<'_>| {
            Ok((ResubmissionId::new(columns.take()?), columns.take::<Option<_>>()?.map(UserId::new)))
        };
        self.all(statement, values, pair).await
    }

    async fn view_resubmissions(&self, ids: &[ResubmissionId], at: Instant) -> Result<u32> {
        self.mark("resubmissions", "viewed_at", "id", ids.iter().map(|id| id.uuid()).collect(), at).await
    }

    async fn notify(&self, notices: &[NewNotice]) -> Result<()> {
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
                digest: Set(notice.notice.digest.map(|kind| kind.name().to_owned())),
            })
            .collect();
        self.run(move |connection| async move {
            for rows in rows.chunks(NOTICES_TOGETHER) {
                notice::Entity::insert_many(rows.to_vec()).exec_without_returning(&*connection).await?;
            }
            Ok(())
        })
        .await
    }

    async fn notice_owners(&self, ids: &[NoticeId]) -> Result<Vec<(NoticeId, UserId)>> {
        let backend = self.backend();
        let statement = format!("SELECT id, user_id FROM notices WHERE {}", sql::among(backend, "id", 1));
        let values = vec![sql::ids(backend, ids.iter().map(|id| id.uuid()))];
        self.all(statement, values, |columns| Ok((NoticeId::new(columns.take()?), UserId::new(columns.take()?)))).await
    }

    async fn read_notices(&self, ids: &[NoticeId], at: Instant) -> Result<u32> {
        self.mark("notices", "read_at", "id", ids.iter().map(|id| id.uuid()).collect(), at).await
    }
}

#[async_trait]
impl InboxReads for Database {
    async fn resubmissions(&self, leads: &Leads, viewed_since: Instant) -> Result<Vec<ResubmissionView>> {
        let (statement, values) = resubmissions(leads, viewed_since);
        self.all(statement, values, resubmission).await
    }

    async fn notices(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<NoticeView>, u32)> {
        self.read(move |connection| async move {
            let rows = page_of_notices(user, page, limit).all(&*connection).await?;
            let total = notices_of(user).count(&*connection).await?;
            Ok((rows.into_iter().map(notice_view).collect(), u32::try_from(total).unwrap_or(u32::MAX)))
        })
        .await
    }

    async fn count(&self, badge: Badge) -> Result<u32> {
        match badge {
            Badge::UnreadNotices(user) => {
                let unread = unread_notices(user);
                let count = self.read(move |connection| async move { Ok(unread.count(&*connection).await?) }).await?;
                Ok(u32::try_from(count).unwrap_or(u32::MAX))
            }
            Badge::PendingResubmissions(leads) => {
                let (statement, values) = pending_resubmissions(&leads);
                Ok(self.first(statement, values, |columns| Ok(columns.count()?)).await?.unwrap_or_default())
            }
        }
    }
}
