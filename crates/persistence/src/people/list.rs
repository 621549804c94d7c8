//! Lists of people: a page and how many there are in all, two statements whatever the number of people. By hand, because a list joins
//! the managers of those on its page alone.

use application::ports::{AccountStatus, DirectoryEntry, PeopleFilter, PersonView, StoreError};
use constcat::concat;
use domain::access::Scope;
use domain::person::Role;
use sea_orm::{DbBackend, Value};

use super::reads::{VIEW_COLUMNS, view};
use super::scope::{can_lead, in_scope};
use super::text::pattern;
use crate::database::Database;
use crate::row::row;
use crate::sql::{self, Read};

/// The texts of a list, between which conditions, order and page come.
struct List {
    before: &'static str,
    after: &'static str,
    count: &'static str,
}

/// Only who is on the page is looked up with the manager; of those before it nothing but the order is read.
const PEOPLE: List = List {
    before: concat!(
        "SELECT ",
        VIEW_COLUMNS,
        " FROM (SELECT u.id, u.sort_name, u.employee_number FROM users u WHERE true"
    ),
    after: ") p JOIN users u ON u.id = p.id LEFT JOIN users m ON m.id = u.manager_id ORDER BY p.sort_name, p.employee_number",
    count: "SELECT count(*) FROM users u WHERE true",
};

row! {
    DIRECTORY_COLUMNS, directory_entry("users") -> DirectoryEntry {
        person: [super::PERSON_COLUMNS => super::person],
        role: "u.role",
        email: "u.email",
        department: "u.department",
        position: "u.position",
    }
}

const DIRECTORY: List = List {
    before: concat!("SELECT ", DIRECTORY_COLUMNS, " FROM users u WHERE u.is_active"),
    after: "",
    count: "SELECT count(*) FROM users u WHERE u.is_active",
};

/// Nobody who could look after the Employee does.
const WITHOUT_MANAGER: &str = concat!(
    " AND u.role = 'Employee' AND NOT EXISTS (SELECT 1 FROM users m WHERE m.id = u.manager_id AND ",
    can_lead!("m"),
    ")"
);

/// A statement with its parameters.
pub(crate) type Bound = (String, Vec<Value>);

/// Conditions that are joined to a statement, with their parameters.
#[derive(Default)]
struct Conditions {
    text: String,
    values: Vec<Value>,
}

impl Conditions {
    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn roles(&mut self, roles: &[Role], column: &str) {
        let places: Vec<String> = roles.iter().map(|role| self.bind(role.name())).collect();
        match places.as_slice() {
            // An empty list is one that nobody is in.
            [] => self.text.push_str(" AND false"),
            [one] => self.text.extend([" AND ", column, " = ", one]),
            several => self.text.extend([" AND ", column, " IN (", &several.join(", "), ")"]),
        }
    }

    fn search(&mut self, search: Option<&str>) {
        if let Some(search) = search {
            let place = self.bind(pattern(search));
            self.text.extend([" AND u.search_text LIKE ", &place, " ESCAPE '\\'"]);
        }
    }

    fn of(filter: &PeopleFilter, backend: DbBackend) -> Self {
        let mut conditions = Self::default();
        conditions.text.push_str(&in_scope(&filter.scope, &mut conditions.values));
        // SQLite does not know how small a team is beside all people with a role. The plus keeps it from looking for these.
        let is_narrow = filter.scope != Scope::Everyone;
        let role = if is_narrow && backend == DbBackend::Sqlite { "+u.role" } else { "u.role" };
        conditions.roles(&filter.roles, role);
        conditions.search(filter.search.as_deref());
        if filter.without_manager {
            conditions.text.push_str(WITHOUT_MANAGER);
        }
        conditions.text.push_str(match filter.status {
            None => "",
            Some(AccountStatus::Active) => " AND u.is_active AND NOT u.is_blocked",
            Some(AccountStatus::Blocked) => " AND u.is_active AND u.is_blocked",
            Some(AccountStatus::Inactive) => " AND NOT u.is_active",
        });
        conditions
    }

    /// The statement for a page and the one that counts.
    fn statements(mut self, list: &List, page: u32, limit: u32) -> (Bound, Bound) {
        let count = (format!("{}{}", list.count, self.text), self.values.clone());
        let offset = i64::from(page.saturating_sub(1)).saturating_mul(i64::from(limit));
        let (limit, offset) = (self.bind(i64::from(limit)), self.bind(offset));
        let page = format!(
            "{}{} ORDER BY u.sort_name, u.employee_number LIMIT {limit} OFFSET {offset}{}",
            list.before, self.text, list.after
        );
        ((page, self.values), count)
    }
}

pub(crate) fn list_statements(backend: DbBackend, filter: &PeopleFilter, page: u32, limit: u32) -> (Bound, Bound) {
    Conditions::of(filter, backend).statements(&PEOPLE, page, limit)
}

pub(crate) fn directory_statements(roles: &[Role], search: Option<&str>, page: u32, limit: u32) -> (Bound, Bound) {
    let mut conditions = Conditions::default();
    conditions.roles(roles, "u.role");
    conditions.search(search);
    conditions.statements(&DIRECTORY, page, limit)
}

async fn page_and_count<T: Send + 'static>(
    database: &Database,
    (page, count): (Bound, Bound),
    read: Read<T>,
) -> Result<(Vec<T>, u32), StoreError> {
    database
        .read(move |connection| async move {
            let total = sql::count(sql::one(&*connection, &count.0, count.1).await?.as_ref())?;
            Ok((sql::rows(&*connection, &page.0, page.1, read).await?, total))
        })
        .await
}

pub(super) async fn list(
    database: &Database,
    filter: &PeopleFilter,
    page: u32,
    limit: u32,
) -> Result<(Vec<PersonView>, u32), StoreError> {
    page_and_count(database, list_statements(database.backend(), filter, page, limit), view).await
}

pub(super) async fn directory(
    database: &Database,
    roles: &[Role],
    search: Option<&str>,
    page: u32,
    limit: u32,
) -> Result<(Vec<DirectoryEntry>, u32), StoreError> {
    page_and_count(database, directory_statements(roles, search, page, limit), directory_entry).await
}
