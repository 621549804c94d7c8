//! Sessions: the look-up that stands before every request, and how they start and end.

use application::facts::Confidential;
use application::ports::{
    NewSession, ProviderSession, ProviderSignIns, Result, SessionReads, SessionRepository, SessionView,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::session::SessionEnd;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set, UpdateMany};
use uuid::Uuid;

use self::session::{ActiveModel, Column, Entity};
use crate::database::Database;
use crate::entity::entity;
use crate::fault::Failure;
use crate::identities::of_provider;
use crate::row::{Columns, from_column, row};
use crate::substitutions::runs;
use crate::unit::Unit;

from_column! {
    SessionId: Uuid => |id| Some(Self::new(id)),
    SessionEnd: String => |name| Self::named(&name),
}

entity! {
    /// One login, from its start to its end.
    session("sessions") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        created_at: DateTimeUtc,
        expires_at: DateTimeUtc,
        ended_at: Option<DateTimeUtc>,
        end_reason: Option<String>,
        ip: String,
        #[sea_orm(column_type = "Text", nullable)]
        issuer: Option<String>,
        provider_session: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        id_token: Option<String>,
    }
}

entity! {
    /// An address from which somebody has signed in.
    known_address("known_addresses") {
        #[sea_orm(primary_key, auto_increment = false)]
        user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        address: String,
        last_success_at: DateTimeUtc,
    }
}

row! {
    SESSION_COLUMNS, session("sessions") -> SessionView {
        id: "s.id",
        ended: "s.end_reason",
        created_at: "s.created_at",
        expires_at: "s.expires_at",
        is_by_provider: "s.issuer IS NOT NULL",
        person: [crate::people::PERSON_COLUMNS => crate::people::person],
        email: "u.email",
        role: "u.role",
        may_act: "u.is_active AND NOT u.is_blocked",
        is_first_login: "u.is_first_login",
        in_role_since: [crate::people::ROLE_SINCE_COLUMNS => crate::people::role_since],
        has_second_factor: "EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = u.id AND c.kind = 'totp')",
        stands_in_for: ["x.manager_id" => stood_in_for],
    }
}

fn stood_in_for(columns: &mut Columns<'_>) -> Result<Vec<UserId>, Failure> {
    Ok(columns.take::<Option<Uuid>>()?.map(UserId::new).into_iter().collect())
}

/// By hand, because it joins: two look-ups by primary key, one for a second factor, and one for whom the person stands in on the
/// day `$2`, which is a row each.
pub(crate) const SESSION: &str = concat!(
    "SELECT ",
    SESSION_COLUMNS,
    " FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN substitutions x ON x.substitute_id = u.id AND ",
    runs!("x", "$2"),
    " WHERE s.id = $1"
);

/// Of each person one at most.
pub(crate) const COUNT_LIVE: &str = "SELECT count(*) FROM sessions s WHERE s.ended_at IS NULL AND s.expires_at > $1";

fn ended(end: SessionEnd, at: Instant) -> UpdateMany<Entity> {
    let row = ActiveModel {
        ended_at: Set(Some(at)),
        end_reason: Set(Some(end.name().to_owned())),
        id_token: Set(None),
        ..ActiveModel::default()
    };
    Entity::update_many().set(row).filter(Column::EndedAt.is_null())
}

pub(crate) fn end_live(user: UserId, end: SessionEnd, at: Instant) -> UpdateMany<Entity> {
    ended(end, at).filter(Column::UserId.eq(user.uuid()))
}

pub(crate) fn end_of_provider(
    issuer: &str,
    which: &ProviderSignIns,
    end: SessionEnd,
    at: Instant,
) -> UpdateMany<Entity> {
    let columns = [Column::Issuer, Column::ProviderSession, Column::UserId];
    ended(end, at).filter(of_provider(columns, issuer, which))
}

