//! HR reminds those who keep a month from its close.

use super::books::Books;
use super::events;
use super::letter::{OwnMonthLetter, TeamMonthLetter};
use super::{WRITE_TOGETHER, named, told_to_keepers};
use crate::events::{Audience, Push, Topic};
use crate::mail::Letter;
use crate::ports::{NewMail, PersonOfMonth, Recipient, ReminderKind};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Error, Moment, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::UserId;
use domain::month::{Blockers, ChangedDays, Concerned};
use domain::notice::Notice;
use domain::notice::month_reminder::{self, Waiting};
use domain::person::Role;
use domain::time::Month;
use std::collections::{BTreeMap, BTreeSet};

/// The number of people that a reminder reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reminded {
    pub reminded: u32,
    pub already_today: u32,
    /// For how many employees with something open there is nobody who can be told.
    pub unreachable: u32,
}

/// What somebody is reminded of.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Open {
    Decisions(Waiting),
    Days { rejected: Vec<NaiveDate>, frozen: Vec<NaiveDate> },
}

/// Who is to be reminded of what, and about how many people nobody can be.
#[derive(Default)]
struct Addressed {
    people: BTreeMap<UserId, Open>,
    unreachable: u32,
}

impl Addressed {
    fn add(&mut self, kind: ReminderKind, of: PersonOfMonth, blockers: Blockers) {
        let Blockers { pending, pending_leave, rejected, frozen, .. } = blockers;
        match kind {
            ReminderKind::Manager if pending + pending_leave == 0 => {}
            ReminderKind::Employee if rejected.is_empty() && frozen.is_empty() => {}
            ReminderKind::Manager if of.deciders.is_empty() => self.unreachable += 1,
            ReminderKind::Employee if !of.can_act => self.unreachable += 1,
            ReminderKind::Manager => {
                for decider in of.deciders {
                    let open = self.people.entry(decider).or_insert_with(|| Open::Decisions(Waiting::default()));
                    if let Open::Decisions(waiting) = open {
                        waiting.entries += pending;
                        waiting.leave_requests += pending_leave;
                        waiting.people += 1;
                    }
                }
            }
            ReminderKind::Employee => {
                self.people.insert(of.person.id, Open::Days { rejected, frozen });
            }
        }
    }
}

/// Reminds about these employees (1 to 500), or about everyone. `month` as in the path. Where there are many to tell, they are told some
/// at a time; a second call after a failure tells the rest.
pub async fn remind(
    ports: &Ports,
    caller: &Caller,
    month: &str,
    kind: ReminderKind,
    users: Option<Vec<UserId>>,
) -> Result<Reminded> {
    caller.actor.require(Capability::KeepMonths)?;
    let moment = ports.moment();
    let month = named(month, moment.today)?;
    let chosen: Option<BTreeSet<UserId>> = users.map(|users| users.into_iter().collect());
    let books = Books::of(ports, &moment, month).await?;
    let mut people = books.people(ports.reads.as_ref());
    let mut addressed = Addressed::default();
    while let Some(some) = people.next().await? {
        for of in some.into_iter().filter(|of| chosen.as_ref().is_none_or(|chosen| chosen.contains(&of.person.id))) {
            let blockers = books.blockers(&of);
            addressed.add(kind, of, blockers);
        }
    }
    let reminder = Reminder { ports, caller, moment: &moment, month, kind };
    let all: Vec<(UserId, Open)> = addressed.people.into_iter().collect();
    let mut told = 0;
    // What is refused is refused where there is nobody to tell as well.
    let first = all.get(..WRITE_TOGETHER).unwrap_or(&all);
    let rest = all.get(first.len()..).unwrap_or_default().chunks(WRITE_TOGETHER);
    for (some, chosen) in std::iter::once((first, chosen.as_ref())).chain(rest.map(|some| (some, None))) {
        told += reminder.tell(some, chosen).await?;
    }
    let to_tell = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let already_today = to_tell.saturating_sub(told);
    Ok(Reminded { reminded: told, already_today, unreachable: addressed.unreachable })
}

struct Reminder<'a> {
    ports: &'a Ports,
    caller: &'a Caller,
    moment: &'a Moment,
    month: Month,
    kind: ReminderKind,
}

impl Reminder<'_> {
    /// Tells those of them who were not told today, and says how many those are. `chosen`: who has to be there.
    async fn tell(&self, people: &[(UserId, Open)], chosen: Option<&BTreeSet<UserId>>) -> Result<u32> {
        let Self { ports, caller, moment, month, kind } = *self;
        let work = ports.begin(moment, caller).await?;
        if let Some(chosen) = chosen {
            let chosen: Vec<UserId> = chosen.iter().copied().collect();
            if work.people().recipients(&chosen).await?.len() != chosen.len() {
                return Err(Error::NotFound("User"));
            }
        }
        let days = ChangedDays::of([month.first()]);
        gate::pass(&work, &days, Concerned::Anybody).await?;
        if people.is_empty() {
            return Ok(0);
        }
        let users: Vec<UserId> = people.iter().map(|(user, _)| *user).collect();
        let new = work.months().remind(month, kind, &users, moment.today).await?;
        if new.is_empty() {
            return Ok(0);
        }
        let told = self.write(&work, people, &new).await?;
        let mut pushes = told_to_keepers();
        pushes.push(Push::Changed { topic: Topic::Notifications, audience: Audience::Users(told) });
        work.record(events::month_reminded(month, kind, &new), pushes).await?;
        work.commit().await?;
        Ok(u32::try_from(new.len()).unwrap_or(u32::MAX))
    }

    /// A mail to each of `new`, and a notice to those who read notices; says who got one.
    async fn write(&self, work: &Work<'_>, people: &[(UserId, Open)], new: &[UserId]) -> Result<Vec<UserId>> {
        let open: BTreeMap<UserId, &Open> = people.iter().map(|(user, open)| (*user, open)).collect();
        let recipients = work.people().recipients(new).await?;
        let (mut notices, mut mails) = (Vec::new(), Vec::new());
        for to in recipients {
            let Some(open) = open.get(&to.user) else { continue };
            notices.extend(self.notice(&to, open));
            mails.push(self.mail(to, open));
        }
        let told = notices.iter().map(|(user, _): &(UserId, Notice)| *user).collect();
        work.notify(notices).await?;
        work.mails().enqueue(&mails).await?;
        Ok(told)
    }

    fn notice(&self, to: &Recipient, open: &Open) -> Option<(UserId, Notice)> {
        let notice = match open {
            Open::Days { rejected, frozen } => month_reminder::notice(self.month, rejected, frozen),
            // HR and administrators have no page of notices.
            Open::Decisions(_) if to.role != Role::Manager => return None,
            Open::Decisions(waiting) => month_reminder::to_manager(self.month, *waiting),
        };
        Some((to.user, notice))
    }

    fn mail(&self, to: Recipient, open: &Open) -> NewMail {
        let month = self.month;
        let letter = match open {
            Open::Days { rejected, frozen } => {
                let about = OwnMonthLetter { month, rejected: rejected.clone(), frozen: frozen.clone() };
                Letter::new(to.name, &about)
            }
            Open::Decisions(waiting) => {
                Letter::new(to.name, &TeamMonthLetter { month, waiting: *waiting, to: to.role })
            }
        };
        NewMail::to(self.ports, &to.email, letter, self.moment.now)
    }
}
