//! Mails by choice.

use application::ports::{
    Addressees, DigestNotice, DigestRepository, MailChoiceReads, MailChoiceRepository, MissingDays, Recipient,
    StoreError, WaitingEntries,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
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
    fn unrecorded(day: NaiveDate, expected: &Expected, after: Option<UserId>, limit: u32) -> Vec<Recipient>;
});
