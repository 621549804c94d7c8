//! The unit of work of a ledger.

use super::{Book, Ledger, Writes};
use crate::events::Event;
use crate::ports::{
    AbsenceRepository, EventLog, HolidayRepository, InboxRepository, Login, MailRepository, NewMail, NewPerson,
    NewSession, PasswordHash, PersonRecord, PersonRepository, Recipient, ResetLink, ResetRepository, ResetRequest,
    SessionRepository, Setting, SettingRepository, StoreError, ThrottleRepository, TimesheetRepository, UniqueKey,
    UnitOfWork, UnlockRepository,
};
use crate::testing::number;
use async_trait::async_trait;
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::person::{EmailAddress, EmployeeId, Employment, Role};
use domain::session::SessionEnd;
use domain::throttle::Attempts;
use std::sync::Mutex;

pub(super) struct LedgerWork {
    pub(super) ledger: Ledger,
    writes: Mutex<Writes>,
    counts: Mutex<Vec<(String, Attempts)>>,
}

impl Ledger {
    pub(in crate::testing) fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        self.step("begin")?;
        Ok(Box::new(LedgerWork { ledger: self.clone(), writes: Mutex::default(), counts: Mutex::default() }))
    }
}

impl LedgerWork {
    pub(super) fn write(&self, said: impl Into<String>, write: impl FnOnce(&mut Writes)) -> Result<(), StoreError> {
        self.ledger.step(said)?;
        write(&mut self.writes.lock().unwrap());
        Ok(())
    }

    pub(super) fn book<T>(&self, ask: impl FnOnce(&mut Book) -> T) -> T {
        ask(&mut self.ledger.0.lock().unwrap())
    }

    fn is_taken(&self, email: &EmailAddress, by_other_than: UserId) -> bool {
        self.book(|book| book.people.iter().any(|other| other.email == *email && other.id != by_other_than))
    }
}

/// What was taken and not committed is there again.
impl Drop for LedgerWork {
    fn drop(&mut self) {
        for wish in std::mem::take(&mut self.writes.lock().unwrap().answered).into_iter().rev() {
            self.book(|book| book.wishes.push_front(wish));
        }
    }
}

#[async_trait]
impl UnitOfWork for LedgerWork {
    fn people(&self) -> &dyn PersonRepository {
        self
    }
    fn sessions(&self) -> &dyn SessionRepository {
        self
    }
    fn timesheets(&self) -> &dyn TimesheetRepository {
        self
    }
    fn unlocks(&self) -> &dyn UnlockRepository {
        self
    }
    fn absences(&self) -> &dyn AbsenceRepository {
        self
    }
    fn inbox(&self) -> &dyn InboxRepository {
        self
    }
    fn holidays(&self) -> &dyn HolidayRepository {
        self
    }
    fn throttles(&self) -> &dyn ThrottleRepository {
        self
    }
    fn mails(&self) -> &dyn MailRepository {
        self
    }
    fn resets(&self) -> &dyn ResetRepository {
        self
    }
    fn settings(&self) -> &dyn SettingRepository {
        self
    }
    fn events(&self) -> &dyn EventLog {
        self
    }
    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.ledger.step("commit")?;
        let writes = std::mem::take(&mut *self.writes.lock().unwrap());
        let counts = std::mem::take(&mut *self.counts.lock().unwrap());
        self.book(|book| {
            for saved in &writes.saved {
                let person = book.people.iter_mut().find(|person| person.id == saved.id).unwrap();
                person.clone_from(saved);
            }
            book.attempts.extend(counts);
            book.days.keep(&writes);
            book.settings.extend(writes.settings.iter().map(|(setting, value)| (setting.name(), value.clone())));
            book.kept.add(writes);
        });
        Ok(())
    }
}

#[async_trait]
impl PersonRepository for LedgerWork {
    async fn any(&self) -> Result<bool, StoreError> {
        self.ledger.step("any people")?;
        Ok(self.book(|book| !book.people.is_empty()))
    }
    async fn next_employee_id(&self) -> Result<EmployeeId, StoreError> {
        self.ledger.step("next employee ID")?;
        Ok(EmployeeId::new(1042))
    }
    async fn insert(&self, person: &NewPerson) -> Result<(), StoreError> {
        if self.is_taken(&person.email, person.id) {
            return Err(StoreError::Conflict(UniqueKey::Email));
        }
        self.write("insert", |writes| writes.inserted.push(person.clone()))
    }
    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError> {
        self.ledger.step(format!("employment of {}", number(user)))?;
        Ok(self.book(|book| {
            let person = book.people.iter().find(|person| person.id == user)?;
            let joining_date = book.days.joined.get(&user).copied();
            Some(Employment { user, joining_date, manager: person.manager, manager_can_act: person.manager.is_some() })
        }))
    }
    async fn lock_login(&self, user: UserId) -> Result<Option<Login>, StoreError> {
        self.ledger.step(format!("lock the login of {}", number(user)))?;
        Ok(self.book(|book| book.login(user)))
    }
    async fn set_password(
        &self,
        user: UserId,
        hash: &PasswordHash,
        is_first_login: bool,
        _: Instant,
    ) -> Result<(), StoreError> {
        self.write("set password", |writes| writes.passwords.push((user, hash.clone(), is_first_login)))
    }
    async fn for_change(&self, user: UserId) -> Result<Option<PersonRecord>, StoreError> {
        self.ledger.step(format!("lock {}", number(user)))?;
        Ok(self.book(|book| book.people.iter().find(|person| person.id == user).cloned()))
    }
    async fn acting_admins(&self) -> Result<Vec<UserId>, StoreError> {
        self.ledger.step("lock the administrators")?;
        Ok(self.book(|book| {
            book.people.iter().filter(|person| person.standing.acts_as(Role::Admin)).map(|admin| admin.id).collect()
        }))
    }
    async fn save(&self, person: &PersonRecord, _: Instant) -> Result<(), StoreError> {
        if self.is_taken(&person.email, person.id) {
            return Err(StoreError::Conflict(UniqueKey::Email));
        }
        self.write(format!("save {}", number(person.id)), |writes| writes.saved.push(person.clone()))
    }
    async fn recipients(&self, users: &[UserId]) -> Result<Vec<Recipient>, StoreError> {
        self.ledger.step("addresses")?;
        Ok(self.book(|book| {
            let is_asked =
                |person: &&PersonRecord| users.contains(&person.id) && !book.days.without_address.contains(&person.id);
            let of = |person: &PersonRecord| Recipient {
                user: person.id,
                name: person.name.clone(),
                email: person.email.clone(),
            };
            book.people.iter().filter(is_asked).map(of).collect()
        }))
    }
    async fn release_team(&self, manager: UserId, _: Instant) -> Result<Vec<UserId>, StoreError> {
        self.write(format!("release the team of {}", number(manager)), |writes| writes.released.push(manager))?;
        Ok(self.book(|book| {
            book.people.iter().filter(|person| person.manager == Some(manager)).map(|person| person.id).collect()
        }))
    }
}

