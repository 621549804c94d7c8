//! Whom a row concerns (moving-in.md 1.3): the person with its employee ID, else with its external ID, else with its email.

use super::keys::{EMAIL, EMPLOYEE_ID, EXTERNAL_ID};
use crate::id::UserId;
use crate::person::{EmailAddress, EmployeeId};
use crate::text::folded;
use std::collections::HashMap;

/// What a row names a person by.
#[derive(Debug, Clone, Copy, Default)]
pub struct PersonKeys<'a> {
    pub employee_id: Option<EmployeeId>,
    pub external_id: Option<&'a str>,
    pub email: Option<&'a EmailAddress>,
}

/// People by their keys.
#[derive(Debug, Default)]
pub struct PeopleByKey {
    employee_ids: HashMap<EmployeeId, UserId>,
    external_ids: HashMap<String, Keyed>,
    emails: HashMap<EmailAddress, Keyed>,
}

/// Why it is not known whom a row concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misnamed {
    /// Nobody has its employee ID, which is never that of a new person.
    EmployeeId,
    /// Two of its keys mean two people. The column is that of the key that counts less.
    TwoPeople { column: &'static str, people: [EmployeeId; 2] },
}

type Keyed = (UserId, EmployeeId);

impl PersonKeys<'_> {
    /// The columns with their cells, in the order in which they count.
    fn cells(&self) -> [(&'static str, Option<String>); 3] {
        [
            (EMPLOYEE_ID.name, self.employee_id.map(|id| id.to_string())),
            (EXTERNAL_ID.name, self.external_id.map(str::to_owned)),
            (EMAIL.name, self.email.map(ToString::to_string)),
        ]
    }

    /// The first of its columns that has something, with the cell.
    pub fn first(&self) -> (&'static str, String) {
        self.cells().into_iter().find_map(|(column, cell)| Some((column, cell?))).unwrap_or_default()
    }

    /// The cell of a column.
    pub fn cell(&self, column: &str) -> String {
        self.cells().into_iter().find(|(name, _)| *name == column).and_then(|(_, cell)| cell).unwrap_or_default()
    }
}

impl PeopleByKey {
    pub fn add(&mut self, user: UserId, employee_id: EmployeeId, external_id: Option<&str>, email: &EmailAddress) {
        self.employee_ids.insert(employee_id, user);
        self.emails.insert(email.clone(), (user, employee_id));
        if let Some(external) = external_id {
            self.external_ids.insert(folded(external), (user, employee_id));
        }
    }

    pub fn with_employee_id(&self, id: EmployeeId) -> Option<UserId> {
        self.employee_ids.get(&id).copied()
    }

    pub fn with_email(&self, email: &EmailAddress) -> Option<UserId> {
        self.emails.get(email).map(|(user, _)| *user)
    }

    /// Whom a row concerns, where all of its keys that anybody has mean the same person; `None` where nobody has any of them.
    pub fn named(&self, keys: PersonKeys<'_>) -> Result<Option<UserId>, Misnamed> {
        let by_employee_id = match keys.employee_id {
            Some(id) => Some((self.with_employee_id(id).ok_or(Misnamed::EmployeeId)?, id)),
            None => None,
        };
        let by_external_id = keys.external_id.and_then(|id| self.external_ids.get(&folded(id)).copied());
        let by_email = keys.email.and_then(|email| self.emails.get(email).copied());
        let found = [(EMPLOYEE_ID, by_employee_id), (EXTERNAL_ID, by_external_id), (EMAIL, by_email)].into_iter();
        let mut found = found.filter_map(|(column, keyed)| Some((column.name, keyed?)));
        let Some((_, (user, id))) = found.next() else { return Ok(None) };
        match found.find(|(_, (other, _))| *other != user) {
            Some((column, (_, other))) => Err(Misnamed::TwoPeople { column, people: [id, other] }),
            None => Ok(Some(user)),
        }
    }
}

