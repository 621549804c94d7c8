//! Whatever is typed is kept as the rule reads it, or refused.

use super::super::*;
use super::{ann, ask, empty, staff};
use domain::text;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_kept_as_the_rule_reads_it_or_refused(
        first in ".{0,110}",
        department in prop::option::of(".{0,110}"),
        salary in prop::option::of(prop_oneof![any::<f64>(), (0u32..9_000_000).prop_map(|cents| f64::from(cents) / 100.0)]),
    ) {
        let typed = Registration { first_name: first.clone(), department: department.clone(), salary, ..ann(Some(Role::Employee)) };
        let name = text::line(&first, 100);
        let unit = department.as_deref().map(|unit| text::line(unit, 100));
        let pay = salary.map(Salary::from_amount);
        let fits = name.is_ok() && !matches!(unit, Some(Err(why)) if why != text::TextError::Blank) && !matches!(pay, Some(Err(_)));
        let fakes = empty();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(ask(&fakes, &staff(Role::Hr), typed));
        prop_assert_eq!(answer.is_ok(), fits);
        let kept = fakes.state();
        prop_assert_eq!(kept.people.len(), usize::from(fits));
        if let Some(person) = kept.people.values().next().map(|account| &account.record) {
            prop_assert_eq!(Ok(&person.name.first), name.as_ref());
            prop_assert_eq!(&person.department, &unit.and_then(Result::ok));
            prop_assert_eq!(kept.salary_of(person.id, crate::testing::today()), pay.and_then(Result::ok));
        }
    }
}
