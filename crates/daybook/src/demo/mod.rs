//! `daybook demo`: the portal with a sample organisation, for trying it out. On this machine only, with fixed passwords,
//! over a database of its own that is made anew each day.

mod days;
mod history;
mod leave;
mod lives;
mod log;
mod months;
pub(crate) mod people;

use crate::config::{Config, kept_mail};
use crate::wiring::StartError;
use application::absences::events::day_frozen;
use application::accounts::events::account_created;
use application::audit::seal_next;
use application::events::{Event, Origin};
use application::holidays::events::holiday_added;
use application::leave_ledger::settle;
use application::people::events::{account_changed, block_toggled};
use application::ports::{
    ChangedPerson, Clock, KeptValue, NewNotice, NewPerson, NewSalary, PasswordHash, PatternChange, Substitution,
    UnitOfWork,
};
use application::substitutions::events::substitution_made;
use application::{Error, Moment, Ports};
use chrono::{Datelike, NaiveDate, NaiveTime};
use days::{open_from, told_from};
use domain::absence::next_day;
use domain::access::Actor;
use domain::access::accounts::may_manage;
use domain::holiday::Holiday;
use domain::id::{HolidayId, NoticeId, SubstitutionId, UserId};
use domain::notice::{frozen, month_closed};
use domain::person::service::ServicePeriod;
use domain::person::{EmailAddress, FullName, NewPassword, Role, Salary};
use domain::rules::Rules;
use domain::substitution::Days;
use domain::time::{Holidays, Month, Weekdays, WorkPattern, day_in, days_after, days_before, start_of};
use domain::timesheet::Hours;
use domain::work_patterns::{PatternOwner, WorkPatterns};
use history::begins;
use log::Log;
use months::close_months;
use people::{PASSWORD, PEOPLE, Sample, Since, salary_cents};
use security::SystemClock;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// More people than the sample has.
const ALL_AT_ONCE: u32 = 500;

/// Points the settings at the sample's own database, which is named by its day; those of other days are removed.
pub(crate) fn prepare(config: &mut Config) -> Result<(), StartError> {
    let now = config.clock_start.unwrap_or_else(|| SystemClock.now());
    let today = day_in(config.zone.unwrap_or_default(), now);
    let folder = config.data_dir.join("demo");
    let name = format!("daybook-{today}.db");
    if let Ok(files) = std::fs::read_dir(&folder) {
        for file in files.filter_map(Result::ok) {
            let is_old =
                file.file_name().to_str().is_some_and(|file| file.starts_with("daybook-") && !file.starts_with(&name));
            if is_old {
                std::fs::remove_file(file.path()).map_err(|error| {
                    StartError::Failed(format!("the sample data of another day cannot be removed: {error}"))
                })?;
            }
        }
    }
    config.standby = None;
    config.database_url = format!("sqlite://{}", folder.join(name).display());
    // The people are made up: whatever is mailed to them stays here.
    config.mail = kept_mail(&folder);
    config.data_dir = folder;
    Ok(())
}

/// What is printed once the portal answers.
pub(crate) fn welcome(address: &str) -> String {
    let mut text = format!("\nDaybook is ready at {address}\n\nSign in as:\n");
    let logins = [("Employee", "employee"), ("Manager", "manager"), ("HR", "hr"), ("Admin", "admin"), ("Boss", "boss")];
    for (role, mailbox) in logins {
        let email = format!("{mailbox}@daybook.example");
        // Writing into a string never fails.
        let _ = writeln!(text, "  {role:<9} {email:<24}  password: {PASSWORD}");
    }
    text.push_str("\nThe sample organisation is created anew each day. Stop with Ctrl-C.");
    text
}

/// Fills an empty database with the sample organisation; leaves one that has accounts as it is.
pub(crate) async fn fill(ports: &Ports) -> Result<(), Error> {
    let password = NewPassword::generated(PASSWORD).map_err(|_| Error::InvalidCredentials)?;
    if ports.store.begin().await?.people().any().await? {
        return Ok(());
    }
    let hash = ports.passwords.hash(&password).await?;
    let work = ports.store.begin().await?;
    if work.people().any().await? {
        return Ok(());
    }
    let mut filler = Filler::new(ports, work.as_ref(), ports.moment());
    let ids = filler.people(&hash).await?;
    filler.work_patterns(&ids).await?;
    let holidays = filler.holidays(&ids).await?;
    filler.days(&ids, &holidays).await?;
    filler.substitution(&ids).await?;
    filler.leave(&ids, &holidays).await?;
    filler.absences(&holidays).await?;
    let Filler { moment, notices, events, .. } = filler;
    work.commit().await?;
    ports.policy.refresh(ports.reads.as_ref()).await?;
    let mut log = Log::of(events);
    let closed = close_months(ports, &ids, &mut log).await?;
    log.record(ports, moment.now).await?;
    // At once, so that nobody sees a sample without leave.
    while settle(ports).await? {}
    // Likewise the audit log: the first verification begins with the portal.
    while seal_next(ports).await? {}
    let work = ports.store.begin().await?;
    let filler = Filler { notices, ..Filler::new(ports, work.as_ref(), moment) };
    if let Some(closed) = closed {
        filler.tell_of(&closed).await?;
    }
    filler.tell().await?;
    Ok(work.commit().await?)
}

