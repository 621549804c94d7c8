//! Budgets of attempts, shared by all instances.
//!
//! A bucket is one row with the instants of its attempts, as microseconds since 1970, separated by commas.

use application::ports::{Result, ThrottleRepository};
use async_trait::async_trait;
use domain::Instant;
use domain::id::UserId;
use domain::throttle::Attempts;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};

use self::throttle::{ActiveModel, Column, Entity};
use crate::entity::entity;
use crate::row::corrupt;
use crate::unit::Unit;

entity! {
    throttle("throttles") {
        #[sea_orm(primary_key, auto_increment = false)]
        bucket: String,
        #[sea_orm(column_type = "Text")]
        attempts: String,
        updated_at: DateTimeUtc,
    }
}

/// By hand, for `RETURNING`: makes the row where it is missing and locks it in either case, in one step: a plain look-up would lock nothing where
/// there is nothing yet, and let two first attempts past each other.
const LOAD: &str = "\
    INSERT INTO throttles (bucket, attempts, updated_at) VALUES ($1, '', $2) \
    ON CONFLICT (bucket) DO UPDATE SET attempts = throttles.attempts RETURNING attempts";

/// By hand, because it puts names together.
pub(crate) const FORGET: &str = "\
    DELETE FROM throttles WHERE bucket IN \
    (SELECT $1 UNION ALL SELECT $2 || k.address FROM known_addresses k WHERE k.user_id = $3)";

#[async_trait]
impl ThrottleRepository for Unit {
    async fn load(&self, bucket: &str) -> Result<Attempts> {
        // A row that is made here and never saved to is old from the start, and the next one to be cleared away.
        let values = vec![bucket.into(), Instant::UNIX_EPOCH.into()];
        let text = self.first(LOAD, values, |columns| Ok(columns.take::<String>()?)).await?.unwrap_or_default();
        read(&text).ok_or_else(|| corrupt("throttles", "attempts", bucket))
    }

    async fn save(&self, bucket: &str, attempts: &Attempts, at: Instant) -> Result<()> {
        let row = ActiveModel { bucket: Set(bucket.to_owned()), attempts: Set(write(attempts)), updated_at: Set(at) };
        let replaced =
            OnConflict::column(Column::Bucket).update_columns([Column::Attempts, Column::UpdatedAt]).to_owned();
        self.insert_row(Entity::insert(row).on_conflict(replaced)).await
    }

    async fn forget(&self, bucket: &str, known: &str, user: UserId) -> Result<()> {
        self.change(FORGET, vec![bucket.into(), known.into(), user.uuid().into()]).await.map(drop)
    }
}

fn write(attempts: &Attempts) -> String {
    let instants: Vec<String> = attempts.instants().iter().map(|at| at.timestamp_micros().to_string()).collect();
    instants.join(",")
}

fn read(text: &str) -> Option<Attempts> {
    let instants = text.split(',').filter(|part| !part.is_empty());
    instants
        .map(|part| Instant::from_timestamp_micros(part.parse().ok()?))
        .collect::<Option<Vec<_>>>()
        .map(Attempts::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn attempts_read_back_exactly(micros in prop::collection::vec(0i64..4_000_000_000_000_000, 0..20)) {
            let attempts = Attempts::new(micros.into_iter().map(|micro| Instant::from_timestamp_micros(micro).unwrap()).collect());
            prop_assert_eq!(read(&write(&attempts)), Some(attempts));
        }
    }

    #[test]
    fn nonsense_is_noticed() {
        assert_eq!(read("12,x"), None);
    }
}
