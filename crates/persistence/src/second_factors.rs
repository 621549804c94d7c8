//! Second factors: the key of an app as it is, and recovery codes by their fingerprints.

use application::ports::{
    NewRecoveryCode, Result, SecondFactor, SecondFactorReads, SecondFactorRepository, SecondFactorView, WaitingKey,
};
use async_trait::async_trait;
use domain::Instant;
use domain::id::{CredentialId, UserId};
use domain::second_factor::FactorKey;
use sea_orm::sea_query::Condition;
use sea_orm::{ColumnTrait, DeleteMany, EntityTrait, QueryFilter, Select, Set, UpdateMany};

use self::credential::{ActiveModel, Column, Entity, Model};
use crate::database::Database;
use crate::entity::entity;
use crate::row::{number, row};
use crate::unit::Unit;

const TOTP: &str = "totp";
const WAITING: &str = "totp-waiting";
const RECOVERY: &str = "recovery";

entity! {
    /// Something that somebody proves a sign-in with, beside a password.
    credential("credentials") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        kind: String,
        #[sea_orm(column_type = "Text")]
        data: String,
        name: Option<String>,
        created_at: DateTimeUtc,
        last_used_at: Option<DateTimeUtc>,
        last_step: Option<i64>,
    }
}

row! {
    FACTOR_COLUMNS, factor("credentials") -> SecondFactorView {
        created_at: "c.created_at",
        last_used_at: "c.last_used_at",
        recovery_left: ["(SELECT count(*) FROM credentials r WHERE r.user_id = c.user_id AND r.kind = 'recovery')" => number],
    }
}

/// By hand, because it counts.
pub(crate) const FACTOR: &str =
    constcat::concat!("SELECT ", FACTOR_COLUMNS, " FROM credentials c WHERE c.user_id = $1 AND c.kind = 'totp'");

fn is(user: UserId, kind: &str) -> Condition {
    Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::Kind.eq(kind))
}

pub(crate) fn of(user: UserId) -> Select<Entity> {
    Entity::find().filter(is(user, TOTP))
}

pub(crate) fn use_step(user: UserId, step: i64, at: Instant) -> UpdateMany<Entity> {
    let row = ActiveModel { last_step: Set(Some(step)), last_used_at: Set(Some(at)), ..ActiveModel::default() };
    let is_unused = Condition::any().add(Column::LastStep.is_null()).add(Column::LastStep.lt(step));
    Entity::update_many().set(row).filter(is(user, TOTP)).filter(is_unused)
}

fn removed(user: UserId, kind: &str) -> DeleteMany<Entity> {
    Entity::delete_many().filter(is(user, kind))
}

fn new(id: CredentialId, user: UserId, kind: &str, data: String, at: Instant) -> ActiveModel {
    ActiveModel {
        id: Set(id.uuid()),
        user_id: Set(user.uuid()),
        kind: Set(kind.to_owned()),
        data: Set(data),
        name: Set(None),
        created_at: Set(at),
        last_used_at: Set(None),
        last_step: Set(None),
    }
}

impl Unit {
    async fn credential(&self, find: Select<Entity>) -> Result<Option<Model>> {
        self.run(move |connection| async move { Ok(find.one(&*connection).await?) }).await
    }

    async fn remove_credentials(&self, remove: DeleteMany<Entity>) -> Result<u64> {
        self.run(move |connection| async move { Ok(remove.exec(&*connection).await?.rows_affected) }).await
    }
}

#[async_trait]
impl SecondFactorRepository for Unit {
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>> {
        let found = self.credential(of(user)).await?;
        Ok(found.map(|row| SecondFactor { key: FactorKey::new(row.data), last_step: row.last_step }))
    }

    async fn keep_key(&self, user: UserId, id: CredentialId, key: &WaitingKey) -> Result<()> {
        let (data, made_at) = (key.key.reveal().to_owned(), key.made_at);
        let again = ActiveModel { data: Set(data.clone()), created_at: Set(made_at), ..ActiveModel::default() };
        if self.update_rows(Entity::update_many().set(again).filter(is(user, WAITING))).await? == 1 {
            return Ok(());
        }
        self.insert_row(Entity::insert(new(id, user, WAITING, data, made_at))).await
    }

    async fn waiting_key(&self, user: UserId) -> Result<Option<WaitingKey>> {
        let found = self.credential(Entity::find().filter(is(user, WAITING))).await?;
        Ok(found.map(|row| WaitingKey { key: FactorKey::new(row.data), made_at: row.created_at }))
    }

    async fn confirm(&self, user: UserId, step: i64, at: Instant) -> Result<()> {
        let row = ActiveModel {
            kind: Set(TOTP.to_owned()),
            created_at: Set(at),
            last_step: Set(Some(step)),
            ..ActiveModel::default()
        };
        self.update_row(Entity::update_many().set(row).filter(is(user, WAITING))).await
    }

    async fn use_step(&self, user: UserId, step: i64, at: Instant) -> Result<bool> {
        Ok(self.update_rows(use_step(user, step, at)).await? == 1)
    }

    async fn replace_recovery_codes(&self, user: UserId, codes: &[NewRecoveryCode], at: Instant) -> Result<()> {
        self.remove_credentials(removed(user, RECOVERY)).await?;
        let rows: Vec<_> =
            codes.iter().map(|code| new(code.id, user, RECOVERY, code.fingerprint.clone(), at)).collect();
        self.run(move |connection| async move {
            Entity::insert_many(rows).exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await
    }

    async fn use_recovery_code(&self, user: UserId, fingerprint: &str) -> Result<bool> {
        let code = removed(user, RECOVERY).filter(Column::Data.eq(fingerprint));
        Ok(self.remove_credentials(code).await? == 1)
    }

    async fn remove(&self, user: UserId) -> Result<bool> {
        for kind in [WAITING, RECOVERY] {
            self.remove_credentials(removed(user, kind)).await?;
        }
        Ok(self.remove_credentials(removed(user, TOTP)).await? == 1)
    }
}

#[async_trait]
impl SecondFactorReads for Database {
    async fn factor(&self, user: UserId) -> Result<Option<SecondFactorView>> {
        self.first(FACTOR, vec![user.uuid().into()], factor).await
    }
}
