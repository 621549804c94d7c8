//! What is stored when a test begins, as tests write it down.

use super::{at, day, hash_of, number, record, user};
use crate::events::Push;
use crate::memory::{Account, LeaveRecord, Mark, Session, State, Unlock};
use crate::ports::{HolidayView, NewLeave, NewSession, NewUnlock};
use chrono::NaiveDate;
use domain::access::{Actor, may_unlock};
use domain::id::{LeaveRequestId, SessionId, UnlockId, UserId};
use domain::leave::{Counting, DayPart, LeavePeriod, LeaveStatus, total};
use domain::person::service::ServicePeriod;
use domain::person::{Employment, FirstDay, Role, Salary};
use domain::time::{History, Holidays, WorkCalendar, WorkPattern};
use domain::timesheet::Entry;
use uuid::Uuid;

/// Employees and their days. Everybody else who is named has an account: a manager as a manager, and the owner of an entry as an
/// Employee without a manager.
#[derive(Debug, Default, Clone)]
pub(crate) struct Given {
    pub(crate) people: Vec<Employment>,
    pub(crate) entries: Vec<Entry>,
    /// Unused unlocks. The ids are counted from 60.
    pub(crate) unlocked: Vec<(UserId, NaiveDate)>,
    /// The days on which somebody was marked absent.
    pub(crate) absent: Vec<(UserId, NaiveDate)>,
    pub(crate) holidays: Vec<HolidayView>,
}

/// The account of person `n`, made long ago.
pub(crate) fn account(n: u128, role: Role) -> Account {
    Account {
        record: record(n, role),
        service: Vec::new(),
        tenures: None,
        hash: Some(hash_of("old secret")),
        is_first_login: false,
        created_at: at("2025-01-01T00:00:00Z"),
        temporary_since: None,
        role_since: None,
        is_break_glass: false,
    }
}

pub(crate) fn unlock_id(n: u128) -> UnlockId {
    UnlockId::new(Uuid::from_u128(n))
}

impl State {
    /// The accounts of people with these numbers and roles.
    pub(crate) fn of(people: &[(u128, Role)]) -> Self {
        Self { people: people.iter().map(|(n, role)| (user(*n), account(*n, *role))).collect(), ..Self::default() }
    }

    /// These people are signed in, person `n` in session 5000 + `n`.
    pub(crate) fn signed_in(mut self, people: &[u128]) -> Self {
        for n in people.iter().copied() {
            let started = NewSession {
                id: SessionId::new(Uuid::from_u128(5000 + n)),
                user: user(n),
                created_at: at("2026-06-10T08:00:00Z"),
                expires_at: at("2026-06-10T20:00:00Z"),
                address: "192.0.2.7".into(),
                provider: None,
            };
            self.sessions.insert(started.id, Session { started, ended: None });
        }
        self
    }

    /// Opens a day, in an unlock whose id is counted from 60.
    pub(crate) fn unlock(&mut self, user: UserId, date: NaiveDate) {
        let hr = Actor::new(super::user(5), Role::Hr);
        let proof = may_unlock(&hr, user, None).unwrap();
        let id = unlock_id(60 + self.unlocks.len() as u128);
        let made = NewUnlock::new(proof, id, date, "Forgot".into(), at("2026-06-09T08:00:00Z"));
        self.unlocks.insert(made.id, Unlock::from(&made));
    }

    /// Keeps a holiday, and the account of its author.
    pub(crate) fn keep_holiday(&mut self, HolidayView { holiday, creator }: HolidayView) {
        if let (Some(by), Some(name)) = (holiday.created_by, creator) {
            self.add(number(by), Role::Hr).record.name = name;
        }
        self.holidays.insert(holiday.id, (holiday, at("2026-01-01T00:00:00Z")));
    }

    /// Annual leave of person `n`, over whole days or a part of one date; it counts on weekdays. The id is counted from 700.
    pub(crate) fn take_leave(
        &mut self,
        n: u128,
        from: &str,
        to: &str,
        part: DayPart,
        status: LeaveStatus,
    ) -> LeaveRequestId {
        let id = LeaveRequestId::new(Uuid::from_u128(700 + self.leaves.len() as u128));
        let period = LeavePeriod::new(day(from), part, day(to), part).unwrap();
        let (patterns, holidays) = (History::always(WorkPattern::STANDARD), Holidays::default());
        let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None };
        let (mut halves, made_at) = (counting.halves(period), at("2026-06-01T08:00:00Z"));
        let leave_type = *self.leave_types.0.keys().next().unwrap();
        let days = total(&halves);
        halves.retain(|_| status.is_live());
        let (user, reason, created_at) = (user(n), None, made_at);
        let made = NewLeave { id, user, leave_type, period, halves, reason, status, created_at };
        self.leaves.insert(id, LeaveRecord { made, days, asked_last_day: None, updated_at: made_at });
        id
    }

    fn add(&mut self, n: u128, role: Role) -> &mut Account {
        self.people.entry(user(n)).or_insert_with(|| account(n, role))
    }

    /// The messages to open browsers, of all events.
    pub(crate) fn pushes(&self) -> Vec<Push> {
        self.events.iter().flat_map(|event| event.pushes.clone()).collect()
    }

    /// Everybody earns 52,400.50 since joining.
    pub(crate) fn paid(mut self) -> Self {
        let began = |account: &Account| (account.record.id, account.record.joining_date.unwrap());
        let salary = (Salary::from_cents(5_240_050), at("2025-06-01T08:00:00Z"), None);
        self.salaries = self.people.values().map(|account| (began(account), salary)).collect();
        self
    }

    pub(crate) fn person(&mut self, n: u128) -> &mut Account {
        self.people.get_mut(&user(n)).unwrap()
    }
}

impl From<Given> for State {
    fn from(given: Given) -> Self {
        let mut state = Self::default();
        for person in &given.people {
            let account = state.add(number(person.user), Role::Employee);
            match person.first_day {
                Some(FirstDay::Records(date)) => account.record.records_from = Some(date),
                Some(FirstDay::Joining(date)) => account.record.joining_date = Some(date),
                None => account.record.joining_date = None,
            }
            let first = person.first_day.map_or(day("2025-01-01"), FirstDay::date);
            account.service = vec![ServicePeriod::since(first)];
            account.record.manager = person.manager;
            if let Some(manager) = person.manager {
                state.add(number(manager), Role::Manager).record.standing.is_blocked = !person.manager_can_act;
            }
        }
        for entry in given.entries {
            state.add(number(entry.user()), Role::Employee);
            state.entries.insert(entry.id(), entry);
        }
        for (user, date) in given.unlocked {
            state.unlock(user, date);
        }
        for marked in given.absent {
            state.marks.insert(marked, Mark { at: at("2026-06-09T00:00:00Z"), mailed_on: None });
        }
        for view in given.holidays {
            state.keep_holiday(view);
        }
        state
    }
}
