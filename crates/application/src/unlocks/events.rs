//! What is recorded of unlocks, and of requests for them.

use crate::events::Record;
use crate::ports::{DecidedRequest, ExpiredRequest, NewRequest, NewUnlock};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::unlock::WaitsFor;

/// A date was unlocked without a request.
pub fn day_unlocked(unlock: &NewUnlock) -> Record {
    unlocked(unlock.user(), unlock.date, &unlock.reason)
}

/// A date was unlocked on request.
pub fn day_unlocked_on_request(decided: &DecidedRequest) -> Record {
    let NewRequest { id, user, date, ref reason, .. } = decided.request;
    unlocked(user, date, reason).detail("request", id).optional("comment", decided.comment.as_deref())
}

fn unlocked(user: UserId, date: NaiveDate, reason: &str) -> Record {
    Record::of("day-unlocked").about([user]).detail("date", date).detail("reason", reason)
}

/// An Employee asked for an unlock, and for whom the request waited then.
pub fn unlock_requested(request: &NewRequest, waits_for: WaitsFor) -> Record {
    Record::of("unlock-requested")
        .about([request.user])
        .detail("request", request.id)
        .detail("date", request.date)
        .detail("reason", request.reason.as_str())
        .detail("waitsFor", waits_for.name())
}

/// A request was declined.
pub fn unlock_declined(decided: &DecidedRequest) -> Record {
    Record::of("unlock-declined")
        .about([decided.request.user])
        .detail("request", decided.request.id)
        .detail("date", decided.request.date)
        .detail("comment", decided.comment.as_deref().unwrap_or_default())
}

/// A request expired.
pub fn request_expired(request: &ExpiredRequest) -> Record {
    Record::of("unlock-expired")
        .about([request.user])
        .detail("request", request.id)
        .detail("date", request.date)
        .detail("reason", request.reason.as_str())
}
