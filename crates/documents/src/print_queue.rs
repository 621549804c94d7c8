//! The queue for heavy work. One job runs at a time, on a thread of its own that gives way to the rest of the process. The line
//! is short in places and in time, and nobody holds more than a few of the places.

use application::ports::DocumentError;
use domain::id::UserId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};

/// How much the thread gives way, in the scheduler's steps; the most is 19.
const GIVING_WAY: i32 = 5;

/// The line, and the one place at its head.
pub(crate) struct PrintQueue {
    line: Arc<Semaphore>,
    turn: Arc<Semaphore>,
    people: People,
    /// How many places one person may hold.
    each: usize,
    patience: Duration,
}

/// How many places each person holds, of those who hold any.
type People = Arc<Mutex<HashMap<UserId, usize>>>;

fn lock(people: &People) -> MutexGuard<'_, HashMap<UserId, usize>> {
    people.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A person's place, given back when it is dropped.
struct Held {
    people: People,
    by: UserId,
}

impl Held {
    /// Takes one more place for `by`, if they hold fewer than `each`.
    fn take(people: &People, by: UserId, each: usize) -> Option<Self> {
        let mut held = lock(people);
        let places = held.entry(by).or_default();
        if *places >= each {
            return None;
        }
        *places += 1;
        Some(Self { people: Arc::clone(people), by })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = lock(&self.people);
        match held.get_mut(&self.by) {
            Some(places) if *places > 1 => *places -= 1,
            _ => _ = held.remove(&self.by),
        }
    }
}

impl PrintQueue {
    /// A queue in which at most `places` wait, each for at most `patience`. Nobody holds more than `each` places, the running job
    /// included. `each` is at least one.
    pub(crate) fn new(places: usize, each: usize, patience: Duration) -> Self {
        let (line, turn) = (Arc::new(Semaphore::new(places + 1)), Arc::new(Semaphore::new(1)));
        Self { line, turn, people: People::default(), each: each.max(1), patience }
    }