#[async_trait]
impl SessionRepository for LedgerWork {
    async fn start(&self, _: &NewSession) -> Result<(), StoreError> {
        panic!("nobody signs in here")
    }
    async fn end_live(&self, user: UserId, end: SessionEnd, _: Instant) -> Result<Option<SessionId>, StoreError> {
        self.write(format!("end the session of {}", number(user)), |writes| writes.ended.push((user, end)))?;
        Ok(self.book(|book| book.live.remove(&user)))
    }
    async fn end(&self, _: SessionId, _: SessionEnd, _: Instant) -> Result<bool, StoreError> {
        panic!("nobody signs out here")
    }
    async fn remember_address(&self, _: UserId, _: &str, _: Instant) -> Result<(), StoreError> {
        panic!("nobody signs in here")
    }
}

#[async_trait]
impl ThrottleRepository for LedgerWork {
    async fn load(&self, bucket: &str) -> Result<Attempts, StoreError> {
        self.ledger.step(format!("load {bucket}"))?;
        let unsaved =
            self.counts.lock().unwrap().iter().rfind(|(name, _)| name == bucket).map(|(_, found)| found.clone());
        Ok(unsaved.unwrap_or_else(|| self.book(|book| book.attempts.get(bucket).cloned().unwrap_or_default())))
    }
    async fn save(&self, bucket: &str, attempts: &Attempts, _: Instant) -> Result<(), StoreError> {
        self.ledger.step(format!("count {bucket}: {}", attempts.instants().len()))?;
        self.counts.lock().unwrap().push((bucket.to_owned(), attempts.clone()));
        Ok(())
    }
}

#[async_trait]
impl MailRepository for LedgerWork {
    async fn enqueue(&self, mails: &[NewMail]) -> Result<(), StoreError> {
        self.write("mail", |writes| writes.mails.extend_from_slice(mails))
    }
}

#[async_trait]
impl ResetRepository for LedgerWork {
    async fn ask(&self, request: &ResetRequest) -> Result<(), StoreError> {
        self.write("keep wish", |writes| writes.wishes.push(request.clone()))
    }
    async fn take_request(&self) -> Result<Option<ResetRequest>, StoreError> {
        self.ledger.step("take wish")?;
        let found = self.book(|book| book.wishes.pop_front());
        self.writes.lock().unwrap().answered.extend(found.clone());
        Ok(found)
    }
    async fn keep_link(&self, link: &ResetLink) -> Result<(), StoreError> {
        self.write("keep link", |writes| writes.links.push(link.clone()))
    }
    async fn take_link(&self, fingerprint: &str) -> Result<Option<ResetLink>, StoreError> {
        self.write("take link", |writes| writes.taken_links.push(fingerprint.to_owned()))?;
        Ok(self.book(|book| {
            let index = book.links.iter().position(|link| link.fingerprint == fingerprint)?;
            Some(book.links.remove(index))
        }))
    }
    async fn drop_link(&self, user: UserId) -> Result<(), StoreError> {
        self.write("drop link", |writes| writes.dropped_links.push(user))
    }
}

#[async_trait]
impl SettingRepository for LedgerWork {
    async fn lock(&self, setting: Setting) -> Result<Option<String>, StoreError> {
        self.ledger.step(format!("lock {}", setting.name()))?;
        Ok(self.book(|book| book.settings.get(setting.name()).cloned()))
    }
    async fn set(&self, setting: Setting, value: &str) -> Result<(), StoreError> {
        self.write("set", |writes| writes.settings.push((setting, value.to_owned())))
    }
}

#[async_trait]
impl EventLog for LedgerWork {
    async fn append(&self, events: &[Event]) -> Result<(), StoreError> {
        let names: Vec<&str> = events.iter().map(|event| event.what.name()).collect();
        self.write(names.join(", "), |writes| writes.events.extend_from_slice(events))
    }
}
