//! What waits to be read, mails, and mails by choice.

use application::ports::{
    Addressees, Badge, DigestNotice, DigestRepository, InboxReads, InboxRepository, MailChoiceReads,
    MailChoiceRepository, MailRepository, MissingDays, NewMail, NewNotice, NewResubmission, NoticeView, Recipient,
    ResubmissionView, WaitingEntries,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Leads;
use domain::id::{NoticeId, ResubmissionId, TimesheetId, UserId};
use domain::mail_choices::{MailKind, MailTiming};
use domain::work_patterns::Expected;

use super::{Failing, FailingWork};

passing_on!(MailChoiceReads for Failing through mail_choices {
    fn chosen(user: UserId) -> Vec<(MailKind, MailTiming)>;
});

passing_on!(MailChoiceRepository for FailingWork through mail_choices {
    Looks fn wanting(kind: MailKind, timing: MailTiming, to: &Addressees) -> Vec<Recipient>;
    Looks fn of(user: UserId) -> Vec<(MailKind, MailTiming)>;
    Writes fn choose(user: UserId, kind: MailKind, timing: Option<MailTiming>) -> ();
});

passing_on!(DigestRepository for FailingWork through digests {
    Looks fn next_readers(after: Option<UserId>, limit: u32) -> Vec<Recipient>;
    Looks fn choices_of(users: &[UserId]) -> Vec<(UserId, MailKind, MailTiming)>;
    Looks fn unread_notices(users: &[UserId], since: Instant, until: Instant) -> Vec<DigestNotice>;
    Looks fn stood_in_for_by(users: &[UserId], today: NaiveDate) -> Vec<(UserId, UserId)>;
    Looks fn waiting(managers: &[UserId]) -> Vec<WaitingEntries>;
    Looks fn missing(managers: &[UserId], since: NaiveDate) -> Vec<MissingDays>;
    Looks fn pending_resubmissions(managers: &[UserId]) -> Vec<(UserId, u32)>;
    Looks fn waiting_leave(managers: &[UserId]) -> Vec<(UserId, u32)>;
    Looks fn unrecorded(day: NaiveDate, expected: &Expected, after: Option<UserId>, limit: u32) -> Vec<Recipient>;
});

passing_on!(InboxReads for Failing through inbox {
    fn resubmissions(leads: &Leads, viewed_since: Instant) -> Vec<ResubmissionView>;
    fn notices(user: UserId, page: u32, limit: u32) -> (Vec<NoticeView>, u32);
    fn count(badge: Badge) -> u32;
});

passing_on!(InboxRepository for FailingWork through inbox {
    Writes fn notify_resubmission(resubmission: &NewResubmission) -> ();
    Writes fn view_resubmissions_of(entries: &[TimesheetId], at: Instant) -> u32;
    Looks fn resubmission_managers(ids: &[ResubmissionId]) -> Vec<(ResubmissionId, Option<UserId>)>;
    Writes fn view_resubmissions(ids: &[ResubmissionId], at: Instant) -> u32;
    Writes fn notify(notices: &[NewNotice]) -> ();
    Looks fn notice_owners(ids: &[NoticeId]) -> Vec<(NoticeId, UserId)>;
    Writes fn read_notices(ids: &[NoticeId], at: Instant) -> u32;
});

passing_on!(MailRepository for FailingWork through mails {
    Writes fn enqueue(mails: &[NewMail]) -> ();
});
