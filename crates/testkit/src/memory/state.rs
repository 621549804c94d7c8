//! What is stored, as plain values.

use super::imports::KeptImport;
use super::leave_types::LeaveTypes;
use super::records::{AuditRecord, KeptMonth, LeaveRecord, Unlock};
use application::events::Event;
use application::ports::{ClaimedMail, EntryView, MailState};
use application::ports::{
    Credentials, Identity, KeptValue, LeaveFeed, Login, NewLeaveStep, NewLedgerRow, NewNotice, NewResubmission,
    NewSession, PasswordHash, PersonName, PersonRecord, PersonView, ResetLink, ResetRequest, SecondFactor, SignInCode,
    Substitution, WaitingKey,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::holiday::Holiday;
use domain::id::{
    HolidayId, IdentityId, ImportId, LeaveRequestId, MailId, NoticeId, ResubmissionId, SessionId, SubstitutionId,
    TimesheetId, UnlockId, UserId,
};
use domain::mail_choices::{MailKind, MailTiming};
use domain::oversight::jobs::{Job, JobRun};
use domain::person::service::{ServicePeriod, Tenure};
use domain::person::{Employment, FullName, Role, Salary, check_first_day};
use domain::session::SessionEnd;
use domain::settings::{Decided, Key};
use domain::text::folded;
use domain::throttle::Attempts;
use domain::time::{Month, WorkPattern};
use domain::timesheet::Entry;
use domain::work_patterns::PatternOwner;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is stored.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    pub people: BTreeMap<UserId, Account>,
    /// The employee ID that was handed out last.
    pub last_employee_id: Option<u32>,
    /// Sessions, ended ones too.
    pub sessions: BTreeMap<SessionId, Session>,
    /// When somebody last signed in from an address.
    pub known_addresses: BTreeMap<(UserId, String), Instant>,
    pub entries: BTreeMap<TimesheetId, Entry>,
    /// The versions of entries in the order in which they were made, each with its author.
    pub versions: Vec<(Entry, UserId)>,
    /// Unlocks, used ones too, and requests for them.
    pub unlocks: BTreeMap<UnlockId, Unlock>,
    pub marks: BTreeMap<(UserId, NaiveDate), Mark>,
    /// Resubmissions, with when they were viewed.
    pub resubmissions: BTreeMap<ResubmissionId, (NewResubmission, Option<Instant>)>,
    /// Notices, with when they were read.
    pub notices: BTreeMap<NoticeId, (NewNotice, Option<Instant>)>,
    /// Holidays, with when they were last changed.
    pub holidays: BTreeMap<HolidayId, (Holiday, Instant)>,
    pub imports: BTreeMap<ImportId, KeptImport>,
    pub leave_types: LeaveTypes,
    pub leave_feeds: BTreeMap<UserId, LeaveFeed>,
    /// The ledger of leave, in the order in which rows were entered.
    pub leave_ledger: Vec<NewLedgerRow>,
    pub leaves: BTreeMap<LeaveRequestId, LeaveRecord>,
    /// Their histories, in the order in which steps were taken.
    pub leave_steps: Vec<NewLeaveStep>,
    /// Months about which something is kept.
    pub months: BTreeMap<Month, KeptMonth>,
    /// Days that were accepted as absent: the note, by whom, and when.
    pub accepted: BTreeMap<(UserId, NaiveDate), (String, UserId, Instant)>,
    /// Who was reminded of a month, how, and on which day.
    pub reminders: BTreeSet<(Month, &'static str, UserId, NaiveDate)>,
    pub budgets: BTreeMap<String, Attempts>,
    pub mails: BTreeMap<MailId, Mail>,
    pub mail_choices: BTreeMap<(UserId, MailKind), MailTiming>,
    /// Requests for a reset link, in the order in which they came.
    pub reset_requests: Vec<ResetRequest>,
    pub links: BTreeMap<UserId, ResetLink>,
    /// Invitations that wait, with when each is due.
    pub invitations: BTreeMap<UserId, Instant>,
    pub second_factors: BTreeMap<UserId, Factors>,
    pub identities: BTreeMap<IdentityId, Identity>,
    /// What may come once and has come, with when it counts no longer.
    pub used_flows: BTreeMap<String, Instant>,
    /// Codes that become sessions, by their fingerprints.
    pub sign_in_codes: BTreeMap<String, SignInCode>,
    /// Settings about which something was decided.
    pub settings: BTreeMap<Key, Setting>,
    /// The lists of work patterns that were changed.
    pub work_patterns: BTreeMap<PatternOwner, PatternRecord>,
    /// Salaries, by the day from which each holds.
    pub salaries: BTreeMap<(UserId, NaiveDate), SalaryRow>,
    /// Substitutions, each with who ended it.
    pub substitutions: BTreeMap<SubstitutionId, (Substitution, Option<UserId>)>,
    pub kept_values: BTreeMap<&'static str, String>,
    pub job_runs: BTreeMap<Job, JobRun>,
    pub job_failures: BTreeMap<Job, Instant>,
    /// Events, in their order.
    pub events: Vec<Event>,
    /// What is sealed of them.
    pub audit: AuditRecord,
}

/// A salary, or none, with when and by whom it was set.
pub type SalaryRow = (Option<Salary>, Instant, Option<UserId>);

/// An account.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    pub record: PersonRecord,
    /// The days in service, oldest first.
    pub service: Vec<ServicePeriod>,
    /// The tenures that they follow from; `None` where the days in service say them, the first of them an original one.
    pub tenures: Option<Vec<Tenure>>,
    pub hash: Option<PasswordHash>,
    /// Whether the password has to be changed first.
    pub is_first_login: bool,
    pub created_at: Instant,
    /// Since when a generated password waits to be changed, where that is later.
    pub temporary_since: Option<Instant>,
    /// Since when they have their role, where they have had another.
    pub role_since: Option<Instant>,
    pub is_break_glass: bool,
}

