//! What stands in the address of a request.

use std::str::FromStr;

use actix_web::HttpRequest;
use domain::id::{HolidayId, LeaveRequestId, LeaveTypeId, SubstitutionId, TimesheetId, UnlockId, UserId};
use uuid::Uuid;

/// The part of the address that the route calls `name`.
pub(crate) fn segment<'a>(request: &'a HttpRequest, name: &str) -> &'a str {
    request.match_info().get(name).unwrap_or_default()
}

/// The person in the address. What is no id becomes the one id that nobody has, so that it is refused like any other
/// that is unknown, at its place among the refusals.
pub(crate) fn user_in(request: &HttpRequest, name: &str) -> UserId {
    id_in(request, name, UserId::new)
}

/// The holiday in the address, likewise.
pub(crate) fn holiday_in(request: &HttpRequest, name: &str) -> HolidayId {
    id_in(request, name, HolidayId::new)
}

/// The leave type in the address, likewise.
pub(crate) fn leave_type_in(request: &HttpRequest, name: &str) -> LeaveTypeId {
    id_in(request, name, LeaveTypeId::new)
}

/// The request for leave in the address, likewise.
pub(crate) fn leave_request_in(request: &HttpRequest, name: &str) -> LeaveRequestId {
    id_in(request, name, LeaveRequestId::new)
}

/// The substitution in the address, likewise.
pub(crate) fn substitution_in(request: &HttpRequest, name: &str) -> SubstitutionId {
    id_in(request, name, SubstitutionId::new)
}

/// The entry in the address, likewise.
pub(crate) fn timesheet_in(request: &HttpRequest, name: &str) -> TimesheetId {
    id_in(request, name, TimesheetId::new)
}

/// The request to unlock a date in the address, likewise.
pub(crate) fn unlock_in(request: &HttpRequest, name: &str) -> UnlockId {
    id_in(request, name, UnlockId::new)
}

/// The month in the address, as it stands there.
pub(crate) fn month_in(request: &HttpRequest) -> String {
    segment(request, "month").to_owned()
}

fn id_in<T: FromStr>(request: &HttpRequest, name: &str, id: fn(Uuid) -> T) -> T {
    segment(request, name).parse().unwrap_or_else(|_| id(Uuid::nil()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn what_is_no_id_is_nobody() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        let user = |id: &'static str| user_in(&TestRequest::default().param("id", id).to_http_request(), "id");
        assert_eq!(user(id).to_string(), id);
        for other in ["", "EMP1001", "..", "0190163d8694739baea5966c26f8ad91", "%00"] {
            assert_eq!(user(other).uuid(), Uuid::nil(), "{other}");
        }
    }
}
