//! Leave types.

use application::ports::{Result, StoreError, UniqueKey};
use domain::id::LeaveTypeId;
use domain::leave::{LeaveDays, LeaveTerms, LeaveType, TermsByYear};
use uuid::Uuid;

use crate::engines::Engine;
use crate::support::{begin, execute};

pub(crate) fn study() -> LeaveType {
    LeaveType {
        id: LeaveTypeId::new(Uuid::now_v7()),
        name: "Étude".into(),
        is_paid: false,
        needs_approval: true,
        backdate_days: 366,
        is_active: false,
        version: 0,
        terms: TermsByYear::always(LeaveTerms {
            annual: Some(LeaveDays::from_half_days(5)),
            carry_over: LeaveDays::from_half_days(1),
            carry_over_until: Some(12),
        }),
    }
}

const WITHOUT_A_LIMIT: LeaveTerms = LeaveTerms { annual: None, carry_over: LeaveDays::NONE, carry_over_until: None };

/// What is stored, without the three of the beginning.
pub(crate) async fn added(store: &dyn Engine) -> Vec<LeaveType> {
    let all = store.leave_types().await.unwrap();
    all.into_iter().filter(|leave_type| !leave_type.name.ends_with(" Leave")).collect()
}

async fn insert(store: &dyn Engine, leave_type: &LeaveType) -> Result<()> {
    let unit = begin(store).await;
    unit.leave_types().insert(leave_type).await?;
    unit.commit().await
}

async fn update(store: &dyn Engine, leave_type: &LeaveType) -> Result<()> {
    let unit = begin(store).await;
    unit.leave_types().update(leave_type).await?;
    unit.commit().await
}

on_every_engine! {
    async fn a_leave_type_is_kept_with_its_terms_of_every_year(store: &AnyEngine) {
        let new = study();
        insert(store, &new).await.unwrap();
        assert_eq!(added(store).await, std::slice::from_ref(&new));
        let less = LeaveTerms { annual: Some(LeaveDays::NONE), ..WITHOUT_A_LIMIT };
        let terms = new.terms.clone().with(2026, less).with(2027, LeaveTerms { annual: Some(LeaveDays::YEAR), ..less });
        let more = LeaveType { name: "ÉTUDE".into(), is_active: true, needs_approval: false, backdate_days: 0, version: 1, terms, ..new.clone() };
        update(store, &more).await.unwrap();
        assert_eq!(added(store).await, std::slice::from_ref(&more));
        let back = LeaveType { terms: new.terms.clone().with(2026, less), version: 2, ..more };
        update(store, &back).await.unwrap();
        assert_eq!(added(store).await, std::slice::from_ref(&back), "the terms of 2027 are gone");
        let unit = begin(store).await;
        let locked = unit.leave_types().all().await.unwrap();
        assert_eq!(locked.iter().find(|leave_type| leave_type.id == new.id), Some(&back));

        let unlimited = LeaveType { id: LeaveTypeId::new(Uuid::now_v7()), name: "Care".into(), terms: TermsByYear::always(WITHOUT_A_LIMIT), ..new };
        unit.leave_types().insert(&unlimited).await.unwrap();
        drop(unit);
        assert_eq!(added(store).await, [back], "what is not committed is not there");
    }

    async fn no_two_leave_types_have_the_same_name_in_any_case(store: &AnyEngine) {
        let taken = Err(StoreError::Conflict(UniqueKey::LeaveTypeName));
        let first = study();
        insert(store, &first).await.unwrap();
        for name in ["étude", "E\u{301}TUDE", "sick LEAVE"] {
            let other = LeaveType { name: name.into(), ..study() };
            assert_eq!(insert(store, &other).await, taken, "{name}");
        }
        assert_eq!(update(store, &LeaveType { name: "ANNUAL LEAVE".into(), ..first.clone() }).await, taken);
        assert_eq!(update(store, &LeaveType { name: "éTUDE".into(), ..first }).await, Ok(()), "its own");
        assert_eq!(update(store, &LeaveType { name: "Care".into(), ..study() }).await, Err(StoreError::Stale));
    }
}

on_databases! {
    async fn no_impossible_leave_type_is_kept(database: &TestDatabase) {
        for wrong in [
            "UPDATE leave_types SET backdate_days = 367",
            "UPDATE leave_types SET backdate_days = -1",
            "UPDATE leave_types SET version = -1",
            "UPDATE leave_types SET name_key = 'sick leave' WHERE name = 'Annual Leave'",
            "UPDATE leave_terms SET annual_half_days = 733",
            "UPDATE leave_terms SET annual_half_days = -1",
            "UPDATE leave_terms SET annual_half_days = NULL",
            "UPDATE leave_terms SET carry_over_half_days = 733",
            "UPDATE leave_terms SET carry_over_half_days = -1",
            "UPDATE leave_terms SET carry_over_until = 13",
            "UPDATE leave_terms SET carry_over_until = 0",
            "UPDATE leave_terms SET from_year = -1",
            "DELETE FROM leave_types",
        ] {
            assert!(execute(database, wrong).await.is_err(), "{wrong}");
        }
    }
}
