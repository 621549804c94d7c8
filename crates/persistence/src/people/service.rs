//! Days in service, and the tenures that they follow from. Who changes them has locked the person.

use domain::id::UserId;
use domain::person::service::{ServiceHistory, ServicePeriod, Tenure};
use sea_orm::{ConnectionTrait, EntityTrait, Set};

use crate::entity::entity;
use crate::fault::Failure;
use crate::sql;

/// How many rows are added with one statement.
const TOGETHER: usize = 1_000;

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

/// Replaces the tenures and the days in service of people.
pub(super) async fn save<C: ConnectionTrait>(
    connection: &C,
    histories: &[(UserId, ServiceHistory)],
) -> Result<(), Failure> {
    let backend = connection.get_database_backend();
    let people = sql::ids(backend, histories.iter().map(|(user, _)| user.uuid()));
    for table in ["service_periods", "tenures"] {
        let statement = format!("DELETE FROM {table} WHERE {}", sql::among(backend, "user_id", 1));
        sql::change(connection, &statement, vec![people.clone()]).await?;
    }
    insert(connection, histories).await
}

/// Adds the tenures and the days in service of people who have none yet.
pub(super) async fn insert<C: ConnectionTrait>(
    connection: &C,
    histories: &[(UserId, ServiceHistory)],
) -> Result<(), Failure> {
    let tenures = |(user, history): &(UserId, ServiceHistory)| {
        let row = |(number, tenure): (i32, &Tenure)| tenure::ActiveModel {
            user_id: Set(user.uuid()),
            number: Set(number),
            began: Set(tenure.began),
            ended: Set(tenure.ended),
            is_original: Set(tenure.is_original),
        };
        (1..).zip(history.tenures()).map(row).collect::<Vec<_>>()
    };
    let periods = |(user, history): &(UserId, ServiceHistory)| {
        let row = |period: ServicePeriod| service_period::ActiveModel {
            user_id: Set(user.uuid()),
            first_day: Set(period.first()),
            last_day: Set(period.last()),
        };
        history.periods().into_iter().map(row).collect::<Vec<_>>()
    };
    let tenures: Vec<_> = histories.iter().flat_map(tenures).collect();
    for rows in tenures.chunks(TOGETHER) {
        tenure::Entity::insert_many(rows.to_vec()).exec_without_returning(connection).await?;
    }
    let periods: Vec<_> = histories.iter().flat_map(periods).collect();
    for rows in periods.chunks(TOGETHER) {
        service_period::Entity::insert_many(rows.to_vec()).exec_without_returning(connection).await?;
    }
    Ok(())
}
