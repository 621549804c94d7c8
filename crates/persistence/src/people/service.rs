//! Days in service, and the tenures that they follow from. Who changes them has locked the person.

use domain::id::UserId;
use domain::person::service::{ServiceHistory, Tenure};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use crate::entity::entity;
use crate::fault::Failure;

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

entity! {
    /// A stretch of days on which an account was that of an active Employee.
    tenure("tenures") {
        #[sea_orm(primary_key, auto_increment = false)]
        user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        number: i32,
        began: Date,
        ended: Option<Date>,
        is_original: bool,
    }
}

/// The tenures of a person, oldest first.
pub(super) async fn tenures<C: ConnectionTrait>(connection: &C, user: UserId) -> Result<Vec<Tenure>, Failure> {
    let all = tenure::Entity::find().filter(tenure::Column::UserId.eq(user.uuid()));
    let all = all.order_by_asc(tenure::Column::Number).all(connection).await?;
    Ok(all.iter().map(|row| Tenure { began: row.began, ended: row.ended, is_original: row.is_original }).collect())
}

/// Replaces the tenures and the days in service of a person.
pub(super) async fn save<C: ConnectionTrait>(
    connection: &C,
    user: UserId,
    history: &ServiceHistory,
) -> Result<(), Failure> {
    service_period::Entity::delete_many()
        .filter(service_period::Column::UserId.eq(user.uuid()))
        .exec(connection)
        .await?;
    tenure::Entity::delete_many().filter(tenure::Column::UserId.eq(user.uuid())).exec(connection).await?;
    insert(connection, user, history).await
}

/// Adds the tenures and the days in service of a person who has none yet.
pub(super) async fn insert<C: ConnectionTrait>(
    connection: &C,
    user: UserId,
    history: &ServiceHistory,
) -> Result<(), Failure> {
    for (number, tenure) in (1..).zip(history.tenures()) {
        let row = tenure::ActiveModel {
            user_id: Set(user.uuid()),
            number: Set(number),
            began: Set(tenure.began),
            ended: Set(tenure.ended),
            is_original: Set(tenure.is_original),
        };
        tenure::Entity::insert(row).exec_without_returning(connection).await?;
    }
    for period in history.periods() {
        let row = service_period::ActiveModel {
            user_id: Set(user.uuid()),
            first_day: Set(period.first()),
            last_day: Set(period.last()),
        };
        service_period::Entity::insert(row).exec_without_returning(connection).await?;
    }
    Ok(())
}
