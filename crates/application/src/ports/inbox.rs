//! Resubmissions and notices.

use super::{PersonName, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Leads;
use domain::id::{NoticeId, ResubmissionId, TimesheetId, UserId};
use domain::notice::Notice;
use domain::timesheet::Hours;

/// A manager's notification that a rejected day came back. It belongs to the employee's current manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewResubmission {
    pub id: ResubmissionId,
    pub timesheet: TimesheetId,
    /// The version that came back.
    pub version: u32,
    pub user: UserId,
    pub previous_hours: Hours,
    pub previous_description: String,
    pub original_comment: String,
    pub created_at: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotice {
    pub id: NoticeId,
    pub user: UserId,
    pub notice: Notice,
    pub created_at: Instant,
}

impl NewNotice {
    pub fn to(ports: &crate::Ports, user: UserId, notice: Notice, at: Instant) -> Self {
        Self { id: NoticeId::new(ports.ids.next()), user, notice, created_at: at }
    }
}

port! { UnitOfWork::inbox =>
    /// Resubmissions and notices, for writing.
    pub trait InboxRepository: Send + Sync {
        /// Saves a manager's notification.
        [Writes] async fn notify_resubmission(&self, resubmission: &NewResubmission) -> Result<()>;
        /// Marks the pending notifications of these entries as viewed, and says how many were pending.
        [Writes] async fn view_resubmissions_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32>;
        /// The current manager of each of these notifications. Unknown ids are left out.
        [Looks] async fn resubmission_managers(
            &self,
            ids: &[ResubmissionId],
        ) -> Result<Vec<(ResubmissionId, Option<UserId>)>>;
        /// Marks these notifications as viewed, and says how many were pending.
        [Writes] async fn view_resubmissions(&self, ids: &[ResubmissionId], at: Instant) -> Result<u32>;
        /// Saves notices.
        [Writes] async fn notify(&self, notices: &[NewNotice]) -> Result<()>;
        /// The owner of each of these notices. Unknown ids are left out.
        [Looks] async fn notice_owners(&self, ids: &[NoticeId]) -> Result<Vec<(NoticeId, UserId)>>;
        /// Marks these notices as read, and says how many were unread.
        [Writes] async fn read_notices(&self, ids: &[NoticeId], at: Instant) -> Result<u32>;
    }
}

/// A manager's notification that a rejected day came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResubmissionView {
    pub id: ResubmissionId,
    pub is_viewed: bool,
    pub timesheet: TimesheetId,
    pub date: NaiveDate,
    pub hours: Hours,
    pub description: String,
    pub person: PersonName,
    pub previous_hours: Hours,
    pub previous_description: String,
    pub original_comment: String,
    pub created_at: Instant,
}

/// A message to an employee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeView {
    pub id: NoticeId,
    pub kind: String,
    pub title: String,
    pub body: String,
    /// The first day it is about.
    pub date: Option<NaiveDate>,
    pub link: Option<String>,
    pub is_read: bool,
    pub created_at: Instant,
}

/// A number that the portal shows beside a link, by what it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Badge {
    UnreadNotices(UserId),
    /// The pending resubmissions of these teams, of days outside closed months.
    PendingResubmissions(Leads),
}

port! { Reads::inbox =>
    /// Reads resubmissions and notices.
    pub trait InboxReads: Send + Sync {
        /// The notifications about the people who are in these teams now: the pending ones of days outside closed months, and those
        /// viewed from `viewed_since` on; newest first.
        async fn resubmissions(&self, leads: &Leads, viewed_since: Instant) -> Result<Vec<ResubmissionView>>;
        /// A page (from 1) of the person's notices, newest first, and how many there are in all.
        async fn notices(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<NoticeView>, u32)>;
        /// What the badge counts.
        async fn count(&self, badge: Badge) -> Result<u32>;
    }
}