#[async_trait]
impl SessionReads for Database {
    async fn session(&self, id: SessionId, today: NaiveDate) -> Result<Option<SessionView>> {
        let rows = self.all(SESSION, vec![id.uuid().into(), today.into()], session).await?;
        Ok(rows.into_iter().reduce(|mut session, mut other| {
            session.stands_in_for.append(&mut other.stands_in_for);
            session
        }))
    }

    async fn count_live(&self, now: Instant) -> Result<u32> {
        Ok(self.first(COUNT_LIVE, vec![now.into()], |columns| Ok(columns.count()?)).await?.unwrap_or_default())
    }
}

#[async_trait]
impl SessionRepository for Unit {
    async fn start(&self, session: &NewSession) -> Result<()> {
        let began = session.provider.as_ref();
        self.insert_row(Entity::insert(ActiveModel {
            id: Set(session.id.uuid()),
            user_id: Set(session.user.uuid()),
            created_at: Set(session.created_at),
            expires_at: Set(session.expires_at),
            ended_at: Set(None),
            end_reason: Set(None),
            ip: Set(session.address.clone()),
            issuer: Set(began.map(|began| began.issuer.clone())),
            provider_session: Set(began.and_then(|began| began.there.clone())),
            id_token: Set(began.map(|began| began.id_token.0.clone())),
        }))
        .await
    }

    async fn end_live(&self, user: UserId, end: SessionEnd, at: Instant) -> Result<Option<SessionId>> {
        let end = end_live(user, end, at);
        self.run(move |connection| async move {
            Ok(end.exec_with_returning(&*connection).await?.first().map(|session| SessionId::new(session.id)))
        })
        .await
    }

    async fn end_live_of(&self, users: &[UserId], end: SessionEnd, at: Instant) -> Result<Vec<(UserId, SessionId)>> {
        let end = ended(end, at).filter(Column::UserId.is_in(users.iter().map(|user| user.uuid())));
        self.run(move |connection| async move {
            let ended = end.exec_with_returning(&*connection).await?;
            Ok(ended.iter().map(|session| (UserId::new(session.user_id), SessionId::new(session.id))).collect())
        })
        .await
    }

    async fn end(&self, session: SessionId, end: SessionEnd, at: Instant) -> Result<bool> {
        Ok(self.update_rows(ended(end, at).filter(Column::Id.eq(session.uuid()))).await? == 1)
    }

    async fn provider_of(&self, session: SessionId) -> Result<Option<ProviderSession>> {
        let found = Entity::find_by_id(session.uuid()).filter(Column::EndedAt.is_null());
        let row = self.run(move |connection| async move { Ok(found.one(&*connection).await?) }).await?;
        Ok(row.and_then(|row| {
            let (issuer, id_token) = row.issuer.zip(row.id_token)?;
            Some(ProviderSession { issuer, there: row.provider_session, id_token: Confidential(id_token) })
        }))
    }

    async fn end_of_provider(
        &self,
        issuer: &str,
        which: &ProviderSignIns,
        end: SessionEnd,
        at: Instant,
    ) -> Result<Vec<(UserId, SessionId)>> {
        let end = end_of_provider(issuer, which, end, at);
        let ended = self.run(move |connection| async move { Ok(end.exec_with_returning(&*connection).await?) }).await?;
        Ok(ended.into_iter().map(|row| (UserId::new(row.user_id), SessionId::new(row.id))).collect())
    }

    async fn remember_address(&self, user: UserId, address: &str, at: Instant) -> Result<()> {
        use known_address::{ActiveModel, Column, Entity};
        let row = ActiveModel { user_id: Set(user.uuid()), address: Set(address.to_owned()), last_success_at: Set(at) };
        let seen_again =
            OnConflict::columns([Column::UserId, Column::Address]).update_column(Column::LastSuccessAt).to_owned();
        self.insert_row(Entity::insert(row).on_conflict(seen_again)).await
    }
}
