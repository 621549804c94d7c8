//! What is recorded of unlocks, and of requests for them.

use crate::events::Record;
use crate::ports::{DecidedRequest, ExpiredRequest, NewRequest, NewUnlock};
use chrono::NaiveDate;
use domain::id::{UnlockId, UserId};
use domain::unlock::WaitsFor;

/// A date was unlocked.
#[derive(Debug, Clone, Copy)]
pub struct DayUnlocked<'a> {
    user: UserId,
    date: NaiveDate,
    reason: &'a str,
    /// The request that was approved, and what was said about it.
    request: Option<(UnlockId, Option<&'a str>)>,
}

impl<'a> DayUnlocked<'a> {
    /// Without a request.
    #[must_use]
    pub fn unasked(unlock: &'a NewUnlock) -> Self {
        Self { user: unlock.user(), date: unlock.date, reason: &unlock.reason, request: None }
    }

    /// On request.
    #[must_use]
    pub fn as_asked(decided: &'a DecidedRequest) -> Self {
        let NewRequest { id, user, date, ref reason, .. } = decided.request;
        Self { user, date, reason, request: Some((id, decided.comment.as_deref())) }
    }
}

impl From<DayUnlocked<'_>> for Record {
    fn from(event: DayUnlocked<'_>) -> Self {
        let record =
            Self::of("day-unlocked").about([event.user]).detail("date", event.date).detail("reason", event.reason);
        match event.request {
            None => record,
            Some((id, None)) => record.detail("request", id),
            Some((id, Some(comment))) => record.detail("request", id).detail("comment", comment),
        }
    }
}

/// An Employee asked for an unlock.
#[derive(Debug, Clone, Copy)]
pub struct UnlockRequested<'a> {
    pub request: &'a NewRequest,
    /// For whom it waited then.
    pub waits_for: WaitsFor,
}

impl From<UnlockRequested<'_>> for Record {
    fn from(UnlockRequested { request, waits_for }: UnlockRequested<'_>) -> Self {
        Self::of("unlock-requested")
            .about([request.user])
            .detail("request", request.id)
            .detail("date", request.date)
            .detail("reason", request.reason.as_str())
            .detail("waitsFor", waits_for.name())
    }
}

/// A request was declined.
#[derive(Debug, Clone, Copy)]
pub struct UnlockDeclined<'a>(pub &'a DecidedRequest);

impl From<UnlockDeclined<'_>> for Record {
    fn from(UnlockDeclined(decided): UnlockDeclined<'_>) -> Self {
        Self::of("unlock-declined")
            .about([decided.request.user])
            .detail("request", decided.request.id)
            .detail("date", decided.request.date)
            .detail("comment", decided.comment.as_deref().unwrap_or_default())
    }
}

/// A request expired.
#[derive(Debug, Clone, Copy)]
pub struct RequestExpired<'a>(pub &'a ExpiredRequest);

impl From<RequestExpired<'_>> for Record {
    fn from(RequestExpired(request): RequestExpired<'_>) -> Self {
        Self::of("unlock-expired")
            .about([request.user])
            .detail("request", request.id)
            .detail("date", request.date)
            .detail("reason", request.reason.as_str())
    }
}
