//! Requests for a reset link, and the links. Of a link only the fingerprint of its secret is kept.

use application::ports::{ResetLink, ResetReads, ResetRepository, ResetRequest, Result};
use async_trait::async_trait;
use domain::id::{ResetRequestId, UserId};
use domain::person::EmailAddress;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, DbBackend, DeleteMany, EntityTrait, QueryFilter, Select, Set};

use crate::database::Database;
use crate::entity::entity;
use crate::fault::Failure;
use crate::row::Columns;
use crate::sql;
use crate::unit::Unit;

entity! {
    /// Somebody's request for a link with which to set a new password.
    reset_request("reset_requests") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        email: String,
        asked_at: DateTimeUtc,
    }
}

entity! {
    /// The link with which somebody may set a new password: the fingerprint of its secret.
    reset_link("reset_links") {
        #[sea_orm(primary_key, auto_increment = false)]
        user_id: Uuid,
        fingerprint: String,
        expires_at: DateTimeUtc,
    }
}

/// By hand, because it passes over what another sender has locked. Ids count up with the time, so the first one is the oldest.
macro_rules! take_request {
    ($lock:literal) => {
        concat!(
            "DELETE FROM reset_requests WHERE id = (SELECT id FROM reset_requests ORDER BY id LIMIT 1",
            $lock,
            ") RETURNING id, email, asked_at"
        )
    };
}

pub(crate) const TAKE_REQUEST_POSTGRES: &str = take_request!(" FOR UPDATE SKIP LOCKED");
pub(crate) const TAKE_REQUEST_SQLITE: &str = take_request!("");

pub(crate) fn with_fingerprint(fingerprint: &str) -> Select<reset_link::Entity> {
    reset_link::Entity::find().filter(reset_link::Column::Fingerprint.eq(fingerprint))
}

/// Of two at once the second waits for the first, and then finds nothing.
pub(crate) fn take_link(fingerprint: &str) -> DeleteMany<reset_link::Entity> {
    reset_link::Entity::delete_many().filter(reset_link::Column::Fingerprint.eq(fingerprint))
}

fn link(row: reset_link::Model) -> ResetLink {
    ResetLink { user: UserId::new(row.user_id), fingerprint: row.fingerprint, expires_at: row.expires_at }
}

/// `None` where the address is not valid under the present rules: no account can have it.
fn request(columns: &mut Columns<'_>) -> Result<Option<ResetRequest>, Failure> {
    let (id, email, asked_at) = (columns.take()?, columns.take::<String>()?, columns.take()?);
    Ok(EmailAddress::parse(&email).ok().map(|email| ResetRequest { id: ResetRequestId::new(id), email, asked_at }))
}

#[async_trait]
impl ResetRepository for Unit {
    async fn ask(&self, request: &ResetRequest) -> Result<()> {
        self.insert_row(reset_request::Entity::insert(reset_request::ActiveModel {
            id: Set(request.id.uuid()),
            email: Set(request.email.as_str().to_owned()),
            asked_at: Set(request.asked_at),
        }))
        .await?;
        self.transaction.brings_mail();
        Ok(())
    }

    async fn take_request(&self) -> Result<Option<ResetRequest>> {
        let is_postgres = self.backend() == DbBackend::Postgres;
        let statement = if is_postgres { TAKE_REQUEST_POSTGRES } else { TAKE_REQUEST_SQLITE };
        while let Some(request) = self.first(statement, vec![], request).await? {
            if request.is_some() {
                return Ok(request);
            }
        }
        Ok(None)
    }

    async fn keep_links(&self, links: &[ResetLink]) -> Result<()> {
        use reset_link::{ActiveModel, Column, Entity};
        if links.is_empty() {
            return Ok(());
        }
        let row = |link: &ResetLink| ActiveModel {
            user_id: Set(link.user.uuid()),
            fingerprint: Set(link.fingerprint.clone()),
            expires_at: Set(link.expires_at),
        };
        let replaced =
            OnConflict::column(Column::UserId).update_columns([Column::Fingerprint, Column::ExpiresAt]).to_owned();
        let insert = Entity::insert_many(links.iter().map(row).collect::<Vec<_>>()).on_conflict(replaced);
        self.run(move |connection| async move {
            insert.exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await
    }

    async fn take_link(&self, fingerprint: &str) -> Result<Option<ResetLink>> {
        let taken = take_link(fingerprint);
        self.run(move |connection| async move {
            Ok(taken.exec_with_returning(&*connection).await?.into_iter().next().map(link))
        })
        .await
    }

    async fn drop_link(&self, user: UserId) -> Result<bool> {
        self.run(move |connection| async move {
            let dropped = reset_link::Entity::delete_by_id(user.uuid()).exec(&*connection).await?;
            Ok(dropped.rows_affected > 0)
        })
        .await
    }

    async fn drop_links(&self, users: &[UserId]) -> Result<()> {
        let backend = self.backend();
        let statement = format!("DELETE FROM reset_links WHERE {}", sql::among(backend, "user_id", 1));
        self.change(statement, vec![sql::ids(backend, users.iter().map(|user| user.uuid()))]).await?;
        Ok(())
    }
}

#[async_trait]
impl ResetReads for Database {
    async fn link(&self, fingerprint: &str) -> Result<Option<ResetLink>> {
        let found = with_fingerprint(fingerprint);
        self.read(move |connection| async move { Ok(found.one(&*connection).await?.map(link)) }).await
    }
}
