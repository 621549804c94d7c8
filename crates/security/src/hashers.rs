//! The threads that hash: few, at a low priority, and each with memory of its own that it keeps.
//!
//! Work waits in one line, and a thread that has finished takes the next piece from it at once: while anybody waits, no
//! thread idles. Callers that have waited too long, or have left, are passed over.
//!
//! The threads run at a lower priority than the rest of the process, so that a core that hashes is given up at once when a
//! request wants it: without it, a quick read beside a storm of logins waited for the end of the scheduler's time slice.

use argon2::Block;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How much the threads give way, in the scheduler's steps; the most is 19.
const GIVING_WAY: i32 = 5;

type Job = Box<dyn FnOnce(&mut Vec<Block>) + Send>;

/// Takes work for the threads. When it is dropped, they end.
pub(crate) struct Hashers {
    jobs: Sender<Job>,
    waiting: Arc<AtomicUsize>,
    places: usize,
    patience: Duration,
}

impl Hashers {
    /// Starts `count` threads, before which at most `places` pieces of work wait, each for at most `patience`.
    /// A thread that cannot be started is missing; with none at all every piece is refused.
    pub(crate) fn start(count: usize, places: usize, patience: Duration) -> Self {
        let (sender, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..count {
            let jobs = Arc::clone(&jobs);
            let thread = std::thread::Builder::new().name("passwords".to_owned());
            if let Err(error) = thread.spawn(move || work_through(&jobs)) {
                tracing::error!(%error, "a thread for passwords cannot be started");
            }
        }
        Self { jobs: sender, waiting: Arc::default(), places, patience }
    }

    /// How many pieces of work wait now.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Has `work` done on one of the threads. `None` where the line is full, the wait took too long, there is no
    /// thread, or the work broke.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> Option<T> {
        let place = Place::take(&self.waiting, self.places)?;
        let until = Instant::now() + self.patience;
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move |memory| {
            drop(place);
            if done.is_closed() || Instant::now() > until {
                return;
            }
            // The caller may have gone in the meantime.
            let _ = done.send(work(memory));
        });
        self.jobs.send(job).ok()?;
        result.await.ok()
    }
}

/// A place in the line, given back however the wait ends.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(waiting: &Arc<AtomicUsize>, places: usize) -> Option<Self> {
        let place = Self(Arc::clone(waiting));
        (waiting.fetch_add(1, Ordering::Relaxed) < places).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
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

    fn one(places: usize) -> Hashers {
        Hashers::start(1, places, Duration::from_secs(5))
    }

    /// Occupies the one thread until the returned end is dropped.
    async fn occupy(hashers: &Arc<Hashers>) -> std::sync::mpsc::Sender<()> {
        let (hold, released) = channel::<()>();
        let (began, begins) = oneshot::channel();
        let busy = Arc::clone(hashers);
        tokio::spawn(async move {
            busy.run(move |_| {
                let _ = began.send(());
                let _ = released.recv();
            })
            .await
        });
        let _ = begins.await;
        hold
    }

    #[tokio::test]
    async fn the_threads_give_way_and_the_rest_of_the_process_does_not() {
        let before = rustix::process::nice(0).ok();
        let inside = one(1).run(|_| rustix::process::nice(0).ok()).await.flatten();
        assert_eq!(inside, before.map(|before| (before + GIVING_WAY).min(19)));
        assert_eq!(rustix::process::nice(0).ok(), before);
    }

    #[tokio::test]
    async fn a_memory_is_kept_by_its_thread() {
        let hashers = one(1);
        hashers.run(|memory| memory.resize(7, Block::default())).await;
        assert_eq!(hashers.run(|memory| memory.len()).await, Some(7));
    }

    #[tokio::test]
    async fn a_job_that_breaks_takes_nobody_with_it() {
        let hashers = one(1);
        assert_eq!(hashers.run(|_| -> u8 { panic!("on purpose") }).await, None);
        assert_eq!(hashers.run(|_| 7).await, Some(7));
        assert_eq!(hashers.waiting(), 0);
    }

    #[tokio::test]
    async fn without_a_thread_everything_is_refused() {
        assert_eq!(Hashers::start(0, 1, Duration::from_secs(5)).run(|_| 7).await, None);
    }

    #[tokio::test]
    async fn the_line_is_as_long_as_its_places() {
        let hashers = Arc::new(one(2));
        let hold = occupy(&hashers).await;
        let waiters: Vec<_> = (0..2)
            .map(|n| {
                let hashers = Arc::clone(&hashers);
                tokio::spawn(async move { hashers.run(move |_| n).await })
            })
            .collect();
        while hashers.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(hashers.run(|_| 9).await, None, "one too many");
        drop(hold);
        for (n, waiter) in waiters.into_iter().enumerate() {
            assert_eq!(waiter.await.ok(), Some(Some(n)));
        }
        assert_eq!(hashers.run(|_| 9).await, Some(9));
    }

    #[tokio::test]
    async fn a_caller_who_waited_too_long_or_left_is_passed_over() {
        let hashers = Arc::new(Hashers::start(1, 9, Duration::from_millis(20)));
        let hold = occupy(&hashers).await;
        let late = {
            let hashers = Arc::clone(&hashers);
            tokio::spawn(async move { hashers.run(|_| 1).await })
        };
        while hashers.waiting() < 1 {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
        drop(hold);
        assert_eq!(late.await.ok(), Some(None));
        assert_eq!(hashers.waiting(), 0);
    }
}