/// What somebody has of a second factor.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Factors {
    pub waiting: Option<WaitingKey>,
    pub set: Option<Factor>,
    /// The fingerprints of the recovery codes.
    pub recovery: BTreeSet<String>,
}

/// A second factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Factor {
    pub factor: SecondFactor,
    pub created_at: Instant,
    pub last_used_at: Option<Instant>,
}

/// A session.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    pub started: NewSession,
    pub ended: Option<(SessionEnd, Instant)>,
}

/// A mark of absence.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    pub at: Instant,
    /// The day of the mail that has named it.
    pub mailed_on: Option<NaiveDate>,
}

/// A mail in the outbox. Its attempts are counted in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mail {
    pub mail: ClaimedMail,
    /// Whether its words are still there.
    pub has_words: bool,
    pub state: MailState,
    pub next_at: Option<Instant>,
    /// Until when somebody has it.
    pub claimed_until: Option<Instant>,
    pub sent_at: Option<Instant>,
    pub last_error: Option<String>,
}

/// A setting about which something was decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    pub version: u32,
    /// The values, in the order of their days.
    pub values: Vec<Decided>,
    pub changed_at: Instant,
    pub changed_by: Option<UserId>,
}

/// A list of patterns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PatternRecord {
    pub version: u32,
    /// Its rows, each with when and by whom it was set.
    pub rows: BTreeMap<NaiveDate, (Option<WorkPattern>, Instant, Option<UserId>)>,
}

