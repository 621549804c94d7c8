//! Rows of people are applied, pass by pass. What they come to is decided again.

use super::book::{Book, Subject, keys};
use super::decide::{Alteration, Circumstances, Creation, Decision, decide, told};
use super::passes::{self, Seen, concerns, first_part, later_part, may_give_leave};
use super::plan::{closed, last_admin};
use super::show::refusal;
use crate::accounts::{NewAccount, create_many};
use crate::events::{Audience, Event, Push};
use crate::imports::{Action, DueRow, Options, Outcome};
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
    pass: u32,
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
    let concerned: Vec<&DueRow<PeopleRow>> = rows.iter().filter(|row| concerns(row, pass)).collect();
    if concerned.is_empty() {
        return Ok(rows.iter().map(|_| Outcome::Done).collect());
    }
    if concerned.iter().any(|row| may_give_leave(row, pass)) {
        // Leave is not allocated here, so that no writer waits for it.
        look_again(work).await?;
    }
    // Leave may be counted anew. Before anybody is locked, because a request for leave holds the holidays.
    work.holidays().all().await?;
    // Asked before any single account is locked; only an administrator can take one away.
    let takes_admins = matches!(pass, passes::ADMINS | passes::LEAVERS) && author.actor.role == Role::Admin;
    let admins = if takes_admins { work.people().acting_admins().await? } else { Vec::new() };
    let mut book = Book::of(work.ports, work.accounts(), locked(work, pass, &concerned).await?).await?;
    book.admins = admins;
    let records_from = options.records_from.unwrap_or(work.moment.today);
    let about = Circumstances { author, moment: work.moment, records_from };
    let outcomes = rows.iter().map(|_| Outcome::Done).collect();
    let mut piece = Piece { work, about, pass, book, rows, outcomes };
    let events = match pass {
        passes::PEOPLE => piece.change_people(options).await?,
        passes::MANAGERS => piece.assign_managers().await?,
        _ => piece.change_standings().await?,
    };
    work.events().append(&together(events)).await?;
    Ok(piece.outcomes)
}

