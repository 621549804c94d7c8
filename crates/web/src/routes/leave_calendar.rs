//! The leave calendar, and the feed by which calendar programs read leave.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;
use actix_web::{HttpResponse, Responder};
use application::leave_calendar as calendar;
use application::leave_feeds as feeds;

use crate::dto::envelope::{Answer, Nothing};
use crate::dto::leave_calendar::{LeaveCalendar, LeaveCalendarQuery, LeaveFeed, LeaveFeedData, LeaveFeedUrl};
use crate::error::Failure;
use crate::input::{Call, Open, Params, ask, segment};
use crate::openapi::{LinkRefusals, PlainRefusals, QueryRefusals};
use crate::permission::{KeepLeaveFeed, SeeLeaveCalendar};
use crate::portal::Portal;
use crate::reply::{Created, Made, Outcome};
use crate::runner::Deadline;

/// A month of leave: of a manager's teams, or of everybody for HR and administrators. It ends with December of the next year.
#[utoipa::path(
    get, path = "/api/leave/calendar",
    params(LeaveCalendarQuery),
    responses((status = 200, description = "The month", body = Answer<LeaveCalendar>), QueryRefusals),
)]
pub async fn leave_calendar(call: Call<SeeLeaveCalendar, Params<LeaveCalendarQuery>>) -> Outcome<LeaveCalendar> {
    let (Params(query), call) = call.input();
    let (page, limit, wanted) = (query.page, query.limit, query.wanted()?);
    let found = ask!(call.read(calendar::leave_calendar, wanted)).await?;
    Ok(Answer::of(LeaveCalendar::new(found, page, limit)))
}

/// When the caller's link to the feed was made, where there is one.
#[utoipa::path(
    get, path = "/api/leave/feed",
    responses((status = 200, description = "The link, without its secret", body = Answer<LeaveFeedData>), PlainRefusals),
)]
pub async fn leave_feed(call: Call<KeepLeaveFeed>) -> Outcome<LeaveFeedData> {
    let made = ask!(call.read(feeds::leave_feed)).await?;
    Ok(Answer::of(LeaveFeedData { feed: made.map(|created_at| LeaveFeed { created_at }) }))
}

/// Makes the caller a link to the feed of their own leave, or of a manager's team. The one that they had ends at once.
#[utoipa::path(
    post, path = "/api/leave/feed",
    responses((status = 201, description = "The address, which is shown only once", body = Answer<LeaveFeedUrl>), PlainRefusals),
)]
pub async fn make_leave_feed(portal: Data<Portal>, call: Call<KeepLeaveFeed>) -> Made<LeaveFeedUrl> {
    let token = ask!(call.write(feeds::make_leave_feed)).await?;
    let url = format!("{}/api/leave/feed/{}.ics", portal.operator.public_url, token.0);
    Ok(Created::new(Answer::of(LeaveFeedUrl { url })))
}

/// Ends the caller's link.
#[utoipa::path(
    delete, path = "/api/leave/feed",
    responses((status = 200, description = "There is none any more", body = Answer<Nothing>), PlainRefusals),
)]
pub async fn end_leave_feed(call: Call<KeepLeaveFeed>) -> Outcome<Nothing> {
    ask!(call.write(feeds::end_leave_feed)).await?;
    Ok(Answer::of(Nothing {}))
}

/// The feed as an iCalendar text, for everyone who has the link.
#[utoipa::path(
    get, path = "/api/leave/feed/{token}.ics",
    params(("token" = String, Path, description = "The secret of the link")),
    responses((status = 200, description = "The calendar", body = String, content_type = "text/calendar; charset=utf-8"), LinkRefusals),
    security(()),
)]
pub async fn read_leave_feed(request: HttpRequest, open: Open) -> Result<impl Responder, Failure> {
    let token = segment(&request, "token").to_owned();
    let ports = Arc::clone(&open.portal.ports);
    let asking = async move { feeds::read_leave_feed(&ports, &token).await };
    let text = open.portal.runner.read(Deadline::usual(), asking).await?;
    Ok(HttpResponse::Ok().content_type("text/calendar; charset=utf-8").body(text))
}
