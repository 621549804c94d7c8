//! People and figures about them.

use super::state::{Account, State, count, page_of};
use super::work_patterns::is_expected;
use super::{Memory, Unit, lock};
use application::ports::{
    AccountStatus, ChangedPerson, Credentials, DirectoryEntry, FrozenDays, HeadCount, Login, MonthRecord, NewPerson,
    PasswordHash, PeopleFigures, PeopleFilter, PeopleReads, PersonRecord, PersonRepository, PersonView, Recipient,
    Result, StoreError, TeamPresence, UniqueKey,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::attendance::{Days, Recorded};
use domain::id::UserId;
use domain::person::service::{ServiceHistory, ServicePeriod};
use domain::person::{EmailAddress, EmployeeId, Employment, FullName, Role, Standing, WaysIn};
use domain::text::folded;
use domain::time::Month;
use domain::timesheet::Hours;
use domain::work_patterns::Expected;

impl State {
    /// Nobody else has the address or the external ID.
    pub(super) fn is_free(&self, record: &PersonRecord) -> Result<()> {
        let external = |record: &PersonRecord| record.external_id.as_deref().map(folded);
        let mut others = self.people.values().map(|other| &other.record).filter(|other| other.id != record.id);
        if others.clone().any(|other| other.email == record.email) {
            return Err(StoreError::Conflict(UniqueKey::Email));
        }
        let is_taken = record.external_id.is_some() && others.any(|other| external(other) == external(record));
        if is_taken { Err(StoreError::Conflict(UniqueKey::ExternalId)) } else { Ok(()) }
    }

    pub(super) fn account(&mut self, user: UserId) -> Result<&mut Account> {
        self.people.get_mut(&user).ok_or(StoreError::Stale)
    }

    fn lets_through(&self, filter: &PeopleFilter, account: &Account) -> bool {
        let standing = account.record.standing;
        self.is_in(&filter.scope, account.record.id)
            && filter.roles.contains(&standing.role)
            && is_found(account, filter.search.as_deref(), filter.scope == Scope::Everyone)
            && filter
                .without_manager
                .is_none_or(|today| standing.role == Role::Employee && self.acting_manager(account, today).is_none())
            && filter.status.is_none_or(|status| status == AccountStatus::of(standing))
    }
}

/// Whether two periods share a day.
fn overlap(one: ServicePeriod, other: ServicePeriod) -> bool {
    let begins_in = |one: ServicePeriod, other: ServicePeriod| {
        other.first() <= one.first() && other.last().is_none_or(|last| one.first() <= last)
    };
    begins_in(one, other) || begins_in(other, one)
}

/// Whether a search finds the person by name, employee ID, department or address, each by itself, and by the external ID.
pub(super) fn is_found(account: &Account, search: Option<&str>, by_external_id: bool) -> bool {
    let Some(search) = search else { return true };
    let (record, search) = (&account.record, folded(search));
    let fields = [
        record.name.to_string(),
        record.employee_id.to_string(),
        record.department.clone().unwrap_or_default(),
        record.email.to_string(),
        record.external_id.clone().filter(|_| by_external_id).unwrap_or_default(),
    ];
    fields.iter().any(|field| folded(field).contains(&search))
}

/// Where a mail to that person goes.
pub(super) fn recipient(record: &PersonRecord) -> Recipient {
    Recipient { user: record.id, name: record.name.clone(), email: record.email.clone(), role: record.standing.role }
}

#[async_trait]
impl PersonRepository for Unit {
    async fn any(&self) -> Result<bool> {
        self.ask("PersonRepository::any", |state| !state.people.is_empty())
    }

    async fn next_employee_id(&self) -> Result<EmployeeId> {
        self.ask("PersonRepository::next_employee_id", |state| {
            let next = state.last_employee_id.map_or(EmployeeId::FIRST, |last| last + 1);
            state.last_employee_id = Some(next);
            EmployeeId::new(next)
        })
    }

    async fn next_employee_ids(&self, count: u32) -> Result<Vec<EmployeeId>> {
        self.ask("PersonRepository::next_employee_ids", |state| {
            let first = state.last_employee_id.map_or(EmployeeId::FIRST, |last| last + 1);
            state.last_employee_id = Some(first + count - 1);
            (first..first + count).map(EmployeeId::new).collect()
        })
    }

    async fn insert(&self, person: &NewPerson) -> Result<()> {
        self.run("PersonRepository::insert", |state| state.create(person))
    }

    async fn insert_many(&self, people: &[NewPerson]) -> Result<()> {
        self.run("PersonRepository::insert_many", |state| people.iter().try_for_each(|person| state.create(person)))
    }

    async fn employment(&self, user: UserId, today: NaiveDate) -> Result<Option<Employment>> {
        self.ask("PersonRepository::employment", |state| state.employment(user, today))
    }

    async fn lock_login(&self, user: UserId) -> Result<Option<Login>> {
        lock(&self.memory.0.plan).locked.push(user);
        self.ask("PersonRepository::lock_login", |state| state.people.get(&user).map(Account::login))
    }

    async fn set_password(
        &self,
        user: UserId,
        hash: Option<&PasswordHash>,
        is_first_login: bool,
        at: Instant,
    ) -> Result<()> {
        self.run("PersonRepository::set_password", |state| {
            let account = state.account(user)?;
            account.hash = hash.cloned();
            account.is_first_login = is_first_login;
            account.temporary_since = is_first_login.then_some(at);
            account.record.updated_at = at;
            Ok(())
        })
    }

    async fn ways_in(&self, users: &[UserId]) -> Result<Vec<(UserId, WaysIn)>> {
        self.ask("PersonRepository::ways_in", |state| {
            let of = |user: &UserId| {
                let account = state.people.get(user)?;
                let ways = WaysIn {
                    has_password: account.hash.is_some(),
                    is_first_login: account.is_first_login,
                    has_link: state.links.contains_key(user),
                    has_signed_in: state.last_sign_in(*user).is_some(),
                };
                Some((*user, ways))
            };
            users.iter().filter_map(of).collect()
        })
    }

    async fn drop_passwords(&self, users: &[UserId], at: Instant) -> Result<()> {
        self.ask("PersonRepository::drop_passwords", |state| {
            for account in state.people.values_mut().filter(|account| users.contains(&account.record.id)) {
                (account.hash, account.is_first_login) = (None, true);
                (account.temporary_since, account.record.updated_at) = (Some(at), at);
            }
        })
    }

    async fn set_break_glass(&self, user: UserId, is_break_glass: bool) -> Result<()> {
        self.run("PersonRepository::set_break_glass", |state| {
            state.account(user)?.is_break_glass = is_break_glass;
            Ok(())
        })
    }

    async fn for_change(&self, user: UserId) -> Result<Option<PersonRecord>> {
        lock(&self.memory.0.plan).locked.push(user);
        self.ask("PersonRepository::for_change", |state| state.people.get(&user).map(|account| account.record.clone()))
    }

    async fn for_change_of(&self, users: &[UserId]) -> Result<Vec<PersonRecord>> {
        let found = self.ask("PersonRepository::for_change_of", |state| {
            let people = state.people.values().map(|account| &account.record);
            people.filter(|record| users.contains(&record.id)).cloned().collect::<Vec<_>>()
        })?;
        lock(&self.memory.0.plan).locked.extend(found.iter().map(|record| record.id));
        Ok(found)
    }

    async fn for_change_by_email(&self, email: &EmailAddress) -> Result<Option<PersonRecord>> {
        let found = self.ask("PersonRepository::for_change_by_email", |state| {
            let mut found = state.people.values().filter(|account| account.record.email == *email);
            found.next().map(|account| account.record.clone())
        })?;
        lock(&self.memory.0.plan).locked.extend(found.iter().map(|record| record.id));
        Ok(found)
    }

    async fn acting_admins(&self) -> Result<Vec<UserId>> {
        self.ask("PersonRepository::acting_admins", |state| {
            let acting = |account: &&Account| account.record.standing.acts_as(Role::Admin);
            state.people.values().filter(acting).map(|account| account.record.id).collect()
        })
    }

    async fn save(&self, person: &ChangedPerson, at: Instant) -> Result<()> {
        self.run("PersonRepository::save", |state| state.change_account(person.record(), at))
    }

    async fn save_many(&self, people: &[ChangedPerson], at: Instant) -> Result<()> {
        self.run("PersonRepository::save_many", |state| {
            people.iter().try_for_each(|person| state.change_account(person.record(), at))
        })
    }

    async fn save_service(&self, histories: &[(UserId, ServiceHistory)]) -> Result<()> {
        self.run("PersonRepository::save_service", |state| {
            for (user, history) in histories {
                let (account, periods) = (state.account(*user)?, history.periods());
                let is_apart = |two: &[ServicePeriod]| matches!(two, [one, other] if !overlap(*one, *other));
                if !periods.windows(2).all(is_apart) {
                    return Err(StoreError::Backend("two periods share a day".into()));
                }
                (account.service, account.tenures) = (periods, Some(history.tenures().to_vec()));
            }
            Ok(())
        })
    }

    async fn recipients(&self, users: &[UserId]) -> Result<Vec<Recipient>> {
        self.ask("PersonRepository::recipients", |state| {
            let found =
                state.people.values().map(|account| &account.record).filter(|record| users.contains(&record.id));
            found.map(recipient).collect()
        })
    }

    async fn release_team(&self, manager: UserId, at: Instant) -> Result<Vec<UserId>> {
        self.ask("PersonRepository::release_team", |state| {
            let team = state.people.values_mut().filter(|account| account.record.manager == Some(manager));
            team.map(|account| {
                account.record.manager = None;
                account.record.updated_at = at;
                account.record.id
            })
            .collect()
        })
    }
}

#[async_trait]
impl PeopleReads for Memory {
    async fn credentials(&self, email: &str, address: &str, known_since: Instant) -> Result<Option<Credentials>> {
        self.read("PeopleReads::credentials", |state| {
            let account = state.people.values().find(|account| account.record.email.as_str() == email)?;
            let last = state.known_addresses.get(&(account.record.id, address.to_owned()));
            Some(account.credentials(last.is_some_and(|last| *last >= known_since)))
        })
    }

    async fn person(&self, user: UserId) -> Result<Option<PersonView>> {
        self.read("PeopleReads::person", |state| state.people.get(&user).map(|account| state.view(account)))
    }

    async fn employment(&self, user: UserId, today: NaiveDate) -> Result<Option<Employment>> {
        self.read("PeopleReads::employment", |state| state.employment(user, today))
    }

    async fn presence(&self, leads: &Leads, today: NaiveDate, expected: &Expected) -> Result<TeamPresence> {
        self.read("PeopleReads::presence", |state| {
            let team = state.by_name(|account| {
                leads.cover(account.record.manager) && account.record.standing.can_act() && account.has_begun(today)
            });
            let absent = team.iter().filter(|account| {
                let user = account.record.id;
                is_expected(expected, user) && state.entry_of(user, today).is_none() && !state.is_on_leave(user, today)
            });
            let on_leave = state.count_on_leave(today, |user| leads.cover(state.manager_of(user)));
            TeamPresence { members: count(team.len()), absent: count(absent.count()), on_leave }
        })
    }

    async fn list(&self, filter: &PeopleFilter, page: u32, limit: u32) -> Result<(Vec<PersonView>, u32)> {
        self.read("PeopleReads::list", |state| {
            let found = state.by_name(|account| state.lets_through(filter, account));
            page_of(found.into_iter().map(|account| state.view(account)).collect(), page, limit)
        })
    }

    async fn directory(
        &self,
        roles: &[Role],
        search: Option<&str>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<DirectoryEntry>, u32)> {
        let colleague = |account: &Account| DirectoryEntry {
            person: account.name(),
            email: account.record.email.to_string(),
            role: account.record.standing.role,
            department: account.record.department.clone(),
            position: account.record.position.clone(),
        };
        self.read("PeopleReads::directory", |state| {
            let found = state.by_name(|account| {
                let standing = account.record.standing;
                standing.is_active && roles.contains(&standing.role) && is_found(account, search, false)
            });
            page_of(found.into_iter().map(colleague).collect(), page, limit)
        })
    }

    async fn managed_by(&self, managers: &[UserId]) -> Result<Vec<(UserId, (UserId, FullName))>> {
        self.read("PeopleReads::managed_by", |state| {
            let team = state.people.values().filter_map(|account| {
                let manager = account.record.manager.filter(|manager| managers.contains(manager))?;
                Some((account.record.id, state.named(manager)?))
            });
            team.collect()
        })
    }

    async fn head_count(&self) -> Result<HeadCount> {
        self.read("PeopleReads::head_count", |state| {
            state.people.values().map(|account| account.record.standing).fold(HeadCount::default(), HeadCount::and)
        })
    }

    async fn figures(&self, today: NaiveDate, new_since: NaiveDate, left_since: Instant) -> Result<PeopleFigures> {
        self.read("PeopleReads::figures", |state| {
            let number = |is_counted: &dyn Fn(&Account, Standing) -> bool| {
                let employees = state.people.values().filter(|account| account.record.standing.role == Role::Employee);
                count(employees.filter(|account| is_counted(account, account.record.standing)).count())
            };
            let has_left = |account: &Account| account.record.deactivated_at.is_some_and(|at| at >= left_since);
            let was_there = |account: &Account| match account.record.joining_date {
                Some(joined) => joined <= left_since.date_naive(),
                None => account.created_at <= left_since,
            };
            PeopleFigures {
                active: number(&|_, standing| standing.is_active),
                new_hires: number(&|account, standing| {
                    standing.is_active
                        && account.record.joining_date.is_some_and(|joined| new_since < joined && joined <= today)
                }),
                left: number(&|account, _| has_left(account)),
                active_then: number(&|account, standing| {
                    was_there(account) && (standing.is_active || has_left(account))
                }),
                without_manager: number(&|account, standing| {
                    standing.can_act() && state.acting_manager(account, today).is_none()
                }),
                on_leave: state.count_on_leave(today, |_| true),
            }
        })
    }

    async fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>> {
        self.read("PeopleReads::frozen", |state| {
            let people = state.by_name(|account| !state.frozen_days(account.record.id, since).is_empty());
            let of = |account: &Account| FrozenDays {
                person: account.name(),
                days: state.frozen_days(account.record.id, since),
            };
            people.into_iter().take(limit as usize).map(of).collect()
        })
    }

    async fn month_records(&self, scope: Scope, month: Month, half_days: &[Hours]) -> Result<Vec<MonthRecord>> {
        self.read("PeopleReads::month_records", |state| {
            let entries = |user: UserId| {
                state.entries.values().filter(move |entry| entry.user() == user && month.contains(entry.date()))
            };
            let people = state.by_name(|account| {
                let (user, standing) = (account.record.id, account.record.standing);
                let is_asked = month.days().any(|day| account.served(day))
                    || (standing.role == Role::Employee && (standing.is_active || entries(user).next().is_some()));
                is_asked && state.is_in(&scope, user)
            });
            let of = |account: &Account| MonthRecord {
                person: account.name(),
                in_service: Days::of(month, |day| account.served(day)),
                recorded: entries(account.record.id).fold(Recorded::default(), |all, entry| {
                    all.with(entry.date(), entry.hours(), entry.status(), half_days)
                }),
                on_leave: state.leave_in(account.record.id, month),
            };
            people.into_iter().map(of).collect()
        })
    }
}
