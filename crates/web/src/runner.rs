//! Running use cases so that a client who leaves, or a database that hangs, cuts none of them in half.
//!
//! A use case runs in a task of its own. The request only waits for it, and not for long: when the time is over the
//! answer is 503, and the task goes on to its own end, which the database's deadlines set. Shutdown waits for the tasks.
//!
//! Where two writers got in each other's way the database ends one of them, and nothing of it is kept. A use case that says so
//! is run once more, unless it counts attempts: it would count this one twice.
//!
//! A use case that meets a month that is being closed ends too, so that it holds nothing while it waits, and is run again when the close
//! has ended (months.md 1.7).
//!
//! Use cases that check or hash passwords take turns before they begin: their number is bounded by the processors anyhow, and
//! those that wait hold neither a connection to the database nor a lock in it.

use std::future::Future;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use application::Error;
use domain::time::Month;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::task::TaskTracker;

use crate::error::Failure;

/// How long a request waits for its use case.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Patience {
    /// Most calls.
    Usual,
    /// Passwords are checked or hashed, which queues for a processor.
    Password,
    /// Data of everybody is read or changed in several statements: leave that is counted anew (leave.md 8), or months of a hundred
    /// thousand people. Each statement has a limit of its own, so a silent database is noticed just as soon.
    Everybody,
    /// A document is printed, which may wait in line for twenty seconds and takes a few more; or a month is closed, which takes as long
    /// for a hundred thousand people. Reading its content is no slower than any other read.
    Document,
    /// A provider of sign-in is called, up to four times. Each call has a limit of ten seconds, and few are needed.
    Provider,
}

impl Patience {
    /// The time until the request is answered with 503.
    pub const fn limit(self) -> Duration {
        Duration::from_millis(match self {
            Self::Usual => 2_500,
            Self::Password => 4_500,
            Self::Everybody => 10_000,
            Self::Document | Self::Provider => 30_000,
        })
    }
}

/// How much of it may pass before its turn comes. The rest is ample for the work: a login that is still made when nobody waits
/// for it any more would end the person's session elsewhere for nothing.
const TURN: Duration = Duration::from_secs(3);
/// How long a write waits for the end of a close, and how often it looks.
const CLOSE_PATIENCE: Duration = Duration::from_millis(1_500);
const LOOK: Duration = Duration::from_millis(75);
/// How many of them wait for the database while the processors hash for others. All the rest of its connections are for calls
/// that have nothing to do with passwords, so that a storm of logins keeps nobody from working.
const BESIDE_HASHES: usize = 3;

/// The moment when a request stops waiting.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    at: Instant,
    /// Whether it takes its turn with the other use cases that check or hash passwords.
    takes_turn: bool,
}

impl Deadline {
    /// For a use case that is waited for like this, from now on.
    pub fn of(patience: Patience) -> Self {
        Self { at: Instant::now() + patience.limit(), takes_turn: patience == Patience::Password }
    }

    /// For most use cases.
    pub fn usual() -> Self {
        Self::of(Patience::Usual)
    }

    /// How long the request will still wait.
    pub(crate) fn left(self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }

    /// The same wait, begun later by the time that the client took to send its body.
    pub(crate) fn moved_by(self, time: Duration) -> Self {
        Self { at: self.at + time, ..self }
    }

    /// For use cases that check or hash passwords.
    pub fn password() -> Self {
        Self::of(Patience::Password)
    }
}

/// Starts use cases and keeps count of them.
#[derive(Clone, Debug)]
pub struct Runner {
    tasks: TaskTracker,
    writers: Handle,
    turns: Arc<Semaphore>,
}

impl Runner {
    /// `writers` is a runtime that outlives the server's workers: a write that began before a shutdown ends on it.
    pub fn new(tasks: TaskTracker, writers: Handle) -> Self {
        // As many as hash at once, which is one less than there are cores, and a few more.
        let hashing = std::thread::available_parallelism().map_or(1, NonZeroUsize::get).saturating_sub(1).max(1);
        Self { tasks, writers, turns: Arc::new(Semaphore::new(hashing + BESIDE_HASHES)) }
    }

    /// Runs a use case that reads, on the worker that asks.
    pub async fn read<T, F>(&self, deadline: Deadline, work: F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        wait(deadline, self.tasks.spawn(work)).await
    }

    /// Runs a use case that writes, where nothing but the end of the process stops it.
    pub async fn write<T, F>(&self, deadline: Deadline, work: F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        let turn = if deadline.takes_turn { Some(self.turn().await?) } else { None };
        let work = async move {
            let done = work.await;
            drop(turn);
            done
        };
        wait(deadline, self.tasks.spawn_on(work, &self.writers)).await
    }

