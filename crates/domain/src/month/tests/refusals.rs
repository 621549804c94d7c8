//! What is said where something cannot be done with a month (months.md 4).

use super::*;
use crate::person::Role;

fn standing(state: MonthState) -> Standing {
    Standing { state, revision: 1 }
}

#[test]
fn a_month_is_closed_once_it_is_over_and_neither_closed_nor_being_closed() {
    let close = |state, today: &str| may_close(june(), standing(state), day(today)).map_err(CloseRefusal::sentence);
    for state in MonthState::ALL {
        assert_eq!(MonthState::named(state.name()), Some(state));
        assert_eq!(close(state, "2026-06-30"), Err("June 2026 is not over yet".into()));
    }
    assert_eq!(close(MonthState::Open, "2026-07-01"), Ok(()));
    assert_eq!(close(MonthState::Reopened, "2026-07-01"), Ok(()));
    assert_eq!(close(MonthState::Closed, "2026-07-01"), Err("June 2026 is already closed".into()));
    let under_way = "A month is being closed at this moment. Please try again.";
    assert_eq!(close(MonthState::Closing, "2026-07-01"), Err(under_way.into()));
    let sentences = [CloseRefusal::NobodyInService(june()), CloseRefusal::NotReady(1), CloseRefusal::NotReady(2)];
    let expected = ["Nobody was in service in June 2026", "1 employee is not ready", "2 employees are not ready"];
    assert_eq!(sentences.map(CloseRefusal::sentence), expected);
    assert_eq!(MonthState::named("over"), None);
}

#[test]
fn hr_reopens_until_the_export_and_administrators_always() {
    let reopen = |role, state, is_exported| {
        may_reopen(role, june(), standing(state), is_exported).map_err(ReopenRefusal::sentence)
    };
    let exported = Err("Only an administrator can reopen June 2026: its payroll has been exported".to_owned());
    assert_eq!(reopen(Role::Hr, MonthState::Closed, false), Ok(()));
    assert_eq!(reopen(Role::Hr, MonthState::Closed, true), exported);
    assert_eq!(reopen(Role::Admin, MonthState::Closed, true), Ok(()));
    for state in [MonthState::Open, MonthState::Closing, MonthState::Reopened] {
        assert_eq!(reopen(Role::Admin, state, true), Err("June 2026 is not closed".into()));
    }
    assert_eq!(reopen(Role::Hr, MonthState::Reopened, true), exported, "the permission is said first");
}

#[test]
fn every_other_sentence() {
    assert_eq!(closed_sentence(june()), "The month June 2026 has been processed and is closed");
    assert_eq!(closing_sentence(june()), "June 2026 is being closed. Please try again in a moment.");
    let unsettled = "The days of June 2026 are still being looked at. Please try again in a moment.";
    assert_eq!(unsettled_sentence(june()), unsettled);
    assert_eq!(closed_message(june(), 2), "June 2026 is closed (revision 2)");
    assert_eq!(reopened_message(june()), "June 2026 is open again");
    let refused = [AcceptRefusal::NotInMonth(day("2026-07-01"), june()), AcceptRefusal::Changed];
    let changed = "Some days have changed since you opened them. Please review them again.";
    assert_eq!(refused.map(AcceptRefusal::sentence), ["2026-07-01 is not in June 2026", changed]);
    let missing = [MissingOfMonth::Payroll(june()), MissingOfMonth::Statement(june())];
    let expected = ["There is no payroll for June 2026 yet", "There is no statement for June 2026"];
    assert_eq!(missing.map(MissingOfMonth::sentence), expected);
}

#[test]
fn a_reason_and_a_note_are_prose_of_500_characters() {
    assert_eq!(parse_reason(" two\nlines "), Ok("two\nlines".into()));
    assert_eq!(parse_note(&"é".repeat(500)).map(|note| note.chars().count()), Ok(500));
    for (typed, reason, note) in [
        ("\u{3000}".to_owned(), "A reason is required", "A note is required"),
        ("é".repeat(501), "The reason must be at most 500 characters", "The note must be at most 500 characters"),
        (
            "a\0".into(),
            "The reason contains characters that are not allowed",
            "The note contains characters that are not allowed",
        ),
    ] {
        assert_eq!((parse_reason(&typed), parse_note(&typed)), (Err(reason.into()), Err(note.into())));
    }
}
