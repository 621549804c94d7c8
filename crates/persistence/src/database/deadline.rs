//! A wait with an end, around work that is never cut in half.
//!
//! A database call that is dropped half-way leaves its connection in a state that the pool does not know: dropped while
//! `BEGIN` is on its way, the connection goes back with a transaction open, and swallows the next borrower's write.
//! So nothing here drops such a call. The caller may leave (the client hung up, its time is over); the call itself is
//! then handed to the runtime, which sees it through.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// Waits at most `limit` for `work`; `None` when it takes longer. The work goes on in either case.
pub(crate) async fn within<F>(limit: Duration, work: F) -> Option<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    tokio::time::timeout(limit, SeenThrough { work: Some(Box::pin(work)) }).await.ok()
}

struct SeenThrough<F>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    work: Option<Pin<Box<F>>>,
}

impl<F> Future for SeenThrough<F>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(work) = self.work.as_mut() else {
            return Poll::Pending;
        };
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.work = None;
        }
        polled
    }
}

impl<F> Drop for SeenThrough<F>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    fn drop(&mut self) {
        if let Some(work) = self.work.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            drop(runtime.spawn(work));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot;

    async fn slow_signal(done: oneshot::Sender<()>) {
        tokio::time::sleep(Duration::from_millis(50)).await;
        done.send(()).unwrap();
    }

    #[tokio::test]
    async fn quick_work_gives_its_value() {
        assert_eq!(within(Duration::from_secs(1), async { 7 }).await, Some(7));
    }

    #[tokio::test]
    async fn work_goes_on_after_its_deadline() {
        let (done, finished) = oneshot::channel();
        assert_eq!(within(Duration::from_millis(5), slow_signal(done)).await, None);
        finished.await.unwrap();
    }

    #[tokio::test]
    async fn work_goes_on_when_the_waiting_side_leaves() {
        let (done, finished) = oneshot::channel();
        let waiting = tokio::spawn(within(Duration::from_secs(5), slow_signal(done)));
        tokio::time::sleep(Duration::from_millis(5)).await;
        waiting.abort();
        finished.await.unwrap();
    }
}
