//! How the sample organisation's days became what they are. They are written step by step for everybody together: all first submissions,
//! then all first decisions, and so on.

use super::days::{Diary, Plan, Step, diary};
use super::history::{Year, history};
use super::log::Alike;
use super::people::PEOPLE;
use super::{Filler, Ids};
use application::Error;
use application::ports::{NewNotice, NewRequest, NewResubmission, NewUnlock};
use application::unlocks::events::{day_unlocked, unlock_requested};
use chrono::NaiveDate;
use domain::access::{Actor, MayDecide, may_decide, may_unlock};
use domain::id::{ResubmissionId, TimesheetId, UnlockId, UserId};
use domain::notice::rejected;
use domain::person::Role;
use domain::time::{Holidays, WorkCalendar};
use domain::timesheet::{Entry, Status};
use domain::unlock::WaitsFor;
use std::collections::BTreeMap;

/// So many entries are recorded or decided together at most.
const TOGETHER: usize = 500;

/// A day of somebody, and what has become of it.
struct Life {
    /// Whose place among the people.
    index: usize,
    user: UserId,
    plan: Plan,
    proof: MayDecide,
    /// Whether people still have what they were told about it.
    is_remembered: bool,
    entry: Option<Entry>,
}

impl Filler<'_> {
    /// Everybody's days. The last ones come last: the portal knows the newest entries by their ids.
    pub(super) async fn days(&self, ids: &Ids, holidays: &Holidays) -> Result<(), Error> {
        let year = self.year(holidays);
        let (mut lives, mut last, mut diaries) = (Vec::new(), Vec::new(), Vec::new());
        for (index, person) in PEOPLE.iter().enumerate() {
            let manager = person.decider().and_then(|mailbox| ids.get(mailbox)).copied();
            let (Some(user), Some(manager)) = (ids.get(person.mailbox).copied(), manager) else { continue };
            let proof = may_decide(&Actor::new(manager, Role::Manager), user, Some(manager))?;
            let calendar = WorkCalendar::new(self.moment.rules.work_patterns.of(user), holidays);
            let life =
                |is_remembered: bool| move |plan: Plan| Life { index, user, plan, proof, is_remembered, entry: None };
            lives.extend(history(index, person, year, calendar).into_iter().map(life(false)));
            if person.manager.is_some() {
                let mut diary = diary(index, person, &self.moment, calendar);
                last.extend(std::mem::take(&mut diary.plans).into_iter().map(life(true)));
                diaries.push((user, manager, diary));
            }
        }
        lives.append(&mut last);
        // Of those days that they recorded.
        let mornings = lives.iter().map(|life| (life.index, life.user, Role::Employee, life.plan.date)).collect();
        self.sign_ins(ids, mornings, year.office).await?;
        self.live_through(lives).await?;
        for (user, manager, diary) in &diaries {
            self.unlocks(*user, *manager, diary, ids).await?;
        }
        Ok(())
    }

    /// What everybody's year hangs on.
    pub(super) fn year<'a>(&'a self, holidays: &'a Holidays) -> Year<'a> {
        let office = WorkCalendar::new(self.moment.rules.work_patterns.of_organisation(), holidays);
        Year { today: self.moment.today, zone: self.moment.rules.zones.on(self.moment.today), office }
    }

    async fn unlocks(&self, user: UserId, manager: UserId, diary: &Diary, ids: &Ids) -> Result<(), Error> {
        for (date, reason) in &diary.unlocks {
            let by = ids.get("hr").copied().unwrap_or(manager);
            let proof = may_unlock(&Actor::new(by, Role::Hr), user, Some(manager))?;
            let id = UnlockId::new(self.ports.ids.next());
            let unlock = NewUnlock::new(proof, id, *date, (*reason).to_owned(), self.moment.now);
            self.work.unlocks().insert(&unlock).await?;
            self.happened(self.moment.now, self.by("hr", ids), day_unlocked(&unlock));
        }
        for (date, created_at, reason) in &diary.asked {
            let id = UnlockId::new(self.ports.ids.next());
            let (date, created_at, reason) = (*date, *created_at, (*reason).to_owned());
            let request = NewRequest { id, user, date, reason, created_at };
            self.work.unlocks().ask(&request).await?;
            let what = unlock_requested(&request, WaitsFor::Manager);
            self.happened(created_at, self.by_person(user, Role::Employee), what);
        }
        Ok(())
    }

    async fn live_through(&self, mut lives: Vec<Life>) -> Result<(), Error> {
        let steps = lives.iter().map(|life| life.plan.steps.len()).max().unwrap_or_default();
        for step in 0..steps {
            let mut recorded = Vec::new();
            let mut decided: BTreeMap<UserId, Vec<Entry>> = BTreeMap::new();
            let mut together: BTreeMap<Alike, (MayDecide, Vec<(NaiveDate, Status)>)> = BTreeMap::new();
            for life in &mut lives {
                let Some(step) = life.plan.steps.get(step) else { continue };
                let Some(entry) = self.next(life, step) else { continue };
                let before = life.entry.replace(entry.clone());
                match (step, before) {
                    (Step::Write(..), None) => {
                        self.submitted(None, &entry);
                        recorded.push(entry);
                    }
                    (Step::Write(..), Some(before)) => {
                        self.submitted(Some(&before), &entry);
                        self.work.timesheets().rewrite(&entry).await?;
                        if life.is_remembered {
                            self.came_back(&before, &entry).await?;
                        }
                    }
                    (Step::Approve(_) | Step::Reject(..), before) => {
                        let alike = (step.at(), life.user, step.reason());
                        let (_, days) = together.entry(alike).or_insert_with(|| (life.proof, Vec::new()));
                        days.extend(before.map(|before| (before.date(), before.status())));
                        if let Some(reason) = step.reason().filter(|_| life.is_remembered) {
                            let notice = rejected::notice(&[entry.date()], reason, None);
                            self.keep(NewNotice::to(self.ports, life.user, notice, entry.updated_at()));
                        }
                        decided.entry(life.proof.by()).or_default().push(entry);
                    }
                }
            }
            for recorded in recorded.chunks(TOGETHER) {
                self.work.timesheets().insert(recorded).await?;
            }
            for (manager, entries) in decided {
                for entries in entries.chunks(TOGETHER) {
                    self.work.timesheets().decide(entries, manager).await?;
                }
            }
            for (alike, (proof, days)) in together {
                self.decided(alike, proof, days);
            }
        }
        Ok(())
    }

    /// What a day becomes with this step, made with the rules' own transition.
    fn next(&self, life: &Life, step: &Step) -> Option<Entry> {
        match (step, life.entry.clone()) {
            (Step::Write(at, hours, text), None) => {
                let id = TimesheetId::new(self.ports.ids.next());
                Some(Entry::record(id, life.user, life.plan.date, *hours, text.clone(), *at))
            }
            (Step::Write(at, hours, text), Some(entry)) => Some(entry.rewrite(*hours, text.clone(), *at)),
            (Step::Approve(at), Some(entry)) => entry.approve(life.proof, *at).ok().flatten(),
            (Step::Reject(at, reason), Some(entry)) => {
                entry.reject(life.proof, reason, self.ports.zones().day_in(*at), *at).ok().flatten()
            }
            (Step::Approve(_) | Step::Reject(..), None) => None,
        }
    }

    async fn came_back(&self, before: &Entry, entry: &Entry) -> Result<(), Error> {
        let resubmission = NewResubmission {
            id: ResubmissionId::new(self.ports.ids.next()),
            timesheet: entry.id(),
            version: entry.version(),
            user: entry.user(),
            previous_hours: before.hours(),
            previous_description: before.description().to_owned(),
            original_comment: before.rejection().map(|rejection| rejection.comment.clone()).unwrap_or_default(),
            created_at: entry.updated_at(),
        };
        Ok(self.work.inbox().notify_resubmission(&resubmission).await?)
    }
}
