//! What the caller has been told: what happened to their own days, and what waits for them in a month.

use application::notices;
use application::notices::Notices;
use application::ports::NoticeView;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::NoticeId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::dto::envelope::{Answer, Pagination};
use crate::dto::requests::{PageQuery, ViewedRequest};
use crate::dto::timesheets::Updated;
use crate::input::{Call, Json, Params, ask};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::ReadNotices;
use crate::reply::Outcome;

/// One thing that happened.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What it was, for a machine: `rejected`, `approved`, …
    pub kind: String,
    pub title: String,
    pub body: String,
    /// The day it is about, where it is about one.
    #[schema(required = true)]
    pub date: Option<NaiveDate>,
    /// Where to go in the portal.
    #[schema(required = true)]
    pub link: Option<String>,
    pub is_read: bool,
    pub created_at: DateTime<Utc>,
}

/// A page of notices, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeList {
    pub notifications: Vec<Notice>,
    /// Unread ones on all pages.
    pub unread: u64,
    pub pagination: Pagination,
}

impl From<NoticeView> for Notice {
    fn from(view: NoticeView) -> Self {
        Self {
            id: view.id.uuid(),
            kind: view.kind,
            title: view.title,
            body: view.body,
            date: view.date,
            link: view.link,
            is_read: view.is_read,
            created_at: view.created_at,
        }
    }
}

/// What the caller has been told, newest first.
#[utoipa::path(
    get, path = "/api/notifications",
    params(PageQuery),
    responses((status = 200, description = "A page of notices", body = Answer<NoticeList>), QueryRefusals),
)]
pub async fn notices(call: Call<ReadNotices, Params<PageQuery>>) -> Outcome<NoticeList> {
    let (Params(PageQuery { page, limit }), call) = call.input();
    let Notices { notices, unread, total } = ask!(call.read(notices::notices, page, limit)).await?;
    let notifications = notices.into_iter().map(Notice::from).collect();
    let pagination = Pagination::new(page, limit, total);
    Ok(Answer::of(NoticeList { notifications, unread: unread.into(), pagination }))
}

/// Marks notices as read.
#[utoipa::path(
    post, path = "/api/notifications/viewed",
    request_body = ViewedRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
)]
pub async fn view_notices(call: Call<ReadNotices, Json<ViewedRequest>>) -> Outcome<Updated> {
    let (Json(request), call) = call.input();
    let ids: Vec<NoticeId> = request.notification_ids.into_iter().map(NoticeId::new).collect();
    let updated = ask!(call.write(notices::mark_read, &ids)).await?;
    Ok(Answer::of(Updated { updated: updated.into() }))
}