/// The accounts that rows name, locked: managers first, as an assignment does, and otherwise in the order of their ids.
async fn locked(work: &Work<'_>, pass: u32, rows: &[&DueRow<PeopleRow>]) -> Result<Vec<PersonRecord>> {
    let mut keys = keys(rows.iter().map(|row| &row.value));
    if pass == passes::MANAGERS {
        keys.users.extend(rows.iter().filter_map(|row| Seen::of(row)?.manager));
    }
    let found = work.accounts().accounts(&keys).await?;
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

    /// What each row comes to in the first pass, where it changes anything. Those that are not as the plan has seen them are left out.
    fn first(&mut self) -> Result<Vec<(usize, Decision)>> {
        let mut kept = Vec::new();
        for (place, due) in self.rows.iter().enumerate() {
            match self.first_of(due)? {
                Ok(Some(decision)) => kept.push((place, decision)),
                Ok(None) => {}
                Err(outcome) => self.set(place, outcome),
            }
        }
        Ok(kept)
    }

    fn first_of(&self, due: &DueRow<PeopleRow>) -> Result<Result<Option<Decision>, Outcome>> {
        let subject = match self.subject(&due.value) {
            Ok(subject) => subject,
            Err(outcome) => return Ok(Err(outcome)),
        };
        let whole = match self.decide(subject, &due.value)? {
            Ok(whole) => whole,
            Err(outcome) => return Ok(Err(outcome)),
        };
        let Decision::Known(own) = &whole else {
            let is_as_planned = due.action == Action::Create;
            return Ok(if is_as_planned { Ok(Some(whole)) } else { Err(Outcome::Changed) });
        };
        let Some(known) = self.book.known(own.user) else { return Ok(Err(Outcome::Changed)) };
        let part = match self.decide(subject, &first_part(&known.account, &due.value))? {
            Ok(part) => part,
            Err(outcome) => return Ok(Err(outcome)),
        };
        let changes_anything = matches!(&part, Decision::Known(own) if own.changes_anything());
        let is_as_planned = match due.action {
            // The person has been added already, as the row wants them.
            Action::Create => !own.changes_anything(),
            _ => whole.seen(&self.book) == due.seen,
        };
        Ok(if is_as_planned { Ok(changes_anything.then_some(part)) } else { Err(Outcome::Changed) })
    }

    /// What the rows that a later pass concerns come to in it. Those whose person somebody else has changed are left out.
    fn rest(&mut self) -> Result<Vec<(usize, Alteration)>> {
        let (mut rest, pass) = (Vec::new(), self.pass);
        for (place, due) in self.rows.iter().enumerate().filter(|(_, due)| concerns(due, pass)) {
            match self.rest_of(due)? {
                Ok(own) => rest.push((place, own)),
                Err(outcome) => self.set(place, outcome),
            }
        }
        Ok(rest)
    }

    fn rest_of(&self, due: &DueRow<PeopleRow>) -> Result<Result<Alteration, Outcome>> {
        let subject = match self.subject(&due.value) {
            Ok(subject @ Subject::Known(_)) => subject,
            // Nobody is called so any more.
            Ok(Subject::New) => return Ok(Err(Outcome::Changed)),
            Err(outcome) => return Ok(Err(outcome)),
        };
        Ok(match self.decide(subject, &later_part(&due.value, self.pass))? {
            Ok(Decision::Known(own)) if self.is_as_seen(due, own.user) => Ok(*own),
            Ok(_) => Err(Outcome::Changed),
            Err(outcome) => Err(outcome),
        })
    }

    /// Whether what this pass changes of a person is as the plan has seen it, as the row wants it, or as this import has made it.
    fn is_as_seen(&self, due: &DueRow<PeopleRow>, user: UserId) -> bool {
        let Some(account) = self.book.known(user).map(|known| &known.account) else { return false };
        let seen = Seen::of(due);
        if self.pass != passes::MANAGERS {
            return [seen.map(|seen| seen.role), due.value.role].contains(&Some(account.standing.role));
        }
        let before = seen.and_then(|seen| seen.manager);
        let leads = |lead| self.book.known(lead).is_some_and(|lead| lead.account.standing.leads_a_team());
        match account.manager {
            // The team of somebody who leads none any more was released.
            None => !before.is_some_and(leads),
            present => present == before || present == self.named_manager(&due.value).ok().flatten(),
        }
    }

    fn subject(&self, row: &PeopleRow) -> Result<Subject, Outcome> {
        self.book.subject(row).map_err(|why| Outcome::LeftOut(refusal(row, why.column(), why.sentence())))
    }

    fn decide(&self, subject: Subject, row: &PeopleRow) -> Result<Result<Decision, Outcome>> {
        Ok(decide(self.about, &self.book, subject, row)?.map_err(Outcome::LeftOut))
    }

    /// Adds new people, and changes known ones but for what comes last.
    async fn change_people(&mut self, options: &Options) -> Result<Vec<Event>> {
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for (place, decision) in self.first()? {
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
            let unused_password = UnusedPassword::taken_away(self.work.ports);
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
        for (place, own) in self.rest()? {
            let Some(due) = self.rows.get(place) else { continue };
            match told(&due.value, "Manager", self.assignment(own.user, &due.value))? {
                Ok(Some((person, before, after))) => {
                    let what = events::manager_assigned(own.user, before, after);
                    events.push(self.work.event(what, team_pushes(own.user, [before, after])));
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
    fn assignment(&self, user: UserId, row: &PeopleRow) -> Result<Option<Assignment>> {
        let manager = self.named_manager(row)?;
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

    /// The manager whom a row gives, or `None` where it takes the present one away.
    fn named_manager(&self, row: &PeopleRow) -> Result<Option<UserId>> {
        match &row.manager {
            Given::Value(key) => self.book.manager(key).ok_or(Error::NotFound("Manager")).map(Some),
            Given::Absent | Given::Cleared => Ok(None),
        }
    }

    /// People get another role or leave. The last administrator stays.
    async fn change_standings(&mut self) -> Result<Vec<Event>> {
        let mut rest = self.rest()?;
        let admins_lost = rest.iter().filter(|(_, own)| own.intended.follows.takes_admin);
        let taken: HashSet<UserId> = admins_lost.map(|(_, own)| own.user).collect();
        if !taken.is_empty() && self.book.admins.iter().all(|admin| taken.contains(admin)) {
            for (place, own) in &rest {
                let Some(row) = self.rows.get(*place).filter(|_| own.intended.follows.takes_admin) else { continue };
                let problem = last_admin(&row.value)?;
                self.set(*place, Outcome::LeftOut(problem));
            }
            rest.retain(|(_, own)| !own.intended.follows.takes_admin);
        }
        let rest = self.hold(rest, Alteration::days).await?;
        self.alter(rest).await
    }
}
