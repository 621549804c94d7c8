//! Rows of people are applied: first people themselves, then managers, then those who leave. What they come to is decided again.

use super::book::{Book, Subject, keys};
use super::decide::{Alteration, Circumstances, Creation, Decision, decide, told};
use super::plan::{closed, last_admin};
use crate::accounts::{NewAccount, create_many};
use crate::events::{Audience, Event, Push};
use crate::imports::{Action, DueRow, Options, Outcome, Problem};
use crate::invitations::invite;
use crate::leave_ledger::look_again;
use crate::people::{Author, Change, UnusedPassword, check_employee, check_manager, events, save, team_pushes};
use crate::ports::{ChangedPerson, NewPerson, PersonRecord};
use crate::work::Work;
use crate::work_patterns::{self, IntendedPattern};
use crate::{Error, Result};
use domain::access::Capability;
use domain::id::UserId;
use domain::import::Given;
use domain::import::people::PeopleRow;
use domain::month::{ChangedDays, Concerned, Held};
use domain::person::Role;
use std::collections::HashSet;

/// A place among the rows, and the name of a column.
type Cell = (usize, &'static str);
/// A person as they are to be saved, and who their manager was and is.
type Assignment = (ChangedPerson, Option<UserId>, Option<UserId>);

/// The rows of a piece in one pass, with what each comes to.
struct Piece<'a> {
    work: &'a Work<'a>,
    about: Circumstances<'a>,
    book: Book,
    rows: &'a [DueRow<PeopleRow>],
    outcomes: Vec<Outcome>,
}

pub(super) async fn apply(
    work: &Work<'_>,
    author: &Author,
    options: &Options,
    pass: u32,
    rows: &[DueRow<PeopleRow>],
) -> Result<Vec<Outcome>> {
    author.actor.require(Capability::ManagePeople)?;
    if !rows.iter().any(|row| may_concern(&row.value, pass)) {
        return Ok(rows.iter().map(|_| Outcome::Done).collect());
    }
    if pass == super::PEOPLE {
        // Leave is not allocated here, so that no writer waits for it.
        look_again(work).await?;
    }
    // Leave may be counted anew. Before anybody is locked, because a request for leave holds the holidays.
    work.holidays().all().await?;
    // Asked before any single account is locked; only an administrator can take one away.
    let is_last = pass == super::LEAVERS;
    let admins =
        if is_last && author.actor.role == Role::Admin { work.people().acting_admins().await? } else { Vec::new() };
    let mut book = Book::of(work.ports, work.accounts(), locked(work, rows).await?).await?;
    book.admins = admins;
    let records_from = options.records_from.unwrap_or(work.moment.today);
    let about = Circumstances { author, moment: work.moment, records_from };
    let outcomes = rows.iter().map(|_| Outcome::Done).collect();
    let mut piece = Piece { work, about, book, rows, outcomes };
    let events = match pass {
        super::PEOPLE => piece.change_people(options).await?,
        super::MANAGERS => piece.assign_managers().await?,
        _ => piece.end().await?,
    };
    work.events().append(&together(events)).await?;
    Ok(piece.outcomes)
}

/// Whether there may be something to do for a row in a pass.
fn may_concern(row: &PeopleRow, pass: u32) -> bool {
    match pass {
        super::MANAGERS => row.manager != Given::Absent,
        super::LEAVERS => row.is_active == Some(false) || row.role.is_some_and(|role| role != Role::Admin),
        _ => true,
    }
}

/// The accounts that rows name, locked: managers first, as an assignment does, and otherwise in the order of their ids.
async fn locked(work: &Work<'_>, rows: &[DueRow<PeopleRow>]) -> Result<Vec<PersonRecord>> {
    let found = work.accounts().accounts(&keys(rows.iter().map(|row| &row.value))).await?;
    let (managers, others): (Vec<PersonRecord>, Vec<PersonRecord>) =
        found.into_iter().partition(|account| account.standing.role == Role::Manager);
    let mut locked = Vec::new();
    for accounts in [managers, others].into_iter().filter(|accounts| !accounts.is_empty()) {
        let users: Vec<UserId> = accounts.iter().map(|account| account.id).collect();
        locked.extend(work.people().for_change_of(&users).await?);
    }
    Ok(locked)
}

