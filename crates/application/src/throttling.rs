//! Places in budgets of attempts: taken before the work, in a unit of work of their own, so that attempts made in parallel cannot
//! outrun the count.

use crate::ports::UnitOfWork;
use crate::{Error, Ports, Result};
use domain::Instant;
use domain::throttle::Budget;

/// The key of a bucket of attempts, and its budget.
pub(crate) type Bucket = (String, Budget);

/// Takes a place in each bucket, or in none.
pub(crate) async fn take_places(ports: &Ports, buckets: &[Bucket], now: Instant) -> Result<()> {
    if buckets.is_empty() {
        return Ok(());
    }
    let work = ports.store.begin().await?;
    for (bucket, budget) in buckets {
        take_place(work.as_ref(), bucket, *budget, now).await?;
    }
    Ok(work.commit().await?)
}

/// Takes a place within a unit of work that does more.
pub(crate) async fn take_place(work: &dyn UnitOfWork, bucket: &str, budget: Budget, now: Instant) -> Result<()> {
    match work.throttles().load(bucket).await?.take(budget, now) {
        Ok(taken) => Ok(work.throttles().save(bucket, &taken, now).await?),
        Err(full) => Err(Error::Throttled { retry_after_seconds: full.retry_after_seconds }),
    }
}

/// Does the work for which the places were taken, and gives them back, in a unit of work of their own, where the queue was full:
/// nothing was judged.
pub(crate) async fn unless_overloaded<T, E: Into<Error>>(
    ports: &Ports,
    buckets: &[Bucket],
    taken_at: Instant,
    attempt: impl Future<Output = Result<T, E>>,
) -> Result<T> {
    let attempted: Result<T> = attempt.await.map_err(Into::into);
    if matches!(attempted, Err(Error::Overloaded)) && !buckets.is_empty() {
        give_all_back(ports, buckets, taken_at).await?;
    }
    attempted
}

/// Gives the places back in a unit of work of its own.
pub(crate) async fn give_all_back(ports: &Ports, buckets: &[Bucket], taken_at: Instant) -> Result<()> {
    let work = ports.store.begin().await?;
    give_back(work.as_ref(), buckets, taken_at).await?;
    Ok(work.commit().await?)
}

/// Gives the places back within a unit of work that does more.
pub(crate) async fn give_back(work: &dyn UnitOfWork, buckets: &[Bucket], taken_at: Instant) -> Result<()> {
    for (bucket, _) in buckets {
        let attempts = work.throttles().load(bucket).await?.give_back(taken_at);
        work.throttles().save(bucket, &attempts, taken_at).await?;
    }
    Ok(())
}
