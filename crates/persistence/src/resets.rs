//! Wishes for a reset link, and the links. Of a link only the fingerprint of its secret is kept.

use application::ports::{ResetLink, ResetReads, ResetRepository, ResetRequest, StoreError};
use async_trait::async_trait;
use domain::id::{ResetRequestId, UserId};
use domain::person::EmailAddress;
use sea_orm::{DbBackend, EntityTrait, QueryResult, Set};

use crate::database::Database;
use crate::entities::reset_request;
use crate::fault::Failure;
use crate::sql::{self, Columns};
use crate::unit::Unit;

/// Ids count up with the time, so the first one is the oldest.
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

const KEEP: &str = "\
    INSERT INTO reset_links (user_id, fingerprint, expires_at) VALUES ($1, $2, $3) \
    ON CONFLICT (user_id) DO UPDATE SET fingerprint = excluded.fingerprint, expires_at = excluded.expires_at";

pub(crate) const LINK: &str = "SELECT user_id, fingerprint, expires_at FROM reset_links WHERE fingerprint = $1";

/// Of two at once the second waits for the first, and then finds nothing.
pub(crate) const TAKE_LINK: &str =
    "DELETE FROM reset_links WHERE fingerprint = $1 RETURNING user_id, fingerprint, expires_at";

const DROP: &str = "DELETE FROM reset_links WHERE user_id = $1";

fn link(row: &QueryResult) -> Result<ResetLink, Failure> {
    let mut columns = Columns::of(row);
    Ok(ResetLink { user: UserId::new(columns.take()?), fingerprint: columns.take()?, expires_at: columns.take()? })
}

/// `None` where the address is not valid under the present rules: no account can have it.
fn request(row: &QueryResult) -> Result<Option<ResetRequest>, Failure> {
    let mut columns = Columns::of(row);
    let id = ResetRequestId::new(columns.take()?);
    let email: String = columns.take()?;
    let asked_at = columns.take()?;
    Ok(EmailAddress::parse(&email).ok().map(|email| ResetRequest { id, email, asked_at }))
}

#[async_trait]
impl ResetRepository for Unit {
    async fn ask(&self, request: &ResetRequest) -> Result<(), StoreError> {
        let row = reset_request::ActiveModel {
            id: Set(request.id.uuid()),
            email: Set(request.email.as_str().to_owned()),
            asked_at: Set(request.asked_at),
        };
        self.transaction
            .run(move |connection| async move {
                reset_request::Entity::insert(row).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await?;
        self.transaction.brings_mail();
        Ok(())
    }

    async fn take_request(&self) -> Result<Option<ResetRequest>, StoreError> {
        let is_postgres = self.transaction.backend() == DbBackend::Postgres;
        let statement = if is_postgres { TAKE_REQUEST_POSTGRES } else { TAKE_REQUEST_SQLITE };
        self.transaction
            .run(move |connection| async move {
                while let Some(row) = sql::one(&*connection, statement, vec![]).await? {
                    if let Some(request) = request(&row)? {
                        return Ok(Some(request));
                    }
                }
                Ok(None)
            })
            .await
    }

    async fn keep_link(&self, link: &ResetLink) -> Result<(), StoreError> {
        let values = vec![link.user.uuid().into(), link.fingerprint.clone().into(), link.expires_at.into()];
        self.transaction
            .run(move |connection| async move {
                sql::change(&*connection, KEEP, values).await?;
                Ok(())
            })
            .await
    }

    async fn take_link(&self, fingerprint: &str) -> Result<Option<ResetLink>, StoreError> {
        let values = vec![fingerprint.into()];
        self.transaction
            .run(move |connection| async move {
                sql::one(&*connection, TAKE_LINK, values).await?.as_ref().map(link).transpose()
            })
            .await
    }

    async fn drop_link(&self, user: UserId) -> Result<(), StoreError> {
        self.transaction
            .run(move |connection| async move {
                sql::change(&*connection, DROP, vec![user.uuid().into()]).await?;
                Ok(())
            })
            .await
    }
}

#[async_trait]
impl ResetReads for Database {
    async fn link(&self, fingerprint: &str) -> Result<Option<ResetLink>, StoreError> {
        let values = vec![fingerprint.into()];
        self.read(move |connection| async move {
            sql::one(&*connection, LINK, values).await?.as_ref().map(link).transpose()
        })
        .await
    }
}
