//! Sessions: the look-up that stands before every request, and how they start and end.

use application::ports::{NewSession, SessionReads, SessionRepository, SessionView, StoreError};
use async_trait::async_trait;
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::session::SessionEnd;
use sea_orm::{EntityTrait, Set};

use crate::database::Database;
use crate::entities::session;
use crate::sql::{self, Columns, corrupt};
use crate::unit::Unit;

/// Two look-ups by primary key.
pub(crate) const SESSION: &str = "\
    SELECT u.id, u.employee_number, u.first_name, u.last_name, u.role, u.email, u.is_active, u.is_blocked, u.is_first_login, \
      s.end_reason, s.expires_at \
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1";

pub(crate) const END_LIVE: &str =
    "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL RETURNING id";

const END: &str = "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL";

const REMEMBER: &str = "\
    INSERT INTO known_addresses (user_id, address, last_success_at) VALUES ($1, $2, $3) \
    ON CONFLICT (user_id, address) DO UPDATE SET last_success_at = excluded.last_success_at";

#[async_trait]
impl SessionReads for Database {
    async fn session(&self, id: SessionId) -> Result<Option<SessionView>, StoreError> {
        self.read(move |connection| async move {
            let Some(row) = sql::one(&*connection, SESSION, vec![id.uuid().into()]).await? else {
                return Ok(None);
            };
            let mut columns = Columns::of(&row);
            let person = columns.person()?;
            let role = columns.role(person.id)?;
            let email = columns.take()?;
            let (is_active, is_blocked): (bool, bool) = (columns.take()?, columns.take()?);
            let is_first_login = columns.take()?;
            let ended = match columns.take::<Option<String>>()? {
                None => None,
                Some(name) => Some(SessionEnd::named(&name).ok_or_else(|| corrupt("sessions", "end_reason", id))?),
            };
            Ok(Some(SessionView {
                id,
                ended,
                expires_at: columns.take()?,
                person,
                email,
                role,
                may_act: is_active && !is_blocked,
                is_first_login,
            }))
        })
        .await
    }
}

#[async_trait]
impl SessionRepository for Unit {
    async fn start(&self, session: &NewSession) -> Result<(), StoreError> {
        let row = session::ActiveModel {
            id: Set(session.id.uuid()),
            user_id: Set(session.user.uuid()),
            created_at: Set(session.created_at),
            expires_at: Set(session.expires_at),
            ended_at: Set(None),
            end_reason: Set(None),
            ip: Set(session.address.clone()),
        };
        self.transaction
            .run(move |connection| async move {
                session::Entity::insert(row).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await
    }

    async fn end_live(&self, user: UserId, end: SessionEnd, at: Instant) -> Result<Option<SessionId>, StoreError> {
        let values = vec![user.uuid().into(), at.into(), end.name().into()];
        self.transaction
            .run(move |connection| async move {
                let row = sql::one(&*connection, END_LIVE, values).await?;
                Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.map(SessionId::new))
            })
            .await
    }

    async fn end(&self, session: SessionId, end: SessionEnd, at: Instant) -> Result<bool, StoreError> {
        let values = vec![session.uuid().into(), at.into(), end.name().into()];
        self.transaction
            .run(move |connection| async move { Ok(sql::change(&*connection, END, values).await? == 1) })
            .await
    }

    async fn remember_address(&self, user: UserId, address: &str, at: Instant) -> Result<(), StoreError> {
        let values = vec![user.uuid().into(), address.into(), at.into()];
        self.transaction
            .run(move |connection| async move {
                sql::change(&*connection, REMEMBER, values).await?;
                Ok(())
            })
            .await
    }
}