/// The events of a piece, with what they push put together at the last: browsers hear of it once.
fn together(mut events: Vec<Event>) -> Vec<Event> {
    let mut pushes: Vec<Push> = Vec::new();
    for push in events.iter_mut().flat_map(|event| std::mem::take(&mut event.pushes)) {
        let Push::Changed { topic, audience } = push else {
            pushes.push(push);
            continue;
        };
        let same = pushes.iter_mut().find_map(|known| match known {
            Push::Changed { topic: other, audience } if *other == topic => Some(audience),
            _ => None,
        });
        match same {
            Some(known) => *known = widened(std::mem::replace(known, Audience::Everyone), audience),
            None => pushes.push(Push::Changed { topic, audience }),
        }
    }
    if let Some(last) = events.last_mut() {
        last.pushes = pushes;
    }
    events
}

/// An audience that has both.
fn widened(one: Audience, other: Audience) -> Audience {
    match (one, other) {
        (Audience::Users(mut users), Audience::Users(more)) => {
            users.extend(more);
            Audience::Users(sorted(users))
        }
        (Audience::Readers(mut users), Audience::Readers(more)) => {
            users.extend(more);
            Audience::Readers(sorted(users))
        }
        (Audience::Users(users), Audience::Readers(more)) | (Audience::Readers(more), Audience::Users(users)) => {
            Audience::Readers(sorted([users, more].concat()))
        }
        _ => Audience::Everyone,
    }
}

fn sorted(mut users: Vec<UserId>) -> Vec<UserId> {
    users.sort_unstable();
    users.dedup();
    users
}