impl Misnamed {
    pub const fn column(self) -> &'static str {
        match self {
            Self::EmployeeId => EMPLOYEE_ID.name,
            Self::TwoPeople { column, .. } => column,
        }
    }

    /// The sentence for a row that may also be about somebody new.
    pub fn sentence(self) -> String {
        match self {
            Self::EmployeeId => "Nobody has this employee ID. Leave the cell empty for a new person.".to_owned(),
            Self::TwoPeople { people: [one, other], .. } => format!("This row means two people, {one} and {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn user(n: u128) -> UserId {
        UserId::new(Uuid::from_u128(n))
    }

    fn email(n: u32) -> EmailAddress {
        EmailAddress::parse(&format!("p{n}@x.org")).unwrap()
    }

    /// 1 and 2 with all keys, 3 without an external ID.
    fn people() -> PeopleByKey {
        let mut people = PeopleByKey::default();
        for (n, external) in [(1, Some("\u{c4}-1")), (2, Some("B-2")), (3, None)] {
            people.add(user(n.into()), EmployeeId::new(1000 + n), external, &email(n));
        }
        people
    }

    /// Whom a row names with an employee ID, an external ID and the address of somebody.
    fn named(id: Option<u32>, external_id: Option<&str>, address: Option<u32>) -> Result<Option<UserId>, Misnamed> {
        let email = address.map(email);
        let employee_id = id.map(|n| EmployeeId::new(1000 + n));
        people().named(PersonKeys { employee_id, external_id, email: email.as_ref() })
    }

    #[test]
    fn a_row_concerns_the_person_with_any_of_its_keys() {
        for (id, external, address, expected) in [
            (Some(1), None, None, Some(1)),
            (None, Some("a\u{308}-1"), None, Some(1)),
            (None, None, Some(3), Some(3)),
            (Some(2), Some("b-2"), Some(2), Some(2)),
            // Keys that nobody has are those that the person gets.
            (Some(3), Some("C-3"), Some(9), Some(3)),
            (None, Some("C-3"), Some(3), Some(3)),
            (None, Some("C-3"), Some(9), None),
            (None, None, None, None),
        ] {
            assert_eq!(named(id, external, address), Ok(expected.map(user)), "{id:?} {external:?} {address:?}");
        }
    }

    #[test]
    fn an_employee_id_that_nobody_has_is_nobody_new() {
        let unknown = named(Some(9), Some("B-2"), Some(2)).unwrap_err();
        assert_eq!((unknown, unknown.column()), (Misnamed::EmployeeId, "Employee ID"));
        assert_eq!(unknown.sentence(), "Nobody has this employee ID. Leave the cell empty for a new person.");
    }

    #[test]
    fn keys_of_two_people_name_nobody() {
        for (id, external, address, column, people) in [
            (Some(1), Some("B-2"), Some(1), "External ID", [1001, 1002]),
            (Some(1), None, Some(3), "Email", [1001, 1003]),
            (None, Some("B-2"), Some(1), "Email", [1002, 1001]),
            (Some(1), Some("B-2"), Some(3), "External ID", [1001, 1002]),
        ] {
            let two = named(id, external, address).unwrap_err();
            assert_eq!(two, Misnamed::TwoPeople { column, people: people.map(EmployeeId::new) });
            let [one, other] = people;
            assert_eq!(two.sentence(), format!("This row means two people, EMP{one} and EMP{other}"));
        }
    }

    #[test]
    fn the_first_key_that_a_row_has_is_shown() {
        let email = email(1);
        let all = PersonKeys { employee_id: Some(EmployeeId::new(1001)), external_id: Some("X"), email: Some(&email) };
        assert_eq!(all.first(), ("Employee ID", "EMP1001".to_owned()));
        assert_eq!(PersonKeys { employee_id: None, ..all }.first(), ("External ID", "X".to_owned()));
        assert_eq!([all.cell("Email"), all.cell("Days")], ["p1@x.org", ""]);
    }
}
