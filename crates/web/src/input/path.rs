//! What stands in the address of a request.

use std::str::FromStr;

use actix_web::HttpRequest;
use uuid::Uuid;

/// The part of the address that the route calls `name`.
pub(crate) fn segment<'a>(request: &'a HttpRequest, name: &str) -> &'a str {
    request.match_info().get(name).unwrap_or_default()
}

/// The id in the address. What is no id becomes the one id that nobody and nothing has, so that it is refused like any other that is
/// unknown, at its place among the refusals.
pub(crate) fn id_in<T: FromStr + From<Uuid>>(request: &HttpRequest) -> T {
    segment(request, "id").parse().unwrap_or_else(|_| Uuid::nil().into())
}

/// The month in the address, as it stands there.
pub(crate) fn month_in(request: &HttpRequest) -> String {
    segment(request, "month").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use domain::id::UserId;

    #[test]
    fn what_is_no_id_is_nobody() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        let user = |id: &'static str| id_in::<UserId>(&TestRequest::default().param("id", id).to_http_request());
        assert_eq!(user(id).to_string(), id);
        for other in ["", "EMP1001", "..", "0190163d8694739baea5966c26f8ad91", "%00"] {
            assert_eq!(user(other).uuid(), Uuid::nil(), "{other}");
        }
    }
}
