//! What keeps somebody from being ready (months.md 1.3).

use super::*;

const TODAY: &str = "2026-07-02";

#[test]
fn a_rejected_entry_blocks_until_it_is_accepted() {
    let mut person = case_1();
    let blockers = person.blockers(TODAY, true);
    assert_eq!(blockers.rejected, [on(26)]);
    assert_eq!(blockers.missing, 2, "29 and 30 June");
    assert!(blockers.has(Blocker::RejectedEntries) && !blockers.is_ready());
    assert!(person.can_accept(26) && !person.can_accept(25) && !person.can_accept(29));
    person.facts.accepted = days(&[26]);
    assert_eq!(person.blockers(TODAY, true), Blockers { missing: 2, ..Blockers::default() });
    assert!(person.blockers(TODAY, true).is_ready() && person.can_accept(26), "again");
}

#[test]
fn a_frozen_day_blocks_until_something_is_done_about_it() {
    let mut person = Person::full().without(8).without(9);
    person.facts.marked = days(&[8, 9, 6, 19]);
    let frozen = |person: &Person| (person.blockers(TODAY, true).frozen, person.blockers(TODAY, true).missing);
    assert_eq!(frozen(&person), (vec![on(8), on(9)], 0), "a weekend and a holiday are not frozen");
    assert!(person.can_accept(8) && !person.can_accept(6) && !person.can_accept(10));
    person.facts.accepted = days(&[8, 9]);
    assert_eq!(frozen(&person), (vec![], 0), "accepted days are frozen still, and not missing");
    person.facts.accepted = days(&[9]);
    person.facts.unlocked = days(&[8]);
    assert_eq!(frozen(&person), (vec![], 1), "unlocked and not filled");
    assert!(!person.can_accept(8));
    for status in [Status::Approved, Status::Pending, Status::Rejected] {
        let filled = person.clone().with(&[8], 9, status);
        assert_eq!(frozen(&filled), (vec![], 0), "{status:?}");
    }
    person.facts.unlocked = Days::default();
    person.facts.paid_leave = OnLeave { mornings: days(&[8]), afternoons: Days::default() };
    assert_eq!(frozen(&person), (vec![on(8)], 0), "half of it is leave");
    person.facts.unpaid_leave = OnLeave { mornings: Days::default(), afternoons: days(&[8]) };
    assert_eq!(frozen(&person), (vec![], 0), "the other half is other leave");
    let mut person = Person::full().without(8).without(9);
    person.facts.marked = days(&[8, 9]);
    person.facts.before_joining = days(&[5, 8]);
    assert_eq!((frozen(&person).0, person.can_accept(8)), (vec![on(9)], false), "they joined later (settings.md 1.3)");
}

#[test]
fn what_is_pending_blocks_and_more_so_where_nobody_can_decide() {
    let mut person = Person::full().with(&[20], 9, Status::Pending);
    let blockers = |person: &Person, can_be_decided| person.blockers(TODAY, can_be_decided);
    let named = |blockers: &Blockers| {
        Blocker::ALL.into_iter().filter(|blocker| blockers.has(*blocker)).map(Blocker::name).collect::<Vec<_>>()
    };
    assert_eq!(named(&blockers(&person, true)), ["pendingEntries"], "on whatever day");
    assert_eq!(named(&blockers(&person, false)), ["pendingEntries", "nobodyCanDecide"]);
    person = Person::full();
    assert!(blockers(&person, false).is_ready(), "there is nothing to decide");
    assert!(!blockers(&person, false).wait_for_a_decision());
    person.facts.pending_leave = 2;
    assert_eq!(named(&blockers(&person, true)), ["pendingLeave"]);
    assert_eq!(named(&blockers(&person, false)), ["pendingLeave", "nobodyCanDecide"]);
    assert!(blockers(&person, false).wait_for_a_decision());
    assert_eq!(Blocker::ALL.map(|blocker| Blocker::named(blocker.name())), Blocker::ALL.map(Some));
    assert_eq!(Blocker::named("missingDays"), None);
}

#[test]
fn a_day_is_missing_once_it_is_over_and_only_in_service() {
    let person = Person::new().in_service(3, 10);
    let missing = |today: &str| person.blockers(today, true).missing;
    assert_eq!(["2026-06-03", "2026-06-04", "2026-06-08", "2026-07-02"].map(missing), [0, 1, 3, 6]);
    assert!(person.blockers(TODAY, true).is_ready(), "missing days block nothing");
    let mut on_leave = person;
    on_leave.facts.unpaid_leave = whole(&[3, 4]);
    assert_eq!(on_leave.blockers(TODAY, true).missing, 4);
}
