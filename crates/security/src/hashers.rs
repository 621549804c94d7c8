//! The threads that hash: few, patient, and each with a memory of its own that it keeps.
//!
//! They run at a lower priority than the rest of the process, so that a core that hashes is given up at once when a request
//! wants it: without it, a quick read beside a storm of logins waited for the end of the scheduler's time slice.

use argon2::Block;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// How much the threads give way, in the scheduler's steps; the most is 19.
const GIVING_WAY: i32 = 10;

type Job = Box<dyn FnOnce(&mut Vec<Block>) + Send>;

/// Where work for the threads is handed in. When it is dropped, they end.
pub(crate) struct Hashers(Sender<Job>);

impl Hashers {
    /// Starts `count` threads. One that cannot be started is missing; with none at all every job is refused.
    pub(crate) fn start(count: usize) -> Self {
        let (sender, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..count {
            let jobs = Arc::clone(&jobs);
            if let Err(error) =
                std::thread::Builder::new().name("passwords".to_owned()).spawn(move || work_through(&jobs))
            {
                tracing::error!(%error, "a thread for passwords cannot be started");
            }
        }
        Self(sender)
    }

    /// Has `work` done on one of the threads. `None` where there is none, or the work broke.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move |memory| {
            // Whoever asked may have left meanwhile.
            let _ = done.send(work(memory));
        });
        self.0.send(job).ok()?;
        result.await.ok()
    }
}

fn work_through(jobs: &Mutex<Receiver<Job>>) {
    // Refused only where the system knows no priorities; then it is as quick as any other thread.
    let _ = rustix::process::nice(GIVING_WAY);
    let mut memory = Vec::new();
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // A job that breaks must not take the thread with it: its caller hears of it, the next one is served.
        if catch_unwind(AssertUnwindSafe(|| job(&mut memory))).is_err() {
            memory = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_threads_give_way_and_the_rest_of_the_process_does_not() {
        let before = rustix::process::nice(0).ok();
        let inside = Hashers::start(1).run(|_| rustix::process::nice(0).ok()).await.flatten();
        assert_eq!(inside, before.map(|before| (before + GIVING_WAY).min(19)));
        assert_eq!(rustix::process::nice(0).ok(), before);
    }

    #[tokio::test]
    async fn a_memory_is_kept_by_its_thread() {
        let hashers = Hashers::start(1);
        hashers.run(|memory| memory.resize(7, Block::default())).await;
        assert_eq!(hashers.run(|memory| memory.len()).await, Some(7));
    }

    #[tokio::test]
    async fn a_job_that_breaks_takes_nobody_with_it() {
        let hashers = Hashers::start(1);
        assert_eq!(hashers.run(|_| -> u8 { panic!("on purpose") }).await, None);
        assert_eq!(hashers.run(|_| 7).await, Some(7));
    }

    #[tokio::test]
    async fn without_a_thread_everything_is_refused() {
        assert_eq!(Hashers::start(0).run(|_| 7).await, None);
    }
}
