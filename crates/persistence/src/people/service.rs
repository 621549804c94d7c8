//! Days in service. Who changes them has locked the person.

use domain::id::UserId;
use domain::person::service::{ServiceChange, ServicePeriod};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use self::service_period::{ActiveModel, Column, Entity, Model};
use crate::entity::entity;
use crate::fault::Failure;
use crate::row::corrupt;

entity! {
    /// A stretch of somebody's days in service.
    service_period("service_periods") {
        #[sea_orm(primary_key, auto_increment = false)]
        user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        first_day: Date,
        last_day: Option<Date>,
    }
}

/// All periods of a person, oldest first.
pub(super) async fn all<C: ConnectionTrait>(connection: &C, user: UserId) -> Result<Vec<ServicePeriod>, Failure> {
    let all = Entity::find().filter(Column::UserId.eq(user.uuid())).order_by_asc(Column::FirstDay);
    all.all(connection).await?.iter().map(period).collect()
}

/// Replaces a period of a person.
pub(super) async fn change<C: ConnectionTrait>(
    connection: &C,
    user: UserId,
    change: ServiceChange,
) -> Result<(), Failure> {
    if let Some(old) = change.old {
        Entity::delete_by_id((user.uuid(), old.first())).exec(connection).await?;
    }
    if let Some(new) = change.new {
        insert(connection, user, new).await?;
    }
    Ok(())
}

/// Adds a period of a person.
pub(super) async fn insert<C: ConnectionTrait>(
    connection: &C,
    user: UserId,
    period: ServicePeriod,
) -> Result<(), Failure> {
    let row = ActiveModel { user_id: Set(user.uuid()), first_day: Set(period.first()), last_day: Set(period.last()) };
    Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

fn period(row: &Model) -> Result<ServicePeriod, Failure> {
    let period = ServicePeriod::new(row.first_day, row.last_day);
    period.ok_or_else(|| corrupt("service_periods", "last_day", row.user_id).into())
}
