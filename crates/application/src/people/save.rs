//! Saves changes of accounts with all that follows from them: one, or many together.

use super::decide::Intended;
use super::known::KnownAccount;
use super::salaries::SalaryChange;
use super::{AddressChangedLetter, events, joining, team_pushes};
use crate::accounts::{CredentialsLetter, account_taken};
use crate::events::{Audience, Event, Push, Record, Topic};
use crate::invitations::{invite, send};
use crate::leave::end_with_service;
use crate::leave_feeds::events::leave_feed_ended;
use crate::mail::Letter;
use crate::ports::{ChangedPerson, Invitee, NewMail, NewSalary, PasswordHash, PersonName, PersonRecord};
use crate::substitutions::end_by_itself;
use crate::work::Work;
use crate::{Ports, Result};
use domain::id::UserId;
use domain::person::service::ServiceHistory;
use domain::person::{Consequences, NewPassword, SalaryShift, WaysIn};
use domain::session::SessionEnd;
use domain::sign_in::PasswordUse;
use std::collections::HashMap;

/// What becomes of a generated password that nobody has signed in with when the account moves to another address: it went to the old
/// one, which may have been mistyped.
pub(crate) enum UnusedPassword {
    Stays,
    /// The new one goes to the new address. It was hashed before anything was locked.
    Replaced(NewPassword, PasswordHash),
    /// The link of an invitation goes to the new address instead. For many accounts, because nothing is hashed.
    TakenAway,
}

impl UnusedPassword {
    /// For many accounts.
    pub(crate) fn taken_away(ports: &Ports) -> Self {
        if ports.providers.passwords == PasswordUse::Everybody { Self::TakenAway } else { Self::Stays }
    }
}

/// A change of an account, as it was decided.
pub(crate) struct Change {
    pub(crate) known: KnownAccount,
    pub(crate) intended: Intended,
    pub(crate) unused_password: UnusedPassword,
    /// What is recorded beside it.
    pub(crate) note: Option<Record>,
}

/// The same, while it is saved.
struct Saved {
    before: PersonRecord,
    after: PersonRecord,
    follows: Consequences,
    shift: SalaryShift,
    salary: Option<SalaryChange>,
    /// The days in service, where they are others.
    service: Option<ServiceHistory>,
    unused_password: UnusedPassword,
    note: Option<Record>,
    pushes: Vec<Push>,
}

/// Saves changes of accounts, each of another one, and returns the events to record. Leave is not allocated.
pub(crate) async fn save(work: &Work<'_>, changes: Vec<Change>) -> Result<Vec<Event>> {
    let (mut people, mut all) = (Vec::new(), Vec::new());
    for Change { known, intended, unused_password, note } in changes {
        let Intended { proof, mut after, follows, shift, salary, .. } = intended;
        let before = known.account;
        if follows.loses_manager {
            after.manager = None;
        }
        if before.standing.is_active != after.standing.is_active {
            after.deactivated_at = follows.leaves.then_some(work.moment.now);
        }
        people.push(ChangedPerson::managed(proof, after.clone())?);
        let serves = known.service.begun(after.beginning());
        let serves = serves.changed(before.standing, after.standing, work.moment.today);
        let service = (serves != known.service).then_some(serves);
        let pushes = team_pushes(before.id, [before.manager]);
        all.push(Saved { before, after, follows, shift, salary, service, unused_password, note, pushes });
    }
    if all.is_empty() {
        return Ok(Vec::new());
    }
    work.people().save_many(&people, work.moment.now).await.map_err(account_taken)?;
    save_terms(work, &all).await?;
    end_sessions(work, &mut all).await?;
    let mut events = end_what_follows(work, &all).await?;
    for saved in all {
        events.extend(saved.events(work));
    }
    Ok(events)
}

/// Salaries and days in service.
async fn save_terms(work: &Work<'_>, all: &[Saved]) -> Result<()> {
    let shifts = all.iter().filter(|saved| saved.shift != SalaryShift::default());
    let shifts: Vec<(UserId, SalaryShift)> = shifts.map(|saved| (saved.before.id, saved.shift.clone())).collect();
    if !shifts.is_empty() {
        work.salaries().shift(&shifts).await?;
    }
    let set = |saved: &Saved| {
        let SalaryChange { from, after, .. } = saved.salary?;
        Some(NewSalary { user: saved.before.id, from, salary: after })
    };
    let salaries: Vec<NewSalary> = all.iter().filter_map(set).collect();
    if !salaries.is_empty() {
        work.salaries().set(&salaries, work.actor(), work.moment.now).await?;
    }
    let service = |saved: &Saved| Some((saved.before.id, saved.service.clone()?));
    let service: Vec<(UserId, ServiceHistory)> = all.iter().filter_map(service).collect();
    if !service.is_empty() {
        work.people().save_service(&service).await?;
    }
    Ok(())
}

/// Ends sessions where the person can no longer act, and where the account moves to another address: a reader of the old one must
/// neither stay signed in nor come back by an old link.
async fn end_sessions(work: &Work<'_>, all: &mut [Saved]) -> Result<()> {
    let now = work.moment.now;
    for end in [SessionEnd::Blocked, SessionEnd::Password] {
        let ending: Vec<UserId> =
            all.iter().filter(|saved| saved.ends_session() == Some(end)).map(|saved| saved.before.id).collect();
        if ending.is_empty() {
            continue;
        }
        for (user, session) in work.sessions().end_live_of(&ending, end, now).await? {
            if let Some(saved) = all.iter_mut().find(|saved| saved.before.id == user) {
                saved.pushes.push(Push::SessionEnded { session, end });
            }
        }
    }
    let moved: Vec<&Saved> = all.iter().filter(|saved| saved.has_moved()).collect();
    if !moved.is_empty() {
        tell_addresses(work, &moved).await?;
    }
    Ok(())
}

