//! Who in a month is ready for its close, and what keeps the others (months.md 1.3).

use super::books::Books;
use super::named;
use crate::people::read_search;
use crate::ports::{By, EmployeeIds, PersonName, PersonOfMonth, ReminderKind};
use crate::sessions::Caller;
use crate::{Error, Moment, Ports, Result};
use domain::access::Capability;
use domain::id::UserId;
use domain::month::{Blocker, Blockers, MonthState};
use domain::text::folded;
use domain::time::Month;
use futures_util::future::try_join;
use std::collections::HashSet;

/// The figures that say how much of a month is ready to be closed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Readiness {
    pub employees: u32,
    /// How many of them nothing keeps.
    pub ready: u32,
    pub blocked: u32,
    pub pending_entries: u32,
    /// How many are rejected and not accepted as absent.
    pub rejected_entries: u32,
    /// How many days are frozen and not accepted.
    pub frozen_days: u32,
    pub pending_leave: u32,
    pub nobody_can_decide: u32,
    /// How many days have nothing at all.
    pub missing_days: u32,
    pub missing_salary: u32,
}

impl Readiness {
    fn add(&mut self, blockers: &Blockers) {
        self.employees += 1;
        if blockers.is_ready() {
            self.ready += 1;
        } else {
            self.blocked += 1;
        }
        self.pending_entries += blockers.pending;
        self.rejected_entries += number(&blockers.rejected);
        self.frozen_days += number(&blockers.frozen);
        self.pending_leave += blockers.pending_leave;
        self.nobody_can_decide += u32::from(blockers.nobody_can_decide);
        self.missing_days += blockers.missing;
    }

    /// Both together.
    const fn and(self, other: Self) -> Self {
        Self {
            employees: self.employees + other.employees,
            ready: self.ready + other.ready,
            blocked: self.blocked + other.blocked,
            pending_entries: self.pending_entries + other.pending_entries,
            rejected_entries: self.rejected_entries + other.rejected_entries,
            frozen_days: self.frozen_days + other.frozen_days,
            pending_leave: self.pending_leave + other.pending_leave,
            nobody_can_decide: self.nobody_can_decide + other.nobody_can_decide,
            missing_days: self.missing_days + other.missing_days,
            missing_salary: self.missing_salary + other.missing_salary,
        }
    }
}

fn number<T>(of: &[T]) -> u32 {
    u32::try_from(of.len()).unwrap_or(u32::MAX)
}

/// How far a month is that is not closed. The people with even employee IDs are read beside those with odd ones: what it takes is the
/// database's work, which one connection does on one processor.
pub(super) async fn count(ports: &Ports, moment: &Moment, month: Month) -> Result<Readiness> {
    let books = Books::of(ports, moment, month).await?;
    let reads = ports.reads.as_ref();
    let count = async |ids| {
        let (mut people, mut readiness) = (books.people_with(ids, reads), Readiness::default());
        while let Some(some) = people.next().await? {
            for of in &some {
                readiness.add(&books.blockers(of));
            }
            let rows = books.rows(reads, &some).await?;
            readiness.missing_salary += u32::try_from(rows.iter().filter(|row| row.pay.is_none()).count()).unwrap_or(0);
        }
        Ok::<_, Error>(readiness)
    };
    let (even, odd) = try_join(count(EmployeeIds::Even), count(EmployeeIds::Odd)).await?;
    Ok(even.and(odd))
}

/// Whether somebody's month was brought to mind today.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RemindedToday {
    /// The person who can decide was reminded.
    pub manager: bool,
    /// The employee was.
    pub employee: bool,
}

/// Somebody in a month, and what keeps them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadinessRow {
    pub person: PersonName,
    pub department: Option<String>,
    pub manager: Option<By>,
    pub blockers: Blockers,
    pub reminded_today: RemindedToday,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadinessQuery {
    pub blocker: Option<Blocker>,
    /// A part of the name, the employee ID or the department, as typed.
    pub search: Option<String>,
    /// The page, from 1.
    pub page: u32,
    pub limit: u32,
}

/// A page of the people of a month, and how many match in all: who is not ready first, then by name. Nobody of a closed one.
/// `month` as in the path.
pub async fn readiness(
    ports: &Ports,
    caller: &Caller,
    month: &str,
    query: ReadinessQuery,
) -> Result<(Vec<ReadinessRow>, u32)> {
    caller.actor.require(Capability::KeepMonths)?;
    let moment = ports.moment();
    let month = named(month, moment.today)?;
    let search = read_search(query.search.as_deref())?;
    if ports.reads.months().standing_of(month).await?.state == MonthState::Closed {
        return Ok((Vec::new(), 0));
    }
    let reminded = ports.reads.months().reminded(month, moment.today).await?;
    let books = Books::of(ports, &moment, month).await?;
    let judge = async |ids| {
        let (mut people, mut found) = (books.people_with(ids, ports.reads.as_ref()), Vec::new());
        while let Some(some) = people.next().await? {
            let judged = some.into_iter().map(|of| (books.blockers(&of), of)).map(|(blockers, of)| (of, blockers));
            found.extend(judged.filter(|(of, blockers)| {
                query.blocker.is_none_or(|blocker| blockers.has(blocker)) && is_wanted(of, search.as_deref())
            }));
        }
        Ok::<_, Error>(found)
    };
    let (even, odd) = try_join(judge(EmployeeIds::Even), judge(EmployeeIds::Odd)).await?;
    let mut found = [even, odd].concat();
    found.sort_by_cached_key(|(of, blockers)| {
        let name = &of.person.name;
        (blockers.is_ready(), folded(&format!("{}\t{}", name.first, name.last)), of.person.employee_id.number())
    });
    let total = number(&found);
    let before = u64::from(query.page.saturating_sub(1)).saturating_mul(query.limit.into());
    let page = found.into_iter().skip(usize::try_from(before).unwrap_or(usize::MAX)).take(query.limit as usize);
    let of_kind = |wanted: ReminderKind| -> HashSet<UserId> {
        reminded.iter().filter(|(kind, _)| *kind == wanted).map(|(_, user)| *user).collect()
    };
    let (managers, employees) = (of_kind(ReminderKind::Manager), of_kind(ReminderKind::Employee));
    let row = |(of, blockers): (PersonOfMonth, Blockers)| ReadinessRow {
        reminded_today: RemindedToday {
            manager: of.deciders.iter().any(|decider| managers.contains(decider)),
            employee: employees.contains(&of.person.id),
        },
        person: of.person,
        department: of.department,
        manager: of.manager,
        blockers,
    };
    Ok((page.map(row).collect(), total))
}

fn is_wanted(of: &PersonOfMonth, search: Option<&str>) -> bool {
    let Some(search) = search.map(folded) else { return true };
    let (name, id) = (of.person.name.to_string(), of.person.employee_id.to_string());
    [Some(name), Some(id), of.department.clone(), of.external_id.clone()]
        .into_iter()
        .flatten()
        .any(|field| folded(&field).contains(&search))
}
