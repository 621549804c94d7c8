//! What happened to the caller's own days.

use application::notices::Notices;
use application::ports::NoticeView;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

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

/// Where a page lies in the whole.
#[derive(Debug, Serialize, ToSchema)]
pub struct Pagination {
    /// This page, from 1.
    pub current: u64,
    pub pages: u64,
    /// Rows on all pages.
    pub total: u64,
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

impl Pagination {
    /// The page `current` of `total` rows, `limit` a page. Without rows there is one page, an empty one.
    pub fn new(current: u32, limit: u32, total: u32) -> Self {
        Self { current: current.into(), pages: total.div_ceil(limit.max(1)).max(1).into(), total: total.into() }
    }
}

impl NoticeList {
    /// A page of them.
    pub fn new(found: Notices, page: u32, limit: u32) -> Self {
        Self {
            pagination: Pagination::new(page, limit, found.total),
            unread: found.unread.into(),
            notifications: found.notices.into_iter().map(Notice::from).collect(),
        }
    }
}
