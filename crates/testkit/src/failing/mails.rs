//! What waits to be read, mails, and mails by choice.

use application::ports::{
    Addressees, Badge, DigestNotice, DigestRepository, InboxReads, InboxRepository, MailChoiceReads,
    MailChoiceRepository, MailRepository, MissingDays, NewMail, NewNotice, NewResubmission, NoticeView, Recipient,
    ResubmissionView, StoreError, WaitingEntries,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Leads;
use domain::id::{NoticeId, ResubmissionId, TimesheetId, UserId};
use domain::mail_choices::{MailKind, MailTiming};
use domain::work_patterns::Expected;

use super::{Failing, FailingWork, Fault, away};

passing_on!(MailChoiceReads for Failing through mail_choices {
    fn chosen(user: UserId) -> Vec<(MailKind, MailTiming)>;
});

passing_on!(MailChoiceRepository for FailingWork through mail_choices {
    fn wanting(kind: MailKind, timing: MailTiming, to: &Addressees) -> Vec<Recipient>;
    fn of(user: UserId) -> Vec<(MailKind, MailTiming)>;
    fn choose(user: UserId, kind: MailKind, timing: Option<MailTiming>) -> ();
});

passing_on!(DigestRepository for FailingWork through digests {
    fn next_readers(after: Option<UserId>, limit: u32) -> Vec<Recipient>;
    fn choices_of(users: &[UserId]) -> Vec<(UserId, MailKind, MailTiming)>;
    fn unread_notices(users: &[UserId], since: Instant, until: Instant) -> Vec<DigestNotice>;
    fn stood_in_for_by(users: &[UserId], today: NaiveDate) -> Vec<(UserId, UserId)>;
    fn waiting(managers: &[UserId]) -> Vec<WaitingEntries>;
    fn missing(managers: &[UserId], since: NaiveDate) -> Vec<MissingDays>;
    fn pending_resubmissions(managers: &[UserId]) -> Vec<(UserId, u32)>;
    fn waiting_leave(managers: &[UserId]) -> Vec<(UserId, u32)>;
    fn unrecorded(day: NaiveDate, expected: &Expected, after: Option<UserId>, limit: u32) -> Vec<Recipient>;
});

passing_on!(InboxReads for Failing through inbox {
    fn resubmissions(leads: &Leads, viewed_since: Instant) -> Vec<ResubmissionView>;
    fn notices(user: UserId, page: u32, limit: u32) -> (Vec<NoticeView>, u32);
    fn count(badge: Badge) -> u32;
});

passing_on!(InboxRepository for FailingWork through inbox {
    fn notify_resubmission(resubmission: &NewResubmission) -> ();
    fn view_resubmissions_of(entries: &[TimesheetId], at: Instant) -> u32;
    fn resubmission_managers(ids: &[ResubmissionId]) -> Vec<(ResubmissionId, Option<UserId>)>;
    fn view_resubmissions(ids: &[ResubmissionId], at: Instant) -> u32;
    fn notify(notices: &[NewNotice]) -> ();
    fn notice_owners(ids: &[NoticeId]) -> Vec<(NoticeId, UserId)>;
    fn read_notices(ids: &[NoticeId], at: Instant) -> u32;
});

passing_on!(MailRepository for FailingWork through mails {
    fn enqueue(mails: &[NewMail]) -> ();
});
