//! The use cases that write the links of calendar feeds.

use application::ports::{LeaveFeed, Store};
use application::{Error, Ports, leave_feeds};
use testkit::database::TestDatabase;

use crate::acts::{caller, told};
use crate::portal::{ANN, TOKEN, now, user};

/// Somebody has a link.
pub(crate) async fn keep_one(database: &TestDatabase, owner: u128) {
    let unit = database.database().begin().await.unwrap();
    let feed = LeaveFeed { user: user(owner), fingerprint: "f".repeat(64), created_at: now() };
    unit.leave_feeds().keep(&feed).await.unwrap();
    unit.commit().await.unwrap();
}

/// An Employee makes a link; whether it is the one that the portal of this test makes.
pub(crate) async fn made(ports: &Ports) -> Result<String, Error> {
    let caller = caller(ports, ANN).await?;
    told(leave_feeds::make_leave_feed(ports, &caller).await.map(|token| token.0 == TOKEN))
}

/// The Employee ends it.
pub(crate) async fn ended(ports: &Ports) -> Result<String, Error> {
    let caller = caller(ports, ANN).await?;
    told(leave_feeds::end_leave_feed(ports, &caller).await)
}
