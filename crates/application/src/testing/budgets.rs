//! Budgets of attempts, at the moment at which the fakes' clock stands.

use super::{FakeWork, at};
use domain::Instant;
use domain::throttle::Attempts;
use mockall::Sequence;

fn now() -> Instant {
    at("2026-06-10T10:00:00Z")
}

/// `count` attempts, the last of them a second ago.
pub(crate) fn attempts(count: i64) -> Attempts {
    Attempts::new((1..=count).map(|n| now() - chrono::Duration::seconds(n)).collect())
}

/// The same attempts, and the one of now.
fn one_more(before: &Attempts) -> Attempts {
    Attempts::new(before.instants().iter().copied().chain([now()]).collect())
}

/// A unit of work in which each bucket, in this order, gets one attempt more.
pub(crate) fn taking(buckets: &[(&'static str, i64)]) -> FakeWork {
    let (mut work, mut order) = (FakeWork::default(), Sequence::new());
    for (bucket, count) in buckets.iter().copied() {
        let after = one_more(&attempts(count));
        let load = work.throttles.expect_load().withf(move |asked| asked == bucket).times(1).in_sequence(&mut order);
        load.returning(move |_| Ok(attempts(count)));
        work.throttles
            .expect_save()
            .withf(move |asked, saved, at| asked == bucket && *saved == after && *at == now())
            .times(1)
            .in_sequence(&mut order)
            .returning(|_, _, _| Ok(()));
    }
    work
}

/// A unit of work in which the attempt of now leaves each of the buckets, while those of others stay.
pub(crate) fn giving_back(buckets: &[&'static str]) -> FakeWork {
    let (mut work, mut order) = (FakeWork::default(), Sequence::new());
    for bucket in buckets.iter().copied() {
        let load = work.throttles.expect_load().withf(move |asked| asked == bucket).times(1).in_sequence(&mut order);
        load.returning(|_| Ok(one_more(&attempts(3))));
        work.throttles
            .expect_save()
            .withf(move |asked, saved, _| asked == bucket && *saved == attempts(3))
            .times(1)
            .in_sequence(&mut order)
            .returning(|_, _, _| Ok(()));
    }
    work
}