    /// The same; `None` where it takes longer than the request waits, and goes on.
    pub async fn write_or_leave<T, F>(&self, deadline: Deadline, work: F) -> Result<Option<T>, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        wait_for(deadline, self.tasks.spawn_on(work, &self.writers)).await
    }

    /// The same, and once more from its beginning where another writer got in its way, as long as somebody waits for it; and again where
    /// it met a month that is being closed, once that is no longer so. `work` MUST change nothing outside of one unit of work.
    pub async fn write_again<T, F, C>(
        &self,
        deadline: Deadline,
        is_closing: impl Fn(Month) -> C + Send + Sync + 'static,
        work: impl Fn() -> F + Send + 'static,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        C: Future<Output = Result<bool, Error>> + Send + 'static,
        T: Send + 'static,
    {
        let insistent = async move {
            let (mut has_clashed, mut until) = (false, None);
            loop {
                match work().await {
                    Err(error) if error.is_clash() && !has_clashed && Instant::now() < deadline.at => {
                        tracing::info!(%error, "a use case is run once more");
                        has_clashed = true;
                    }
                    Err(Error::MonthClosing(month)) => {
                        let until = *until.get_or_insert_with(|| deadline.at.min(Instant::now() + CLOSE_PATIENCE));
                        if !ends_by(until, || is_closing(month)).await {
                            return Err(Error::MonthClosing(month));
                        }
                    }
                    done => return done,
                }
            }
        };
        self.write(deadline, insistent).await
    }

    /// Waits for its turn. A caller who leaves meanwhile gives up the place in the line.
    async fn turn(&self) -> Result<OwnedSemaphorePermit, Failure> {
        match timeout(TURN, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Error::Overloaded.into()),
        }
    }
}

/// Whether a close ends before `until`. Where nobody can say, it has not ended.
async fn ends_by<C: Future<Output = Result<bool, Error>>>(until: Instant, is_closing: impl Fn() -> C) -> bool {
    while Instant::now() + LOOK < until {
        sleep(LOOK).await;
        if is_closing().await == Ok(false) {
            return true;
        }
    }
    false
}

async fn wait<T>(deadline: Deadline, task: JoinHandle<Result<T, Error>>) -> Result<T, Failure> {
    wait_for(deadline, task).await?.ok_or_else(|| Failure::unavailable("a use case took too long"))
}

