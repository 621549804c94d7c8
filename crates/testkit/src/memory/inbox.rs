//! Resubmissions and notices.

use super::state::{State, count, page_of};
use super::{Memory, Unit};
use application::ports::{
    Badge, InboxReads, InboxRepository, NewNotice, NewResubmission, NoticeView, ResubmissionView, Result, StoreError,
    UniqueKey,
};
use async_trait::async_trait;
use domain::Instant;
use domain::access::Leads;
use domain::id::{NoticeId, ResubmissionId, TimesheetId, UserId};
use std::cmp::Reverse;

/// Sets the mark of those that `is_meant` and that have none, and says how many those were.
fn mark<'a, T: 'a>(
    all: impl Iterator<Item = &'a mut (T, Option<Instant>)>,
    is_meant: impl Fn(&T) -> bool,
    at: Instant,
) -> u32 {
    let unmarked = all.filter(|(one, mark)| mark.is_none() && is_meant(one));
    count(unmarked.map(|(_, mark)| *mark = Some(at)).count())
}

impl State {
    /// Whether the day that came back lies in a month that is not closed.
    fn is_in_open_month(&self, one: &NewResubmission) -> bool {
        self.entries.get(&one.timesheet).is_none_or(|entry| !self.is_closed(entry.date()))
    }

    /// The notifications that nobody has viewed, of days outside closed months.
    pub(super) fn pending_resubmissions(&self) -> impl Iterator<Item = &NewResubmission> {
        let pending = self.resubmissions.values().filter(|(_, viewed_at)| viewed_at.is_none());
        pending.map(|(one, _)| one).filter(|one| self.is_in_open_month(one))
    }
}

#[async_trait]
impl InboxRepository for Unit {
    async fn notify_resubmission(&self, resubmission: &NewResubmission) -> Result<()> {
        self.run("InboxRepository::notify_resubmission", |state| {
            let is_same = |(other, _): &(NewResubmission, _)| {
                other.timesheet == resubmission.timesheet && other.version == resubmission.version
            };
            if state.resubmissions.values().any(is_same) {
                return Err(StoreError::Conflict(UniqueKey::Resubmission));
            }
            state.resubmissions.insert(resubmission.id, (resubmission.clone(), None));
            Ok(())
        })
    }

    async fn view_resubmissions_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32> {
        self.ask("InboxRepository::view_resubmissions_of", |state| {
            mark(state.resubmissions.values_mut(), |one| entries.contains(&one.timesheet), at)
        })
    }

    async fn resubmission_managers(&self, ids: &[ResubmissionId]) -> Result<Vec<(ResubmissionId, Option<UserId>)>> {
        self.ask("InboxRepository::resubmission_managers", |state| {
            let found = state.resubmissions.values().filter(|(one, _)| ids.contains(&one.id));
            found.map(|(one, _)| (one.id, state.manager_of(one.user))).collect()
        })
    }

    async fn view_resubmissions(&self, ids: &[ResubmissionId], at: Instant) -> Result<u32> {
        self.ask("InboxRepository::view_resubmissions", |state| {
            mark(state.resubmissions.values_mut(), |one| ids.contains(&one.id), at)
        })
    }

    async fn notify(&self, notices: &[NewNotice]) -> Result<()> {
        self.ask("InboxRepository::notify", |state| {
            state.notices.extend(notices.iter().map(|notice| (notice.id, (notice.clone(), None))));
        })
    }

    async fn notice_owners(&self, ids: &[NoticeId]) -> Result<Vec<(NoticeId, UserId)>> {
        self.ask("InboxRepository::notice_owners", |state| {
            let found = state.notices.values().filter(|(notice, _)| ids.contains(&notice.id));
            found.map(|(notice, _)| (notice.id, notice.user)).collect()
        })
    }

    async fn read_notices(&self, ids: &[NoticeId], at: Instant) -> Result<u32> {
        self.ask("InboxRepository::read_notices", |state| {
            mark(state.notices.values_mut(), |notice| ids.contains(&notice.id), at)
        })
    }
}

#[async_trait]
impl InboxReads for Memory {
    async fn resubmissions(&self, leads: &Leads, viewed_since: Instant) -> Result<Vec<ResubmissionView>> {
        self.read("InboxReads::resubmissions", |state| {
            let shown = state.resubmissions.values().filter(|(one, viewed_at)| {
                leads.cover(state.manager_of(one.user))
                    && viewed_at.map_or_else(|| state.is_in_open_month(one), |at| at >= viewed_since)
            });
            let view = |(one, viewed_at): &(NewResubmission, Option<Instant>)| {
                let entry = state.entries.get(&one.timesheet)?;
                Some(ResubmissionView {
                    id: one.id,
                    is_viewed: viewed_at.is_some(),
                    timesheet: entry.id(),
                    date: entry.date(),
                    hours: entry.hours(),
                    description: entry.description().to_owned(),
                    person: state.people.get(&one.user)?.name(),
                    previous_hours: one.previous_hours,
                    previous_description: one.previous_description.clone(),
                    original_comment: one.original_comment.clone(),
                    created_at: one.created_at,
                })
            };
            let mut views: Vec<ResubmissionView> = shown.filter_map(view).collect();
            views.sort_by_key(|view| Reverse((view.created_at, view.id)));
            views
        })
    }

    async fn notices(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<NoticeView>, u32)> {
        self.read("InboxReads::notices", |state| {
            let own = state.notices.values().rev().filter(|(notice, _)| notice.user == user);
            let view = |(notice, read_at): &(NewNotice, Option<Instant>)| NoticeView {
                id: notice.id,
                kind: notice.notice.kind.name().to_owned(),
                title: notice.notice.title.clone(),
                body: notice.notice.body.clone(),
                date: notice.notice.date,
                link: notice.notice.link.clone(),
                is_read: read_at.is_some(),
                created_at: notice.created_at,
            };
            page_of(own.map(view).collect(), page, limit)
        })
    }

    async fn count(&self, badge: Badge) -> Result<u32> {
        self.read("InboxReads::count", |state| match badge {
            Badge::UnreadNotices(user) => count(
                state.notices.values().filter(|(notice, read_at)| notice.user == user && read_at.is_none()).count(),
            ),
            Badge::PendingResubmissions(leads) => {
                count(state.pending_resubmissions().filter(|one| leads.cover(state.manager_of(one.user))).count())
            }
        })
    }
}
