//! Housekeeping: while the portal serves, it forgets what nobody needs any more. Their sentences are in `domain::privacy::register`.

use application::ports::Clock;
use chrono::Duration;
use domain::second_factor::KEY_WAITS;
use domain::throttle::KNOWN_FOR;
use persistence::{Database, Transient};
use std::sync::Arc;

const EVERY: std::time::Duration = std::time::Duration::from_mins(10);

fn age(what: Transient) -> Duration {
    match what {
        // No budget counts longer.
        Transient::Throttles => Duration::hours(1),
        Transient::KnownAddresses => KNOWN_FOR,
        Transient::Sessions => Duration::days(90),
        Transient::ReadNotices => Duration::days(365),
        Transient::SentMails | Transient::GivenUpMails => Duration::days(30),
        Transient::ResetLinks
        | Transient::UsedFlows
        | Transient::SignInCodes
        | Transient::IdTokens
        | Transient::ImportRows
        | Transient::Imports => Duration::zero(),
        Transient::ResetRequests => Duration::days(1),
        Transient::WaitingKeys => KEY_WAITS,
    }
}

pub(crate) async fn keep_house(database: Database, clock: Arc<dyn Clock>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let now = clock.now();
        for what in Transient::ALL {
            if let Err(error) = database.forget(what, now - age(what)).await {
                tracing::warn!(?what, %error, "outdated rows could not be removed; it will be tried again");
            }
        }
    }
}
