//! The event log: written in the transaction of what happened, read by whoever tells the browsers.

pub(crate) mod feed;
mod json;
mod signal;

use application::events::Event;
use application::ports::{EventLog, StoreError};
use async_trait::async_trait;
use domain::id::UserId;
use sea_orm::{EntityTrait, NotSet, Set};

pub use self::feed::EventFeed;
pub(crate) use self::signal::tell_others;

use crate::entities::event;
use crate::unit::Unit;

#[async_trait]
impl EventLog for Unit {
    async fn append(&self, events: &[Event]) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        let rows: Vec<event::ActiveModel> = events
            .iter()
            .map(|event| event::ActiveModel {
                seq: NotSet,
                id: Set(event.id.uuid()),
                kind: Set(event.what.name().to_owned()),
                actor_id: Set(event.actor.map(UserId::uuid)),
                payload: Set(json::payload(&event.what).to_string()),
                audience: Set(json::pushes(&event.pushes).to_string()),
                at: Set(event.at),
            })
            .collect();
        self.transaction
            .run(move |connection| async move {
                event::Entity::insert_many(rows).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await?;
        self.transaction.records_events();
        Ok(())
    }
}