struct Filler<'a> {
    ports: &'a Ports,
    work: &'a dyn UnitOfWork,
    moment: Moment,
    /// What the people are told, in the order in which it comes up here.
    notices: Mutex<Vec<NewNotice>>,
    /// What happened, likewise.
    events: Mutex<Vec<Event>>,
}

type Ids = HashMap<&'static str, UserId>;

impl<'a> Filler<'a> {
    fn new(ports: &'a Ports, work: &'a dyn UnitOfWork, moment: Moment) -> Self {
        Self { ports, work, moment, notices: Mutex::default(), events: Mutex::default() }
    }

    async fn people(&self, hash: &PasswordHash) -> Result<Ids, Error> {
        let mut ids = Ids::new();
        for person in &PEOPLE {
            let joined = person.joined(self.moment.today);
            let id = UserId::new(self.ports.ids.next());
            ids.insert(person.mailbox, id);
            let new = NewPerson {
                id,
                employee_id: self.work.people().next_employee_id().await?,
                external_id: None,
                name: FullName { first: person.name.0.to_owned(), last: person.name.1.to_owned() },
                email: EmailAddress::parse(&person.email()).map_err(|_| Error::NotFound("Address"))?,
                role: person.role,
                department: Some(person.department.to_owned()),
                position: Some(person.position.to_owned()),
                designation: None,
                phone_number: None,
                joining_date: Some(joined),
                records_from: None,
                manager: person.manager.and_then(|mailbox| ids.get(mailbox).copied()),
                is_active: true,
                service: self.served(person, joined),
                hash: Some(hash.clone()),
                is_first_login: false,
                created_at: joined.and_time(NaiveTime::default()).and_utc(),
            };
            self.work.people().insert(&new).await?;
            let salary = Salary::from_cents(salary_cents(person.role));
            let first = NewSalary { user: id, from: joined, salary };
            self.work.salaries().set(&[first], None, new.created_at).await?;
            self.raise(id, person, &ids).await?;
            self.since(id, person, &ids).await?;
            // Who was there before the portal came with it.
            let is_new = begins(self.moment.today) <= joined;
            let origin = if is_new { self.by("admin", &ids) } else { Origin::command() };
            self.happened(new.created_at, origin, account_created(&new, salary));
        }
        Ok(ids)
    }

    /// The days in service of an Employee, to the day of leaving.
    fn served(&self, person: &Sample, joined: NaiveDate) -> Option<ServicePeriod> {
        let left = match person.since {
            Since::Left(days_ago) => Some(days_before(self.moment.today, days_ago)),
            Since::Here | Since::Blocked => None,
        };
        ServicePeriod::new(joined, left).filter(|_| person.role == Role::Employee)
    }

    /// What came of an account after it was created, and what only a later edit fills in.
    async fn since(&self, id: UserId, person: &Sample, ids: &Ids) -> Result<(), Error> {
        let Some(mut account) = self.work.people().for_change(id).await? else { return Ok(()) };
        account.phone_number = Some(format!("+44 20 7946 0{:03}", account.employee_id.number() % 1000));
        account.designation = Some(if person.role == Role::Employee { "Member of staff" } else { "Lead" }.to_owned());
        let (before, admin) = (account.clone(), self.by("admin", ids));
        match person.since {
            Since::Here => {}
            Since::Blocked => {
                account.standing.is_blocked = true;
                let at = self.ports.zones().start_of(told_from(self.moment.today));
                self.happened(at, admin, block_toggled(id, true));
            }
            Since::Left(days_ago) => {
                account.standing.is_active = false;
                let at = self.moment.now - chrono::Days::new(days_ago);
                account.deactivated_at = Some(at);
                self.happened(at, admin, account_changed(&before, &account));
            }
        }
        // An administrator did it: it makes no difference here which.
        let proof = may_manage(&Actor::new(id, Role::Admin), id, person.role)?;
        Ok(self.work.people().save(&ChangedPerson::managed(proof, account)?, self.moment.now).await?)
    }

    /// One of the workshop is there on Saturdays, when the machines are free, and off on Mondays.
    async fn work_patterns(&mut self, ids: &Ids) -> Result<(), Error> {
        use chrono::Weekday::{Fri, Sat, Thu, Tue, Wed};
        let weekdays = Weekdays::new([Tue, Wed, Thu, Fri, Sat]).unwrap_or(Weekdays::MONDAY_TO_FRIDAY);
        let pattern = WorkPattern::new(weekdays, Hours::whole(8), Hours::whole(4)).ok();
        let (Some(user), Some(by)) = (ids.get("ingrid"), ids.get("hr")) else { return Ok(()) };
        let (owner, from) = (PatternOwner::Person(*user), Month::of(self.moment.today).earlier_by(3).first());
        let change = PatternChange { owner, dropped: Vec::new(), saved: Some((from, pattern)) };
        let at = from.and_time(NaiveTime::default()).and_utc();
        self.work.work_patterns().change(&[change], Some(*by), at).await?;
        let work_patterns = WorkPatterns::new([(owner, owner.no_rows().with(from, pattern))]);
        self.moment.rules = Arc::new(Rules { work_patterns, ..(*self.moment.rules).clone() });
        Ok(())
    }