/// Ends what was sent to the old addresses, and writes to both. Somebody who knows of no account yet gets nothing.
async fn tell_addresses(work: &Work<'_>, moved: &[&Saved]) -> Result<()> {
    let now = work.moment.now;
    let users: Vec<UserId> = moved.iter().map(|saved| saved.before.id).collect();
    let ways: HashMap<UserId, WaysIn> = work.people().ways_in(&users).await?.into_iter().collect();
    work.resets().drop_links(&users).await?;
    let (mut mails, mut taken, mut again, mut back) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for saved in moved {
        let (user, after) = (saved.before.id, &saved.after);
        let Some(ways) = ways.get(&user) else { continue };
        if ways.knows_of_account() {
            mails.extend(address_changed(work, &saved.before, after));
        }
        match &saved.unused_password {
            UnusedPassword::Replaced(password, hash) if ways.has_generated_password() => {
                work.people().set_password(user, Some(hash), true, now).await?;
                let letter = CredentialsLetter::to(&after.name, after.employee_id, &after.email, password);
                mails.push(NewMail::to(work.ports, &after.email, letter, now));
            }
            UnusedPassword::TakenAway if ways.has_generated_password() => {
                taken.push(user);
                if ways.has_signed_in && after.standing.can_act() {
                    back.push(invitee(after));
                } else {
                    again.push(user);
                }
            }
            // Somebody who was invited and has never signed in is invited anew.
            _ if ways.has_link => again.push(user),
            _ => {}
        }
    }
    if !taken.is_empty() {
        work.people().drop_passwords(&taken, now).await?;
    }
    if !again.is_empty() {
        invite(&**work, &again, now).await?;
    }
    if !back.is_empty() {
        // No invitation that waits: it would be dropped, because they have signed in before.
        send(work.ports, &**work, &back, now).await?;
    }
    if !mails.is_empty() {
        work.mails().enqueue(&mails).await?;
    }
    Ok(())
}

/// Somebody whose generated password was taken away, which is only done where passwords open every account.
fn invitee(person: &PersonRecord) -> Invitee {
    let (name, email) = (person.name.clone(), person.email.to_string());
    let named = PersonName { id: person.id, employee_id: person.employee_id, name };
    Invitee { person: named, email, role: person.standing.role, is_break_glass: false }
}

/// What ends or is counted anew with these changes; returns the events to record.
async fn end_what_follows(work: &Work<'_>, all: &[Saved]) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    // Those who lead a team or stand in for somebody are few.
    for saved in all {
        events.extend(end_by_itself(work, &saved.before, saved.follows).await?);
    }
    let is_leaver = |saved: &&Saved| saved.before.standing.is_in_service() && !saved.after.standing.is_in_service();
    let leavers: Vec<&PersonRecord> = all.iter().filter(is_leaver).map(|saved| &saved.before).collect();
    if !leavers.is_empty() {
        events.extend(end_with_service(work, &leavers).await?);
    }
    let both: Vec<(&PersonRecord, &PersonRecord)> = all.iter().map(|saved| (&saved.before, &saved.after)).collect();
    events.extend(joining::recount(work, &both).await?);
    for saved in all.iter().filter(|saved| saved.follows.releases_team) {
        let manager = saved.before.id;
        let team = work.people().release_team(manager, work.moment.now).await?;
        if !team.is_empty() {
            // Their calendars say who can help, and that has changed.
            let pushes = vec![Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(team.clone()) }];
            events.push(work.event(events::team_released(manager, &team), pushes));
        }
    }
    let feeds = all.iter().filter(|saved| saved.follows.ends_feed);
    let feeds: Vec<UserId> = feeds.map(|saved| saved.before.id).collect();
    if !feeds.is_empty() {
        let ended = work.leave_feeds().end_of(&feeds).await?;
        events.extend(ended.into_iter().map(|user| work.event(leave_feed_ended(user), Vec::new())));
    }
    Ok(events)
}

impl Saved {
    fn has_moved(&self) -> bool {
        self.before.email != self.after.email
    }

    fn ends_session(&self) -> Option<SessionEnd> {
        if self.follows.ends_session {
            Some(SessionEnd::Blocked)
        } else {
            self.has_moved().then_some(SessionEnd::Password)
        }
    }

    /// The events of the account itself.
    fn events(self, work: &Work<'_>) -> Vec<Event> {
        let Self { before, after, salary, note, pushes, .. } = self;
        let mut events = Vec::new();
        if let Some(SalaryChange { from, before: was, after: is, .. }) = salary {
            // Only those who look after accounts read salaries.
            let pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Readers(Vec::new()) }];
            events.push(work.event(events::salary_set(before.id, from, was, is), pushes));
        }
        if after != before {
            events.push(work.event(events::account_changed(&before, &after), pushes));
        }
        events.extend(note.map(|note| work.event(note, Vec::new())));
        events
    }
}

/// The old address learns of it too: it may be news there.
fn address_changed(work: &Work<'_>, before: &PersonRecord, after: &PersonRecord) -> Vec<NewMail> {
    let to = |address| {
        let about = AddressChangedLetter { before: before.email.to_string(), after: after.email.to_string() };
        NewMail::to(work.ports, address, Letter::new(after.name.clone(), &about), work.moment.now)
    };
    vec![to(&before.email), to(&after.email)]
}