impl Piece<'_> {
    fn set(&mut self, place: usize, outcome: Outcome) {
        if let Some(of) = self.outcomes.get_mut(place) {
            *of = outcome;
        }
    }

    /// What each row comes to where it is not left out; those that are not clear any more are.
    fn decided(&mut self, read: impl Fn(&Decision, &PeopleRow) -> Option<PeopleRow>) -> Result<Vec<(usize, Decision)>> {
        let mut decided = Vec::new();
        for (place, row) in self.rows.iter().enumerate() {
            match self.decide(&row.value, &read)? {
                Ok(decision) => decided.push((place, decision)),
                Err(problem) => self.set(place, Outcome::LeftOut(problem)),
            }
        }
        Ok(decided)
    }

    fn decide(
        &self,
        row: &PeopleRow,
        read: impl Fn(&Decision, &PeopleRow) -> Option<PeopleRow>,
    ) -> Result<Result<Decision, Problem>> {
        let subject = match self.book.subject(row) {
            Ok(subject) => subject,
            Err((column, sentence)) => return Ok(Err(super::show::refusal(row, column, sentence))),
        };
        let decision = match decide(self.about, &self.book, subject, row)? {
            Ok(decision) => decision,
            Err(problem) => return Ok(Err(problem)),
        };
        match read(&decision, row) {
            Some(part) => decide(self.about, &self.book, subject, &part),
            None => Ok(Ok(decision)),
        }
    }

    /// Adds new people, and changes known ones but for what comes last.
    async fn change_people(&mut self, options: &Options) -> Result<Vec<Event>> {
        let decided = self.decided(without_end)?;
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for (place, decision) in self.unchanged(decided)? {
            match decision {
                Decision::New(creation) => new.push((place, *creation)),
                Decision::Known(alteration) => known.push((place, *alteration)),
            }
        }
        // Everything is asked before anything is written.
        let known = self.hold(known, Alteration::days).await?;
        let days = |new: &Creation| vec![(new.begins(), new.details.days(), Concerned::Anybody)];
        let new = self.hold(new, days).await?;
        let mut events = self.alter(known).await?;
        events.extend(self.create(new, options).await?);
        Ok(events)
    }

    /// Those that have something to do, may do it, and are as the plan has seen them.
    fn unchanged(&mut self, decided: Vec<(usize, Decision)>) -> Result<Vec<(usize, Decision)>> {
        let mut kept = Vec::new();
        for (place, decision) in decided {
            let Some(due) = self.rows.get(place) else { continue };
            let (is_as_planned, has_effect) = match &decision {
                Decision::New(_) => (due.action == Action::Create, true),
                Decision::Known(own) => {
                    let seen = self.decide(&due.value, |_, _| None)?.ok().and_then(|whole| whole.seen(&self.book));
                    (due.action == Action::Change && seen == due.seen, own.has_effect || own.pattern.is_some())
                }
            };
            let is_done = due.action == Action::Create && !has_effect;
            if !is_as_planned && !is_done {
                self.set(place, Outcome::Changed);
            } else if has_effect {
                kept.push((place, decision));
            }
        }
        Ok(kept)
    }

    /// Leaves out those whose days lie in closed months, and holds the months of the others open.
    async fn hold<T>(
        &mut self,
        all: Vec<(usize, T)>,
        days: impl Fn(&T) -> Vec<(&'static str, ChangedDays, Concerned)>,
    ) -> Result<Vec<(usize, T)>> {
        let of = |(place, what): &(usize, T)| {
            days(what)
                .into_iter()
                .map(|(column, days, concerned)| ((*place, column), (days, concerned)))
                .collect::<Vec<_>>()
        };
        let (places, asked): (Vec<Cell>, Vec<(ChangedDays, Concerned)>) = all.iter().flat_map(of).unzip();
        if asked.is_empty() {
            return Ok(all);
        }
        let held = self.work.months().hold_all(&asked, self.work.moment.today).await?;
        let held: Vec<(usize, &'static str, Held)> =
            places.into_iter().zip(held).map(|((place, column), held)| (place, column, held)).collect();
        let refused = closed(self.rows.iter().map(|row| &row.value), &held)?;
        let left_out: HashSet<usize> = refused.iter().map(|(place, _)| *place).collect();
        for (place, problem) in refused {
            self.set(place, Outcome::LeftOut(problem));
        }
        Ok(all.into_iter().filter(|(place, _)| !left_out.contains(place)).collect())
    }

    async fn create(&mut self, new: Vec<(usize, Creation)>, options: &Options) -> Result<Vec<Event>> {
        let (work, count) = (self.work, u32::try_from(new.len()).unwrap_or(u32::MAX));
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let ids = work.people().next_employee_ids(count).await?;
        let (mut accounts, mut patterns): (Vec<NewAccount>, Vec<IntendedPattern>) = (Vec::new(), Vec::new());
        for ((_, Creation { details, pattern }), employee_id) in new.into_iter().zip(ids) {
            let user = UserId::new(work.ports.ids.next());
            let (salary, salary_from) = (details.salary, details.salary_from);
            if let Some((from, pattern)) = pattern {
                patterns.extend(work_patterns::first(user, from, pattern));
            }
            // They set their first password with the link of an invitation.
            let person = NewPerson { is_first_login: true, ..details.into_person(user, employee_id, work.moment) };
            accounts.push((person, salary, salary_from));
        }
        let mut events = create_many(work, &accounts).await?;
        if !patterns.is_empty() {
            events.extend(work_patterns::save(work, &patterns, false).await?);
        }
        if let Some(due) = options.invite {
            let active = accounts.iter().filter(|(person, ..)| person.is_active);
            let users: Vec<UserId> = active.map(|(person, ..)| person.id).collect();
            invite(&**work, &users, due).await?;
        }
        Ok(events)
    }

    async fn alter(&mut self, known: Vec<(usize, Alteration)>) -> Result<Vec<Event>> {
        let (mut changes, mut patterns) = (Vec::new(), Vec::new());
        for (place, own) in known {
            let Some(row) = self.rows.get(place) else { continue };
            if let Err(problem) = own.admit(&self.book, &row.value, self.about.author)? {
                self.set(place, Outcome::LeftOut(problem));
                continue;
            }
            patterns.extend(own.pattern.clone());
            let Some(known) = self.book.known(own.user).filter(|_| own.has_effect) else { continue };
            let unused_password = UnusedPassword::TakenAway;
            changes.push(Change { known: known.clone(), intended: own.intended, unused_password, note: None });
        }
        let mut events = save(self.work, changes).await?;
        if !patterns.is_empty() {
            events.extend(work_patterns::save(self.work, &patterns, true).await?);
        }
        Ok(events)
    }

    /// Gives people their managers, who have all been added and have their roles by now.
    async fn assign_managers(&mut self) -> Result<Vec<Event>> {
        let (mut people, mut events) = (Vec::new(), Vec::new());
        for (place, row) in self.rows.iter().enumerate() {
            match told(&row.value, "Manager", self.assignment(&row.value))? {
                Ok(Some((person, before, after))) => {
                    let user = person.record().id;
                    let what = events::manager_assigned(user, before, after);
                    events.push(self.work.event(what, team_pushes(user, [before, after])));
                    people.push(person);
                }
                Ok(None) => {}
                Err(problem) => self.set(place, Outcome::LeftOut(problem)),
            }
        }
        if !people.is_empty() {
            self.work.people().save_many(&people, self.work.moment.now).await?;
        }
        Ok(events)
    }

    /// The person with the manager of the row, or with none, and who the manager was and is; nothing where that stays.
    fn assignment(&self, row: &PeopleRow) -> Result<Option<Assignment>> {
        let manager = match &row.manager {
            Given::Absent => return Ok(None),
            Given::Cleared => None,
            Given::Value(key) => Some(self.book.manager(key).ok_or(Error::NotFound("Manager"))?),
        };
        let Ok(Subject::Known(user)) = self.book.subject(row) else { return Ok(None) };
        let Some(account) = self.book.known(user).map(|known| &known.account) else { return Ok(None) };
        if account.manager == manager {
            return Ok(None);
        }
        let proof = check_employee(&self.about.author.actor, user, account.standing.role)?;
        if let Some(lead) = manager.and_then(|manager| self.book.known(manager)) {
            check_manager(user, lead.account.id, lead.account.standing)?;
        }
        Ok(Some((ChangedPerson::assigned(proof, account.clone(), manager)?, account.manager, manager)))
    }

    /// Those leave who leave, and administrators become something else.
    async fn end(&mut self) -> Result<Vec<Event>> {
        let decided = self.decided(|_, _| None)?;
        let mut late = Vec::new();
        for (place, decision) in decided {
            match decision {
                Decision::Known(own) if own.is_late() => late.push((place, *own)),
                _ => {}
            }
        }
        let admins_lost = late.iter().filter(|(_, own)| own.intended.follows.takes_admin);
        let taken: HashSet<UserId> = admins_lost.map(|(_, own)| own.user).collect();
        if !taken.is_empty() && self.book.admins.iter().all(|admin| taken.contains(admin)) {
            for (place, own) in &late {
                let Some(row) = self.rows.get(*place).filter(|_| own.intended.follows.takes_admin) else { continue };
                let problem = last_admin(&row.value)?;
                self.set(*place, Outcome::LeftOut(problem));
            }
            late.retain(|(_, own)| !own.intended.follows.takes_admin);
        }
        let late = self.hold(late, Alteration::days).await?;
        self.alter(late).await
    }
}

/// The row of somebody who leaves or is an administrator no longer, without that.
fn without_end(decision: &Decision, row: &PeopleRow) -> Option<PeopleRow> {
    decision.is_late().then(|| PeopleRow { is_active: None, role: None, ..row.clone() })
}
