//! Accounts at providers of sign-in, and the sign-ins by them that are under way.

use application::facts::Confidential;
use application::ports::{
    Identity, IdentityReads, IdentityRepository, ProviderSession, ProviderSignIns, Result, SignInCode,
    SignInFlowRepository,
};
use async_trait::async_trait;
use domain::Instant;
use domain::id::{IdentityId, UserId};
use domain::sign_in::ProviderName;
use sea_orm::sea_query::{Condition, OnConflict};
use sea_orm::{ColumnTrait, DeleteMany, EntityTrait, QueryFilter, QueryOrder, Select, Set};

use self::identity::{ActiveModel, Column, Entity, Model};
use crate::database::Database;
use crate::entity::entity;
use crate::row::{from_column, restore};
use crate::unit::Unit;

from_column! {
    ProviderName: String => |name| Self::parse(&name).ok(),
}

entity! {
    /// The link between a person and their account at a provider.
    identity("identities") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        provider: String,
        #[sea_orm(column_type = "Text")]
        issuer: String,
        subject: String,
        #[sea_orm(column_type = "Text", nullable)]
        email: Option<String>,
        sets_role: bool,
        linked_at: DateTimeUtc,
        last_used_at: Option<DateTimeUtc>,
    }
}

entity! {
    /// What may come once, and has come.
    used_flow("used_flows") {
        #[sea_orm(primary_key, auto_increment = false)]
        fingerprint: String,
        ends_at: DateTimeUtc,
    }
}

entity! {
    /// A code that becomes a session.
    sign_in_code("sign_in_codes") {
        #[sea_orm(primary_key, auto_increment = false)]
        fingerprint: String,
        user_id: Uuid,
        #[sea_orm(column_type = "Text")]
        issuer: String,
        provider_session: Option<String>,
        #[sea_orm(column_type = "Text")]
        id_token: String,
        expires_at: DateTimeUtc,
    }
}

pub(crate) fn with_subject(issuer: &str, subject: &str) -> Select<Entity> {
    Entity::find().filter(Column::Issuer.eq(issuer)).filter(Column::Subject.eq(subject))
}

pub(crate) fn of(user: UserId) -> Select<Entity> {
    Entity::find().filter(Column::UserId.eq(user.uuid())).order_by_asc(Column::LinkedAt).order_by_asc(Column::Id)
}

pub(crate) fn link(row: Model) -> Result<Identity> {
    Ok(Identity {
        id: IdentityId::new(row.id),
        user: UserId::new(row.user_id),
        provider: restore(row.provider, "identities", "provider", row.id)?,
        issuer: row.issuer,
        subject: row.subject,
        email: row.email,
        sets_role: row.sets_role,
        linked_at: row.linked_at,
        last_used_at: row.last_used_at,
    })
}

fn code(row: sign_in_code::Model) -> SignInCode {
    let id_token = Confidential(row.id_token);
    let began = ProviderSession { issuer: row.issuer, there: row.provider_session, id_token };
    SignInCode { fingerprint: row.fingerprint, user: UserId::new(row.user_id), began, expires_at: row.expires_at }
}

/// The rows of sign-ins by a provider, in a table with these columns.
pub(crate) fn of_provider<C: ColumnTrait>(
    [issuer_column, there_column, user_column]: [C; 3],
    issuer: &str,
    which: &ProviderSignIns,
) -> Condition {
    let of = |user: &UserId| user_column.eq(user.uuid());
    let meant = match which {
        ProviderSignIns::OfUser(user) => Condition::all().add(of(user)),
        ProviderSignIns::OfSession { there, user } => {
            let of_user = user.as_ref().map(|user| Condition::all().add(of(user)).add(there_column.is_null()));
            Condition::any().add(there_column.eq(there.as_str())).add_option(of_user)
        }
    };
    Condition::all().add(issuer_column.eq(issuer)).add(meant)
}

pub(crate) fn drop_codes(issuer: &str, which: &ProviderSignIns) -> DeleteMany<sign_in_code::Entity> {
    use sign_in_code::{Column, Entity};
    let columns = [Column::Issuer, Column::ProviderSession, Column::UserId];
    Entity::delete_many().filter(of_provider(columns, issuer, which))
}

