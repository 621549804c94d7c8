//! Looks now and then whether the mail server can be reached, so that nobody who asks for the figures waits for it.

use mail::Post;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch::{self, Receiver};
use tokio::time::{MissedTickBehavior, interval};

/// Each look is a connection with its login, as for a mail.
const EVERY: Duration = Duration::from_mins(5);

/// Whether it was reached at the last look; `None` before the first one. Looks until nobody has the answer any more.
pub(super) fn follow(post: Arc<Post>) -> Receiver<Option<bool>> {
    let (found, answer) = watch::channel(None);
    drop(tokio::spawn(async move {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = found.closed() => return,
                _ = ticks.tick() => {}
            }
            let reached = post.reach().await;
            found.send_replace(Some(reached.is_ok()));
            if let Err(why) = reached {
                tracing::debug!(why, "the mail server was not reached");
            }
        }
    }));
    answer
}
