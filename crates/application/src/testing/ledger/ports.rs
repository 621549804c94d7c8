//! The reads, passwords and secrets that go with a ledger.

use super::{GENERATED, Ledger, hash_of};
use crate::mail::Confidential;
use crate::ports::{
    Credentials, DirectoryEntry, FrozenDays, HeadCount, HolidayReads, HolidayView, MonthRecord, NoRandomness,
    Overloaded, PasswordHash, Passwords, PeopleFigures, PeopleFilter, PeopleReads, PersonName, PersonRecord,
    PersonView, ResetLink, ResetReads, ResetToken, Secrets, Setting, SettingReads, StoreError, TeamPresence,
};
use crate::testing::{at, number};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::holiday::Holiday;
use domain::id::UserId;
use domain::person::{Employment, FullName, NewPassword, Role};
use domain::time::Month;

fn name_of(person: &PersonRecord) -> PersonName {
    PersonName { id: person.id, employee_id: person.employee_id, name: person.name.clone() }
}

fn seen(person: &PersonRecord, is_first_login: bool) -> PersonView {
    let manager = person.manager.map(|manager| {
        let n = number(manager);
        (manager, FullName { first: format!("First{n}"), last: format!("Last{n}") })
    });
    PersonView {
        person: name_of(person),
        email: person.email.to_string(),
        phone_number: person.phone_number.clone(),
        role: person.standing.role,
        department: person.department.clone(),
        designation: person.designation.clone(),
        position: person.position.clone(),
        joining_date: None,
        is_active: person.standing.is_active,
        is_blocked: person.standing.is_blocked,
        is_first_login,
        manager,
        salary: person.salary,
        updated_at: at("2026-06-01T08:00:00Z"),
    }
}

#[async_trait]
impl PeopleReads for Ledger {
    async fn credentials(&self, email: &str, _: &str, _: Instant) -> Result<Option<Credentials>, StoreError> {
        let found = {
            let book = self.0.lock().unwrap();
            let person = book.people.iter().find(|person| person.email.as_str() == email);
            person.map(|person| Credentials {
                person: name_of(person),
                email: person.email.to_string(),
                login: book.login(person.id).unwrap(),
                is_known_address: book.known_here.contains(&person.id),
            })
        };
        self.say(format!("look up {email}"));
        Ok(found)
    }
    async fn person(&self, user: UserId) -> Result<Option<PersonView>, StoreError> {
        self.say(format!("read {}", number(user)));
        let book = self.0.lock().unwrap();
        let found = book.people.iter().find(|person| person.id == user);
        Ok(found.map(|person| seen(person, book.newcomers.contains(&user))))
    }
    async fn employment(&self, _: UserId) -> Result<Option<Employment>, StoreError> {
        panic!("nobody's days are asked for here")
    }
    async fn presence(&self, _: UserId, _: NaiveDate) -> Result<TeamPresence, StoreError> {
        panic!("nobody's days are asked for here")
    }
    async fn list(&self, _: &PeopleFilter, _: u32, _: u32) -> Result<(Vec<PersonView>, u32), StoreError> {
        panic!("nobody is listed here")
    }
    async fn directory(
        &self,
        _: &[Role],
        _: Option<&str>,
        _: u32,
        _: u32,
    ) -> Result<(Vec<DirectoryEntry>, u32), StoreError> {
        panic!("nobody is listed here")
    }
    async fn head_count(&self) -> Result<HeadCount, StoreError> {
        panic!("nobody is counted here")
    }
    async fn figures(&self, _: NaiveDate, _: NaiveDate, _: Instant) -> Result<PeopleFigures, StoreError> {
        panic!("nobody is counted here")
    }
    async fn frozen(&self, _: NaiveDate, _: u32) -> Result<Vec<FrozenDays>, StoreError> {
        panic!("nobody's days are asked for here")
    }
    async fn month_records(&self, _: Scope, _: Month) -> Result<Vec<MonthRecord>, StoreError> {
        panic!("nobody's days are asked for here")
    }
}

#[async_trait]
impl ResetReads for Ledger {
    async fn link(&self, fingerprint: &str) -> Result<Option<ResetLink>, StoreError> {
        self.say("read link");
        Ok(self.0.lock().unwrap().links.iter().find(|link| link.fingerprint == fingerprint).cloned())
    }
}

#[async_trait]
impl HolidayReads for Ledger {
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>, StoreError> {
        self.say(format!("holidays from {from} to {to}"));
        let book = self.0.lock().unwrap();
        let may_fall = |holiday: &&Holiday| holiday.date <= to && (holiday.is_recurring || from <= holiday.date);
        let found = book.days.holidays.iter().filter(may_fall).cloned();
        Ok(found.map(|holiday| HolidayView { holiday, creator: None }).collect())
    }
}

#[async_trait]
impl SettingReads for Ledger {
    async fn get(&self, setting: Setting) -> Result<Option<String>, StoreError> {
        Ok(self.0.lock().unwrap().settings.get(setting.name()).cloned())
    }
}

#[async_trait]
impl Passwords for Ledger {
    async fn verify(&self, password: &str, hash: Option<PasswordHash>) -> Result<bool, Overloaded> {
        self.say("verify");
        if self.0.lock().unwrap().is_overloaded { Err(Overloaded) } else { Ok(hash == Some(hash_of(password))) }
    }
    async fn hash(&self, password: &NewPassword) -> Result<PasswordHash, Overloaded> {
        self.say("hash");
        if self.0.lock().unwrap().is_overloaded { Err(Overloaded) } else { Ok(hash_of(password.reveal())) }
    }
}

impl Secrets for Ledger {
    fn password(&self) -> Result<NewPassword, NoRandomness> {
        if self.0.lock().unwrap().has_no_randomness {
            return Err(NoRandomness);
        }
        Ok(NewPassword::parse(GENERATED, GENERATED).unwrap())
    }
    fn reset_token(&self) -> Result<ResetToken, NoRandomness> {
        if self.0.lock().unwrap().has_no_randomness {
            return Err(NoRandomness);
        }
        Ok(ResetToken { token: Confidential("secret".into()), fingerprint: self.fingerprint("secret") })
    }
    fn fingerprint(&self, token: &str) -> String {
        format!("fingerprint of {token}")
    }
}
