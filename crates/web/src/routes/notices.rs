//! What happened to the caller's own days.

use crate::dto::envelope::Answer;
use crate::dto::notices::NoticeList;
use crate::dto::requests::{PageQuery, ViewedRequest};
use crate::dto::timesheets::Updated;
use crate::input::{Call, Json, Params};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::RecordDays;
use crate::reply::Outcome;
use application::notices;
use domain::id::NoticeId;

/// What happened to the caller's own days, newest first.
#[utoipa::path(
    get,
    path = "/api/notifications",
    operation_id = "notices",
    tag = "notifications",
    params(PageQuery),
    responses((status = 200, description = "A page of notices", body = Answer<NoticeList>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn notifications(call: Call<RecordDays, Params<PageQuery>>) -> Outcome<NoticeList> {
    let (Params(query), call) = call.input();
    let (page, limit) = query.page_and_limit();
    let found =
        call.read(move |ports, caller| async move { notices::notices(&ports, &caller, page, limit).await }).await?;
    Ok(Answer::of(NoticeList::new(found, page, limit)))
}

/// Marks notices as read.
#[utoipa::path(
    post,
    path = "/api/notifications/viewed",
    operation_id = "viewNotices",
    tag = "notifications",
    request_body = ViewedRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
    security(("bearer" = [])),
)]
pub async fn viewed(call: Call<RecordDays, Json<ViewedRequest>>) -> Outcome<Updated> {
    let (Json(request), call) = call.input();
    let ids: Vec<NoticeId> = request.notification_ids.into_iter().map(NoticeId::new).collect();
    let updated = call.write(|ports, caller| async move { notices::mark_read(&ports, &caller, &ids).await }).await?;
    Ok(Answer::of(Updated { updated: updated.into() }))
}