    /// Does `work` for `by` when its turn comes. A caller who leaves while waiting gives the place back. One who leaves later
    /// does not stop the work, and the next caller waits for its end all the same.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        by: UserId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, DocumentError> {
        let own = Held::take(&self.people, by, self.each).ok_or(DocumentError::Busy)?;
        let place = Arc::clone(&self.line).try_acquire_owned().map_err(|_| DocumentError::Busy)?;
        let turn = tokio::time::timeout(self.patience, Arc::clone(&self.turn).acquire_owned())
            .await
            .map_err(|_| DocumentError::Busy)?
            .map_err(|error| DocumentError::Failed(error.to_string()))?;
        let (done, result) = oneshot::channel();
        std::thread::Builder::new()
            .name("documents".to_owned())
            .spawn(move || {
                // All are held until the work has ended or panicked, even if nobody waits for it any more.
                let held = (turn, place, own);
                // Refused only where the system knows no priorities; then it is as quick as any other thread.
                let _ = rustix::process::nice(GIVING_WAY);
                let made = work();
                drop(held);
                let _ = done.send(made);
            })
            .map_err(|error| DocumentError::Failed(error.to_string()))?;
        result.await.map_err(|_| DocumentError::Failed("the work broke off".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{Sender, channel};
    use tokio::task::JoinHandle;

    /// A queue in which everybody may have all the places.
    fn queue_of(places: usize, patience: Duration) -> Arc<PrintQueue> {
        Arc::new(PrintQueue::new(places, places + 1, patience))
    }

    fn user(n: u128) -> UserId {
        UserId::new(uuid::Uuid::from_u128(n))
    }

    /// Occupies the queue until the returned end is dropped.
    async fn occupy(queue: &Arc<PrintQueue>) -> (Sender<()>, JoinHandle<Result<(), DocumentError>>) {
        let (hold, released) = channel::<()>();
        let (began, begins) = oneshot::channel();
        let queue = Arc::clone(queue);
        let asked = tokio::spawn(async move {
            let work = move || {
                let _ = began.send(());
                let _ = released.recv();
            };
            queue.run(user(1), work).await
        });
        begins.await.unwrap();
        (hold, asked)
    }

    /// Waits until `count` stand in line or at its head.
    async fn until_taken(queue: &PrintQueue, places: usize, count: usize) {
        while queue.line.available_permits() > places + 1 - count {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn one_at_a_time_and_in_order() {
        let queue = queue_of(8, Duration::from_secs(20));
        let (at_once, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let works = (0..8).map(|n| {
            let (queue, at_once, most) = (Arc::clone(&queue), Arc::clone(&at_once), Arc::clone(&most));
            tokio::spawn(async move {
                let work = move || {
                    most.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(2));
                    at_once.fetch_sub(1, Ordering::SeqCst);
                    n
                };
                queue.run(user(1), work).await
            })
        });
        for (n, work) in works.collect::<Vec<_>>().into_iter().enumerate() {
            assert_eq!(work.await.unwrap(), Ok(n));
        }
        assert_eq!(most.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn the_line_is_as_long_as_its_places() {
        let queue = queue_of(2, Duration::from_secs(20));
        let (hold, _) = occupy(&queue).await;
        let waiters: Vec<_> = (0..2)
            .map(|n| {
                let queue = Arc::clone(&queue);
                tokio::spawn(async move { queue.run(user(1), move || n).await })
            })
            .collect();
        until_taken(&queue, 2, 3).await;
        assert_eq!(queue.run(user(1), || 9).await, Err(DocumentError::Busy), "one too many");
        drop(hold);
        for (n, waiter) in waiters.into_iter().enumerate() {
            assert_eq!(waiter.await.unwrap(), Ok(n));
        }
        assert_eq!(queue.run(user(1), || 9).await, Ok(9));
    }

    #[tokio::test]
    async fn nobody_holds_more_than_a_few_places() {
        let queue = Arc::new(PrintQueue::new(8, 2, Duration::from_secs(20)));
        let (hold, asked) = occupy(&queue).await;
        let second = {
            let queue = Arc::clone(&queue);
            tokio::spawn(async move { queue.run(user(1), || 2).await })
        };
        until_taken(&queue, 8, 2).await;
        assert_eq!(queue.run(user(1), || 3).await, Err(DocumentError::Busy));
        let other = {
            let queue = Arc::clone(&queue);
            tokio::spawn(async move { queue.run(user(2), || 4).await })
        };
        until_taken(&queue, 8, 3).await;
        drop(hold);
        let done = (asked.await.unwrap(), second.await.unwrap(), other.await.unwrap());
        assert_eq!(done, (Ok(()), Ok(2), Ok(4)), "others wait as ever");
        assert_eq!(queue.run(user(1), || 5).await, Ok(5), "places are given back");
        assert!(lock(&queue.people).is_empty(), "and nobody is remembered");
    }

    #[tokio::test]
    async fn a_caller_who_waits_too_long_is_told_so_and_gives_the_place_back() {
        let queue = queue_of(1, Duration::from_millis(20));
        let (hold, _) = occupy(&queue).await;
        for _ in 0..3 {
            assert_eq!(queue.run(user(1), || 1).await, Err(DocumentError::Busy));
        }
        assert_eq!(queue.line.available_permits(), 1);
        drop(hold);
    }

    #[tokio::test]
    async fn a_caller_who_leaves_starts_no_second_job_beside_the_running_one() {
        let queue = queue_of(8, Duration::from_secs(20));
        let (hold, asked) = occupy(&queue).await;
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        let next = {
            let queue = Arc::clone(&queue);
            tokio::spawn(async move { queue.run(user(1), || 7).await })
        };
        until_taken(&queue, 8, 2).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!next.is_finished());
        drop(hold);
        assert_eq!(next.await.unwrap(), Ok(7));
    }

    #[tokio::test]
    async fn work_that_breaks_takes_nobody_with_it() {
        let queue = queue_of(0, Duration::from_secs(20));
        let broken = queue.run(user(1), || -> u8 { panic!("on purpose") }).await;
        assert_eq!(broken, Err(DocumentError::Failed("the work broke off".to_owned())));
        assert_eq!(queue.run(user(1), || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn the_thread_gives_way_and_the_rest_of_the_process_does_not() {
        let before = rustix::process::nice(0).unwrap();
        let inside = queue_of(0, Duration::from_secs(20)).run(user(1), || rustix::process::nice(0).ok()).await.unwrap();
        assert_eq!(inside, Some((before + GIVING_WAY).min(19)));
        assert_eq!(rustix::process::nice(0), Ok(before));
    }
}