/// What it comes to; `None` where that is not known in time.
async fn wait_for<T>(deadline: Deadline, task: JoinHandle<Result<T, Error>>) -> Result<Option<T>, Failure> {
    match timeout_at(deadline.at, task).await {
        Ok(Ok(done)) => Ok(Some(done?)),
        Ok(Err(broken)) => Err(Failure::internal(format!("a use case broke: {broken}"))),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use application::ports::StoreError;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn runner() -> Runner {
        Runner::new(TaskTracker::new(), Handle::current())
    }

    #[tokio::test]
    async fn a_slow_use_case_is_answered_with_503_and_runs_to_its_end() {
        let runner = runner();
        let (done, ended) = tokio::sync::oneshot::channel();
        let slow = async move {
            tokio::time::sleep(Duration::from_millis(200)).await;
            done.send(()).unwrap();
            Ok(())
        };
        let soon = Deadline { at: Instant::now() + Duration::from_millis(20), takes_turn: false };
        let failure = runner.write(soon, slow).await.unwrap_err();
        assert_eq!(failure.code(), Code::Unavailable);
        ended.await.unwrap();
    }

    #[tokio::test]
    async fn a_use_case_that_may_take_longer_goes_on_when_the_request_is_answered() {
        let (done, ended) = tokio::sync::oneshot::channel();
        let slow = async move {
            tokio::time::sleep(Duration::from_millis(200)).await;
            done.send(()).unwrap();
            Ok(7)
        };
        let soon = Deadline { at: Instant::now() + Duration::from_millis(20), takes_turn: false };
        assert_eq!(runner().write_or_leave(soon, slow).await.unwrap(), None);
        ended.await.unwrap();
        assert_eq!(runner().write_or_leave(Deadline::usual(), async { Ok(7) }).await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn a_caller_that_leaves_does_not_stop_it() {
        let runner = runner();
        let (done, ended) = tokio::sync::oneshot::channel();
        let work = async move {
            tokio::time::sleep(Duration::from_millis(30)).await;
            done.send(()).unwrap();
            Ok(())
        };
        let _ = tokio::time::timeout(Duration::from_millis(1), runner.write(Deadline::usual(), work)).await;
        ended.await.unwrap();
    }

    #[tokio::test]
    async fn a_storm_of_logins_waits_in_line_and_others_do_not() {
        let runner = runner();
        let places = runner.turns.available_permits();
        let login = |runner: Runner| async move {
            let slow = async {
                tokio::time::sleep(Duration::from_millis(500)).await;
                Ok(())
            };
            runner.write(Deadline::password(), slow).await
        };
        let storm: Vec<_> = (0..10 * places).map(|_| tokio::spawn(login(runner.clone()))).collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!((runner.tasks.len(), runner.turns.available_permits()), (places, 0));
        let began = Instant::now();
        runner.write(Deadline::usual(), async { Ok(()) }).await.unwrap();
        assert!(began.elapsed() < TURN / 4, "{:?}", began.elapsed());
        let mut done = 0;
        for login in storm {
            match login.await.unwrap() {
                Ok(()) => done += 1,
                Err(failure) => assert_eq!(failure.code(), Code::Unavailable),
            }
        }
        assert!(done >= places && done < 10 * places, "{done} of the storm had their turn in time");
        login(runner).await.unwrap();
    }

    /// What a use case that ends like this comes to, and how often it ran.
    async fn run_again(deadline: Deadline, ends: &[Result<(), Error>]) -> (Result<(), Code>, usize) {
        let runs = Arc::new(AtomicUsize::new(0));
        let (ends, counted) = (ends.to_vec(), Arc::clone(&runs));
        let work = move || {
            let end = ends.get(counted.fetch_add(1, Ordering::SeqCst)).cloned();
            async move {
                tokio::time::sleep(Duration::from_millis(20)).await;
                end.unwrap()
            }
        };
        let is_closing = |_| async { Ok(false) };
        let done = runner().write_again(deadline, is_closing, work).await.map_err(|failure| failure.code());
        // Past the deadline nobody waits any more; what still runs has its time to end.
        tokio::time::sleep(Duration::from_millis(100)).await;
        (done, runs.load(Ordering::SeqCst))
    }

    #[tokio::test]
    async fn a_clash_of_writers_is_tried_once_more_and_nothing_else_is() {
        let clash = || Err(Error::Store(StoreError::Clash("a deadlock".into())));
        let away = || Err(Error::Store(StoreError::Unavailable("away".into())));
        let broken = || Err(Error::Store(StoreError::Backend("broken".into())));
        let stale = || Err(Error::Store(StoreError::Stale));
        for (ends, expected, runs) in [
            (vec![Ok(())], Ok(()), 1),
            (vec![clash(), Ok(())], Ok(()), 2),
            (vec![clash(), clash(), Ok(())], Err(Code::Unavailable), 2),
            (vec![clash(), away(), Ok(())], Err(Code::Unavailable), 2),
            (vec![away(), Ok(())], Err(Code::Unavailable), 1),
            (vec![broken(), Ok(())], Err(Code::InternalError), 1),
            (vec![stale(), Ok(())], Err(Code::Conflict), 1),
        ] {
            assert_eq!(run_again(Deadline::usual(), &ends).await, (expected, runs), "{ends:?}");
        }
        let over = Deadline { at: Instant::now() + Duration::from_millis(1), takes_turn: false };
        assert_eq!(run_again(over, &[clash(), Ok(())]).await, (Err(Code::Unavailable), 1), "nobody waits any more");
    }

    /// What a write comes to that meets a close which ends after this time, or never, how often it ran, and how long that took.
    async fn meet_a_close(
        ends_after: Option<Duration>,
        then: Result<(), Error>,
    ) -> (Result<(), Failure>, usize, Duration) {
        let began = Instant::now();
        let is_over = move || ends_after.is_some_and(|after| began.elapsed() >= after);
        let june = Month::new(2026, 6).unwrap();
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        let work = move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let end = if is_over() { then.clone() } else { Err(Error::MonthClosing(june)) };
            async move { end }
        };
        let is_closing = move |_| async move { Ok(!is_over()) };
        let done = runner().write_again(Deadline::usual(), is_closing, work).await;
        (done, runs.load(Ordering::SeqCst), began.elapsed())
    }

    #[tokio::test]
    async fn a_write_waits_for_a_close_and_does_then_as_the_month_has_become() {
        let (done, runs, took) = meet_a_close(Some(Duration::from_millis(300)), Ok(())).await;
        assert!(done.is_ok() && runs == 2 && took < CLOSE_PATIENCE, "{done:?} {runs} {took:?}");
        let closed = Error::Conflict(application::Conflict::MonthClosed(Month::new(2026, 6).unwrap()));
        let (done, runs, _) = meet_a_close(Some(Duration::from_millis(100)), Err(closed)).await;
        assert_eq!((done.unwrap_err().code(), runs), (Code::MonthClosed, 2));
        let (done, runs, took) = meet_a_close(None, Ok(())).await;
        let failure = done.unwrap_err();
        let sentence = "June 2026 is being closed. Please try again in a moment.";
        assert_eq!((failure.code(), failure.message(), runs), (Code::Unavailable, sentence, 1));
        assert_eq!(failure.render("id").headers().get("retry-after").unwrap(), "2");
        assert!(took <= CLOSE_PATIENCE + LOOK && took + 2 * LOOK >= CLOSE_PATIENCE, "{took:?}");
    }

    #[tokio::test]
    async fn a_panic_is_an_internal_error() {
        let broken = async { panic!("out of paper") };
        let failure = runner().read::<(), _>(Deadline::usual(), broken).await.unwrap_err();
        assert_eq!(failure.code(), Code::InternalError);
    }
}
