//! The register of personal data: every column of every table, with the category that it belongs to or nothing personal
//! (privacy.md 1.1). Nothing else knows which data is personal.
//!
//! In a row about a person everything is personal but what the portal keeps for itself: the key of the row, counters of versions,
//! and what a running process has claimed. The id of an account is personal wherever it stands.

mod account;
mod plain;
mod records;
mod traffic;

use super::Category;

/// A table, and what it holds about people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    /// What a row is.
    pub holds: &'static str,
    /// When the portal removes rows by itself, where it does so however long their category is kept. `housekeeping` in the crate
    /// `daybook` has the ages.
    pub removed: Option<&'static str>,
    pub columns: &'static [Columns],
}

/// Columns of a table that belong to the same category, and to the same person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    /// `None`: nothing personal.
    pub category: Option<Category>,
    /// The column that leads to the person: it has their id, address or name, or the key of a row that has it. `None`: nothing personal.
    pub whose: Option<&'static str>,
    pub names: &'static [&'static str],
}

impl Columns {
    const fn of(category: Category, whose: &'static str, names: &'static [&'static str]) -> Self {
        Self { category: Some(category), whose: Some(whose), names }
    }

    const fn plain(names: &'static [&'static str]) -> Self {
        Self { category: None, whose: None, names }
    }
}

impl Table {
    const fn new(name: &'static str, holds: &'static str, columns: &'static [Columns]) -> Self {
        Self { name, holds, removed: None, columns }
    }

    const fn removed(mut self, when: &'static str) -> Self {
        self.removed = Some(when);
        self
    }

    /// Whether a row says anything about a person.
    #[must_use]
    pub fn is_personal(&self) -> bool {
        self.columns.iter().any(|columns| columns.category.is_some())
    }

    /// The names of all its columns.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().flat_map(|columns| columns.names.iter().copied())
    }

    /// The names of its columns in a category.
    pub fn names_in(&self, category: Category) -> impl Iterator<Item = &'static str> {
        let of_it = self.columns.iter().filter(move |columns| columns.category == Some(category));
        of_it.flat_map(|columns| columns.names.iter().copied())
    }
}

/// The whole register: the tables about accounts, about what is recorded, about messages, sign-ins and history, and those with nothing
/// personal.
pub fn register() -> impl Iterator<Item = &'static Table> {
    [account::TABLES, records::TABLES, traffic::TABLES, plain::TABLES].into_iter().flatten()
}

/// A table by its name.
#[must_use]
pub fn table(name: &str) -> Option<&'static Table> {
    register().find(|table| table.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_column_is_in_the_register_once() {
        let all: Vec<_> = register().flat_map(|table| table.names().map(|column| (table.name, column))).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        let tables: Vec<_> = register().map(|table| table.name).collect();
        assert_eq!(tables.iter().collect::<BTreeSet<_>>().len(), tables.len());
    }

    #[test]
    fn what_is_personal_leads_to_a_person_by_a_column_of_its_table() {
        for table in register() {
            for columns in table.columns {
                assert_eq!(columns.whose.is_some(), columns.category.is_some(), "{}", table.name);
                let is_known = columns.whose.is_none_or(|whose| table.names().any(|name| name == whose));
                assert!(is_known, "{}: {:?}", table.name, columns.whose);
            }
        }
    }

    #[test]
    fn every_category_has_columns() {
        for category in Category::ALL {
            assert!(register().any(|table| table.names_in(category).next().is_some()), "{category:?}");
        }
    }

    #[test]
    fn a_table_is_found_by_its_name() {
        let salary: Vec<_> = table("users").unwrap().names_in(Category::Pay).collect();
        assert_eq!(salary, ["salary_cents"]);
        assert!(table("counters").is_some_and(|table| !table.is_personal()));
        assert_eq!(table("user"), None);
    }
}
