//! The two texts by which people are found and put in order, made here so that both engines agree on them: neither knows
//! what Unicode says about capital and small letters, and a server's locale decides its own order.

use domain::person::{EmailAddress, EmployeeId, FullName};
use domain::text::folded;

/// What a search looks into. The line ends keep a search from finding the end of one field and the start of the next.
pub(super) fn search_text(
    name: &FullName,
    employee_id: EmployeeId,
    department: Option<&str>,
    email: &EmailAddress,
) -> String {
    folded(&format!("{name}\n{employee_id}\n{}\n{email}", department.unwrap_or_default()))
}

/// What lists are ordered by: the first name, then the last. No name holds a tab, and every character that one may hold
/// comes after it, so that all of one first name stand together.
pub(crate) fn sort_name(name: &FullName) -> String {
    folded(&format!("{}\t{}", name.first, name.last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn name(first: &str, last: &str) -> FullName {
        FullName { first: first.into(), last: last.into() }
    }

    #[test]
    fn a_first_name_comes_before_a_longer_one() {
        let mut names = [name("Ann Marie", "Abel"), name("ann", "Zoe"), name("Anna", "Bo"), name("Ann", "abel")];
        names.sort_by_key(sort_name);
        assert_eq!(names.map(|name| name.to_string()), ["Ann abel", "ann Zoe", "Ann Marie Abel", "Anna Bo"]);
    }

    proptest! {
        #[test]
        fn whatever_is_a_part_of_a_name_is_found_in_its_text(word in "\\PC{1,20}") {
            let email = EmailAddress::parse("ann@example.org").unwrap();
            let text = search_text(&name("Ann", &word), EmployeeId::new(1001), Some("Works"), &email);
            prop_assert!(text.contains(&folded(&word)), "{text}");
            prop_assert_eq!(folded(&folded(&word)), folded(&word), "folding twice changes nothing");
        }
    }
}