    async fn holidays(&self, ids: &Ids) -> Result<Holidays, Error> {
        let today = self.moment.today;
        let year = today.year() - 3;
        let last_month = Month::of(today).earlier_by(1);
        // The second Friday of last month, so that the calendar shows one; and an outing soon.
        let founders = last_month.days().filter(|day| day.weekday() == chrono::Weekday::Fri).nth(1);
        let pattern = self.moment.rules.work_patterns.of_organisation().on(today);
        let outing = days_after(today, 17)
            .iter_days()
            .find(|day| pattern.works_on(*day) && (day.month(), day.day()) != (12, 25));
        let mut holidays = Vec::new();
        for (date, name, description, is_recurring) in [
            (NaiveDate::from_ymd_opt(year, 1, 1), "New Year's Day", None, true),
            (NaiveDate::from_ymd_opt(year, 5, 1), "Labour Day", None, true),
            (NaiveDate::from_ymd_opt(year, 12, 25), "Christmas Day", None, true),
            (founders, "Founders' Day", Some("The studio and the workshop stay closed"), false),
            (outing, "Company outing", Some("Lunch at the lake, bring boots"), false),
        ] {
            let Some(date) = date else { continue };
            let holiday = Holiday {
                id: HolidayId::new(self.ports.ids.next()),
                date,
                name: name.to_owned(),
                description: description.map(str::to_owned),
                is_recurring,
                end_year: None,
                created_by: ids.get("hr").copied(),
            };
            if holidays.iter().any(|other: &Holiday| other.collides_with(&holiday)) {
                continue;
            }
            let at = self.ports.zones().start_of(begins(today));
            self.work.holidays().insert(std::slice::from_ref(&holiday), at).await?;
            self.happened(at, self.by("hr", ids), holiday_added(&holiday));
            holidays.push(holiday);
        }
        Ok(Holidays::new(&holidays))
    }

    /// HR stands in for the lead of the workshop, who is on holiday.
    async fn substitution(&self, ids: &Ids) -> Result<(), Error> {
        let (Some(manager), Some(substitute)) = (ids.get("marta"), ids.get("priya")) else { return Ok(()) };
        let today = self.moment.today;
        let substitution = Substitution {
            id: SubstitutionId::new(self.ports.ids.next()),
            manager: *manager,
            substitute: *substitute,
            days: Days { from: days_before(today, 1), to: days_after(today, 8) },
            reason: "On holiday in the mountains".to_owned(),
            created_by: *manager,
            created_at: self.ports.zones().start_of(days_before(today, 2)),
            ended_at: None,
        };
        self.happened(substitution.created_at, self.by("marta", ids), substitution_made(&substitution));
        Ok(self.work.substitutions().insert(&substitution).await?)
    }

    /// The days on which somebody recorded nothing, as the portal itself would have found them night by night. What was missing in
    /// the closed month was settled before it.
    async fn absences(&self, holidays: &Holidays) -> Result<(), Error> {
        let (today, zone) = (self.moment.today, self.moment.rules.zones.on(self.moment.today));
        let mut through = None;
        while let Some(day) = next_day(through, today) {
            through = Some(day);
            if day < open_from(today) {
                continue;
            }
            let expected = self.moment.rules.work_patterns.expected_on(day, holidays);
            let night = start_of(zone, days_after(day, 1));
            let absent = self.work.absences().mark(day, &expected, night, night, ALL_AT_ONCE).await?;
            if !absent.is_empty() {
                self.happened(night, Origin::job(), day_frozen(day, &absent));
            }
            for user in &absent {
                self.keep(NewNotice::to(self.ports, *user, frozen::notice(day), night));
            }
            // The sample sends no mails.
            self.work.absences().mailed(&absent, day).await?;
        }
        let Some(through) = through else { return Ok(()) };
        Ok(self.work.kept_values().set(KeptValue::FrozenThrough, &through.to_string()).await?)
    }

    fn keep(&self, notice: NewNotice) {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).push(notice);
    }

    /// Tells everybody in the order in which it happened: notices are listed by their ids. What is only for information was read.
    async fn tell(&self) -> Result<(), Error> {
        let mut notices = std::mem::take(&mut *self.notices.lock().unwrap_or_else(PoisonError::into_inner));
        notices.sort_by_key(|notice| notice.created_at);
        for notice in &mut notices {
            notice.id = NoticeId::new(self.ports.ids.next());
        }
        let was_read = |notice: &&NewNotice| [frozen::KIND, month_closed::KIND].contains(&notice.notice.kind);
        let read: Vec<NoticeId> = notices.iter().filter(was_read).map(|notice| notice.id).collect();
        self.work.inbox().notify(&notices).await?;
        self.work.inbox().read_notices(&read, self.moment.now).await?;
        Ok(())
    }
}
