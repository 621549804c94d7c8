//! What the reports about the portal itself ask for, and the runs of its jobs.

use super::reports::quarter;
use super::state::{Account, State, count, page_of};
use super::{Memory, Unit};
use application::events::Event;
use application::facts::Fact;
use application::ports::{
    Activity, DecidedTogether, FoundPeople, JobRunReads, JobRunRepository, MailFigures, MailState, ManagerWaiting,
    Result, RoleAccounts, SystemReportReads, UnsentMail,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::oversight::health::Check;
use domain::oversight::jobs::{Job, JobRun};
use domain::person::{FullName, Role};
use domain::time::Month;
use domain::timesheet::Entry;
use std::collections::BTreeMap;

impl State {
    /// When somebody last signed in.
    pub(super) fn last_sign_in(&self, user: UserId) -> Option<Instant> {
        self.sessions.values().filter(|session| session.started.user == user).map(|one| one.started.created_at).max()
    }

    fn accounts_of(&self, role: Role, lately: Instant) -> RoleAccounts {
        let number = |keep: &dyn Fn(&Account) -> bool| {
            count(self.people.values().filter(|one| one.record.standing.role == role && keep(one)).count())
        };
        let last = |account: &Account| self.last_sign_in(account.record.id);
        RoleAccounts {
            role,
            accounts: number(&|_| true),
            active: number(&|one| one.record.standing.can_act()),
            blocked: number(&|one| one.record.standing.is_active && one.record.standing.is_blocked),
            inactive: number(&|one| !one.record.standing.is_active),
            never_signed_in: number(&|one| last(one).is_none()),
            not_lately: number(&|one| last(one).is_some_and(|at| at < lately)),
            temporary_passwords: number(&|one| {
                one.record.standing.is_active && one.is_first_login && one.hash.is_some()
            }),
        }
    }

    /// Whose manager this is.
    fn team_of(&self, manager: UserId) -> impl Iterator<Item = &Account> {
        self.people.values().filter(move |member| member.record.manager == Some(manager))
    }

    fn manager_waiting(&self, account: &Account, today: NaiveDate) -> ManagerWaiting {
        let manager = account.record.id;
        let is_of_team = |user: UserId| self.manager_of(user) == Some(manager);
        let own = || self.waiting().filter(|entry| is_of_team(entry.user()));
        let leave = self.leaves.values().filter(|leave| is_of_team(leave.made.user) && leave.made.status.waits());
        let substitute = self.running(today).find(|running| running.manager == manager);
        let name = |user: UserId| -> Option<FullName> {
            let record = &self.people.get(&user)?.record;
            record.standing.can_act().then(|| record.name.clone())
        };
        ManagerWaiting {
            manager: account.name(),
            team: count(self.team_of(manager).filter(|member| is_active_employee(member)).count()),
            waiting: count(own().count()),
            oldest: own().map(Entry::updated_at).min(),
            leave_waiting: count(leave.count()),
            substitute: substitute.and_then(|running| name(running.substitute)),
        }
    }

    fn is_found(&self, check: Check, account: &Account, today: NaiveDate, temporary_before: Instant) -> bool {
        let standing = account.record.standing;
        let id = account.record.id;
        match check {
            Check::WithoutManager => standing.acts_as(Role::Employee) && self.acting_manager(account, today).is_none(),
            Check::BlockedManagers => {
                let is_blocked = standing.role == Role::Manager && standing.is_active && standing.is_blocked;
                is_blocked && self.team_of(id).any(is_active_employee) && !self.is_stood_in_for(id, today)
            }
            Check::WithoutDepartment => is_active_employee(account) && account.record.department.is_none(),
            Check::WithoutJoiningDate => is_active_employee(account) && account.record.joining_date.is_none(),
            Check::TemporaryPasswords => {
                let since = account.temporary_since.unwrap_or(account.created_at);
                standing.is_active && account.is_first_login && account.hash.is_some() && since < temporary_before
            }
            _ => false,
        }
    }
}

fn is_active_employee(account: &Account) -> bool {
    account.record.standing.role == Role::Employee && account.record.standing.is_active
}

/// What an event counts for.
fn activity(event: &Event) -> Activity {
    let mut activity = Activity::default();
    match event.record.kind.as_ref() {
        "signed-in" => activity.sign_ins = 1,
        "sign-in-failed" => activity.failed_sign_ins = 1,
        "day-submitted" => activity.recorded = 1,
        "days-decided" => {
            let dates = event.record.details.iter().find(|(name, _)| *name == "dates");
            activity.decided = match dates {
                Some((_, Fact::List(dates))) => count(dates.len()),
                _ => 0,
            };
        }
        _ => {}
    }
    activity
}

#[async_trait]
impl SystemReportReads for Memory {
    async fn accounts(&self, lately: Instant) -> Result<Vec<RoleAccounts>> {
        self.read("SystemReportReads::accounts", |state| {
            let all = Role::ALL.into_iter().map(|role| state.accounts_of(role, lately));
            all.filter(|accounts| accounts.accounts > 0).collect()
        })
    }

    async fn activity(&self, from: Instant, before: Instant) -> Result<Vec<(Instant, Activity)>> {
        self.read("SystemReportReads::activity", |state| {
            let mut quarters: BTreeMap<Instant, Activity> = BTreeMap::new();
            for event in state.events.iter().filter(|event| from <= event.at && event.at < before) {
                let (sum, more) = (quarters.entry(quarter(event.at)).or_default(), activity(event));
                sum.sign_ins += more.sign_ins;
                sum.failed_sign_ins += more.failed_sign_ins;
                sum.recorded += more.recorded;
                sum.decided += more.decided;
            }
            quarters.into_iter().filter(|(_, sum)| *sum != Activity::default()).collect()
        })
    }

    async fn managers(&self, today: NaiveDate, page: u32, limit: u32) -> Result<(Vec<ManagerWaiting>, u32)> {
        self.read("SystemReportReads::managers", |state| {
            let is_meant =
                |account: &Account| account.record.standing.role == Role::Manager && account.record.standing.is_active;
            let mut rows: Vec<ManagerWaiting> =
                state.by_name(is_meant).into_iter().map(|account| state.manager_waiting(account, today)).collect();
            rows.sort_by_key(|row| (row.oldest.is_none(), row.oldest));
            page_of(rows, page, limit)
        })
    }

    async fn decided_by_team(
        &self,
        managers: &[UserId],
        from: Instant,
        before: Instant,
    ) -> Result<Vec<(UserId, DecidedTogether)>> {
        self.read("SystemReportReads::decided_by_team", |state| {
            let of = |entry: &Entry| {
                let manager = state.manager_of(entry.user()).filter(|manager| managers.contains(manager))?;
                Some((manager, state.decided(entry, from, before)?))
            };
            state.entries.values().filter_map(of).collect()
        })
    }

    async fn waiting_for_nobody(&self, today: NaiveDate) -> Result<(u32, Option<Instant>)> {
        self.read("SystemReportReads::waiting_for_nobody", |state| {
            let has_nobody = |entry: &&Entry| {
                state.people.get(&entry.user()).is_some_and(|one| state.acting_manager(one, today).is_none())
            };
            let found: Vec<Instant> = state.waiting().filter(has_nobody).map(Entry::updated_at).collect();
            (count(found.len()), found.into_iter().min())
        })
    }

    async fn mail_figures(&self, since: Instant) -> Result<MailFigures> {
        self.read("SystemReportReads::mail_figures", |state| {
            let of = |wanted: MailState| state.mails.values().filter(move |mail| mail.state == wanted);
            MailFigures {
                waiting: count(of(MailState::Waiting).count()),
                given_up: count(of(MailState::GivenUp).count()),
                sent: count(of(MailState::Sent).filter(|mail| mail.sent_at.is_some_and(|at| at >= since)).count()),
                oldest_waiting: of(MailState::Waiting).map(|mail| mail.mail.created_at).min(),
            }
        })
    }

    async fn unsent_mails(&self, limit: u32) -> Result<Vec<UnsentMail>> {
        self.read("SystemReportReads::unsent_mails", |state| {
            let mut unsent: Vec<_> = state.mails.values().rev().filter(|mail| mail.state != MailState::Sent).collect();
            unsent.sort_by_key(|mail| mail.state != MailState::GivenUp);
            let view = |mail: &super::Mail| UnsentMail {
                kind: mail.mail.letter.kind().to_owned(),
                to: mail.mail.to.clone(),
                since: mail.mail.created_at,
                attempts: mail.mail.attempt,
                next_at: mail.next_at,
                last_error: mail.last_error.clone(),
            };
            unsent.into_iter().take(limit as usize).map(view).collect()
        })
    }

    async fn newest_backup(&self) -> Result<Option<Instant>> {
        self.read("SystemReportReads::newest_backup", |state| {
            state.events.iter().filter(|event| event.record.kind == "backup-made").map(|event| event.at).max()
        })
    }

    async fn people_found(&self, today: NaiveDate, temporary_before: Instant, limit: u32) -> Result<Vec<FoundPeople>> {
        self.read("SystemReportReads::people_found", |state| {
            let of = |check: &Check| {
                let found = state.by_name(|account| state.is_found(*check, account, today, temporary_before));
                let people = found.iter().take(limit as usize).map(|account| account.name()).collect();
                FoundPeople { check: *check, count: count(found.len()), people }
            };
            Check::ALL.iter().map(of).filter(|found| found.count > 0).collect()
        })
    }

    async fn drifted_months(&self) -> Result<Vec<Month>> {
        self.read("SystemReportReads::drifted_months", |state| {
            let has_drifted = |kept: &super::KeptMonth| {
                kept.current().is_some() && kept.check.as_ref().is_some_and(|check| !check.agrees())
            };
            let drifted = state.months.iter().rev().filter(|(_, kept)| has_drifted(kept));
            drifted.map(|(month, _)| *month).collect()
        })
    }
}

#[async_trait]
impl JobRunRepository for Unit {
    async fn keep(&self, job: Job, run: &JobRun) -> Result<()> {
        self.ask("JobRunRepository::keep", |state| {
            state.job_runs.insert(job, run.clone());
            if run.error.is_some() {
                state.job_failures.insert(job, run.began_at);
            }
        })
    }
}

#[async_trait]
impl JobRunReads for Memory {
    async fn runs(&self) -> Result<Vec<(Job, JobRun)>> {
        self.read("JobRunReads::runs", |state| state.job_runs.iter().map(|(job, run)| (*job, run.clone())).collect())
    }

    async fn failures(&self) -> Result<Vec<(Job, Instant)>> {
        self.read("JobRunReads::failures", |state| state.job_failures.iter().map(|(job, at)| (*job, *at)).collect())
    }
}