/// A page, counted from 1, and how many there are in all.
pub(super) fn page_of<T>(all: Vec<T>, page: u32, limit: u32) -> (Vec<T>, u32) {
    let total = count(all.len());
    let before = u64::from(page.saturating_sub(1)).saturating_mul(limit.into());
    let before = usize::try_from(before).unwrap_or(usize::MAX);
    (all.into_iter().skip(before).take(limit as usize).collect(), total)
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Account {
    pub(super) fn name(&self) -> PersonName {
        let record = &self.record;
        PersonName { id: record.id, employee_id: record.employee_id, name: record.name.clone() }
    }

    pub(super) fn login(&self) -> Login {
        Login {
            hash: self.hash.clone(),
            is_active: self.record.standing.is_active,
            is_blocked: self.record.standing.is_blocked,
            is_first_login: self.is_first_login,
            role: self.record.standing.role,
            in_role_since: self.in_role_since(),
            is_break_glass: self.is_break_glass,
        }
    }

    pub(super) fn in_role_since(&self) -> Instant {
        self.role_since.unwrap_or(self.created_at)
    }

    pub(super) fn credentials(&self, is_known_address: bool) -> Credentials {
        Credentials { person: self.name(), email: self.record.email.to_string(), login: self.login(), is_known_address }
    }

    pub(super) fn all_tenures(&self) -> Vec<Tenure> {
        let said = || {
            let of =
                |(at, period): (usize, &ServicePeriod)| Tenure { is_original: at == 0, ..Tenure::original(*period) };
            self.service.iter().enumerate().map(of).collect()
        };
        self.tenures.clone().unwrap_or_else(said)
    }

    /// Whether the person was in service on that day.
    pub(super) fn served(&self, day: NaiveDate) -> bool {
        self.service.iter().any(|period| period.covers(day))
    }

    /// Whether their days have begun.
    pub(super) fn has_begun(&self, day: NaiveDate) -> bool {
        check_first_day(self.record.beginning().first_day(), day).is_ok()
    }

    /// By what lists are ordered.
    pub(super) fn order(&self) -> (String, u32) {
        let FullName { first, last } = &self.record.name;
        (folded(&format!("{first}\t{last}")), self.record.employee_id.number())
    }
}

impl State {
    /// The people that `keep` lets through, in the order of lists.
    pub(super) fn by_name(&self, keep: impl Fn(&Account) -> bool) -> Vec<&Account> {
        let mut people: Vec<&Account> = self.people.values().filter(|account| keep(account)).collect();
        people.sort_by_cached_key(|account| account.order());
        people
    }

    /// The manager of a person, where they can act on `today`, or somebody who stands in for them.
    pub(super) fn acting_manager(&self, account: &Account, today: NaiveDate) -> Option<UserId> {
        account.record.manager.filter(|manager| {
            self.people.get(manager).is_some_and(|found| {
                let standing = found.record.standing;
                standing.acts_as(Role::Manager)
                    || standing.can_be_represented() && self.is_stood_in_for(*manager, today)
            })
        })
    }

    pub(super) fn name_of(&self, user: UserId) -> Option<FullName> {
        self.people.get(&user).map(|account| account.record.name.clone())
    }

    /// Somebody with their name.
    pub(super) fn named(&self, user: UserId) -> Option<(UserId, FullName)> {
        Some((user, self.name_of(user)?))
    }

    pub(super) fn manager_of(&self, user: UserId) -> Option<UserId> {
        self.people.get(&user).and_then(|account| account.record.manager)
    }

    pub(super) fn is_in(&self, scope: &Scope, user: UserId) -> bool {
        scope.covers(user, self.manager_of(user))
    }

    pub(super) fn employment(&self, user: UserId, today: NaiveDate) -> Option<Employment> {
        let account = self.people.get(&user)?;
        Some(Employment {
            user,
            first_day: account.record.beginning().first_day(),
            is_in_service: account.record.standing.is_in_service(),
            manager: account.record.manager,
            manager_can_act: self.acting_manager(account, today).is_some(),
        })
    }

    pub(super) fn view(&self, account: &Account) -> PersonView {
        let record = &account.record;
        PersonView {
            person: account.name(),
            external_id: record.external_id.clone(),
            email: record.email.to_string(),
            phone_number: record.phone_number.clone(),
            role: record.standing.role,
            department: record.department.clone(),
            designation: record.designation.clone(),
            position: record.position.clone(),
            joining_date: record.joining_date,
            records_from: record.records_from,
            is_active: record.standing.is_active,
            is_blocked: record.standing.is_blocked,
            has_password: account.hash.is_some(),
            is_first_login: account.is_first_login,
            manager: record.manager.and_then(|manager| self.named(manager)),
            updated_at: record.updated_at,
        }
    }

    pub(super) fn entry_of(&self, user: UserId, date: NaiveDate) -> Option<&Entry> {
        self.entries.values().find(|entry| entry.user() == user && entry.date() == date)
    }

    /// The entries that `keep` lets through, newest day first, then by name.
    pub(super) fn entry_views(&self, keep: impl Fn(&Entry) -> bool) -> Vec<EntryView> {
        let owned = self.entries.values().filter(|entry| keep(entry));
        let mut found: Vec<_> =
            owned.filter_map(|entry| self.people.get(&entry.user()).map(|owner| (entry, owner))).collect();
        found.sort_by_cached_key(|(entry, owner)| (Reverse(entry.date()), owner.order()));
        found
            .into_iter()
            .map(|(entry, owner)| EntryView { entry: entry.clone().into(), person: owner.name() })
            .collect()
    }

    /// Whether the day is frozen for that person: marked, without an entry, an open unlock and approved leave over the whole of it,
    /// not accepted as absent, and in a month that is not closed.
    pub(super) fn is_frozen(&self, user: UserId, date: NaiveDate) -> bool {
        self.marks.contains_key(&(user, date))
            && self.entry_of(user, date).is_none()
            && self.open_unlock(user, date).is_none()
            && !self.is_on_leave(user, date)
            && !self.accepted.contains_key(&(user, date))
            && !self.is_closed(date)
            && self
                .people
                .get(&user)
                .is_some_and(|account| account.record.standing.acts_as(Role::Employee) && account.has_begun(date))
    }

    /// The frozen days of a person from `since` on, oldest first.
    pub(super) fn frozen_days(&self, user: UserId, since: NaiveDate) -> Vec<NaiveDate> {
        let marked = self.marks.range((user, since)..=(user, NaiveDate::MAX)).map(|((_, day), _)| *day);
        marked.filter(|day| self.is_frozen(user, *day)).collect()
    }

    /// A kept value, where it was ever set.
    pub fn kept_value(&self, value: KeptValue) -> Option<String> {
        self.kept_values.get(value.name()).cloned()
    }
}