#[async_trait]
impl IdentityRepository for Unit {
    async fn find(&self, issuer: &str, subject: &str) -> Result<Option<Identity>> {
        let found = with_subject(issuer, subject);
        self.run(move |connection| async move { Ok(found.one(&*connection).await?) }).await?.map(link).transpose()
    }

    async fn of(&self, user: UserId) -> Result<Vec<Identity>> {
        let found = of(user);
        let rows = self.run(move |connection| async move { Ok(found.all(&*connection).await?) }).await?;
        rows.into_iter().map(link).collect()
    }

    async fn link(&self, identity: &Identity) -> Result<()> {
        self.insert_row(Entity::insert(ActiveModel {
            id: Set(identity.id.uuid()),
            user_id: Set(identity.user.uuid()),
            provider: Set(identity.provider.to_string()),
            issuer: Set(identity.issuer.clone()),
            subject: Set(identity.subject.clone()),
            email: Set(identity.email.clone()),
            sets_role: Set(identity.sets_role),
            linked_at: Set(identity.linked_at),
            last_used_at: Set(identity.last_used_at),
        }))
        .await
    }

    async fn note_use(&self, id: IdentityId, email: Option<&str>, sets_role: bool, at: Instant) -> Result<()> {
        let row = ActiveModel {
            email: Set(email.map(str::to_owned)),
            sets_role: Set(sets_role),
            last_used_at: Set(Some(at)),
            ..ActiveModel::default()
        };
        self.update_row(Entity::update_many().set(row).filter(Column::Id.eq(id.uuid()))).await
    }

    async fn unlink(&self, id: IdentityId) -> Result<bool> {
        self.run(move |connection| async move {
            Ok(Entity::delete_by_id(id.uuid()).exec(&*connection).await?.rows_affected == 1)
        })
        .await
    }
}

#[async_trait]
impl IdentityReads for Database {
    async fn identities(&self, user: UserId) -> Result<Vec<Identity>> {
        let found = of(user);
        let rows = self.read(move |connection| async move { Ok(found.all(&*connection).await?) }).await?;
        rows.into_iter().map(link).collect()
    }
}

#[async_trait]
impl SignInFlowRepository for Unit {
    async fn use_up(&self, fingerprint: &str, ends_at: Instant) -> Result<bool> {
        use used_flow::{ActiveModel, Column, Entity};
        let row = ActiveModel { fingerprint: Set(fingerprint.to_owned()), ends_at: Set(ends_at) };
        let came = OnConflict::column(Column::Fingerprint).do_nothing().to_owned();
        let insert = Entity::insert(row).on_conflict(came);
        self.run(move |connection| async move { Ok(insert.exec_without_returning(&*connection).await? == 1) }).await
    }

    async fn keep_code(&self, code: &SignInCode) -> Result<()> {
        use sign_in_code::{ActiveModel, Entity};
        self.insert_row(Entity::insert(ActiveModel {
            fingerprint: Set(code.fingerprint.clone()),
            user_id: Set(code.user.uuid()),
            issuer: Set(code.began.issuer.clone()),
            provider_session: Set(code.began.there.clone()),
            id_token: Set(code.began.id_token.0.clone()),
            expires_at: Set(code.expires_at),
        }))
        .await
    }

    async fn take_code(&self, fingerprint: &str) -> Result<Option<SignInCode>> {
        use sign_in_code::{Column, Entity};
        let taken = Entity::delete_many().filter(Column::Fingerprint.eq(fingerprint));
        let rows =
            self.run(move |connection| async move { Ok(taken.exec_with_returning(&*connection).await?) }).await?;
        Ok(rows.into_iter().next().map(code))
    }

    async fn drop_codes(&self, issuer: &str, which: &ProviderSignIns) -> Result<()> {
        let dropped = drop_codes(issuer, which);
        self.run(move |connection| async move {
            dropped.exec(&*connection).await?;
            Ok(())
        })
        .await
    }
}
