//! Threads for work that computes for long.

use application::ports::Workers;
use async_trait::async_trait;
use std::time::Duration;

/// The threads that the runtime keeps for work that blocks.
pub struct BlockingWorkers;

#[async_trait]
impl Workers for BlockingWorkers {
    async fn run(&self, work: Box<dyn FnOnce() + Send>) {
        // A panic is seen by the caller, who gets no answer.
        let _ = tokio::task::spawn_blocking(work).await;
    }

    async fn rest(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}
