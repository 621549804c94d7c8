//! What one socket has still to send.

use std::sync::{Mutex, MutexGuard, PoisonError};

use application::events::Topic;
use domain::session::SessionEnd;
use tokio::sync::Notify;

/// Why a socket is sent away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    Ended(SessionEnd),
    /// This instance stops.
    Shutdown,
}

#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// Each topic once, oldest first.
    pub(super) topics: Vec<Topic>,
    pub(super) leave: Option<Leave>,
}

/// Filled by the hub, emptied by the socket.
#[derive(Debug, Default)]
pub(super) struct Mailbox {
    waiting: Mutex<Waiting>,
    bell: Notify,
}

impl Mailbox {
    pub(super) fn changed(&self, topic: Topic) {
        let mut waiting = self.lock();
        if !waiting.topics.contains(&topic) {
            waiting.topics.push(topic);
        }
        drop(waiting);
        self.bell.notify_one();
    }

    pub(super) fn leave(&self, why: Leave) {
        // The first reason stands: a session that ended is told so even while the instance stops.
        self.lock().leave.get_or_insert(why);
        self.bell.notify_one();
    }

    pub(super) fn take(&self) -> Waiting {
        std::mem::take(&mut self.lock())
    }

    /// Waits until there may be something.
    pub(super) async fn rung(&self) {
        self.bell.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
