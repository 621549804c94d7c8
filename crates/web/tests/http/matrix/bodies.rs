//! What the requests of the table carry.

use serde_json::{Value, json};
use testkit::TestPerson;

use super::super::TODAY;
use super::super::leave::UNPAID_LEAVE;
use super::Whose::{self, ABoss, AManager, AnAdmin, AnHr, Everyone, Nobodys, Own, Team};
use super::table::{Caller, LEFT_OUT, Row};

pub(super) fn role_of(whose: Whose) -> &'static str {
    match whose {
        AManager => "Manager",
        AnHr => "HR",
        AnAdmin => "Admin",
        ABoss => "Boss",
        _ => "Employee",
    }
}

pub(super) fn registration(row: &Row, caller: Caller) -> Value {
    let email = format!("{:?}.{caller:?}.{}@daybook.example", row.whose, row.how.len());
    let mut typed = json!({"firstName": "Nia", "lastName": "Example", "email": email});
    if row.how != LEFT_OUT {
        typed["role"] = role_of(row.whose).into();
    }
    typed
}

/// That HR stands in for somebody, or for the caller, on a day in this month that no other row is about.
pub(super) fn substitution(
    manager: Option<String>,
    substitute: &TestPerson,
    month: &str,
    whose: Whose,
    caller: Caller,
) -> Value {
    let day = format!(
        "2026-{month}-{:02}",
        1 + 7 * (u8::from(whose == Own) + 2 * u8::from(whose == AManager)) + caller as u8
    );
    let substitute = substitute.id.to_string();
    json!({"managerId": manager.unwrap_or_default(), "substituteId": substitute, "from": day, "to": day, "reason": "On holiday"})
}

/// A holiday in this month, on a day of the caller's own.
pub(super) fn holiday(month: &str, caller: Caller) -> Value {
    json!({"date": format!("2026-{month}-{:02}", caller as u8 + 1), "name": "A day off"})
}

/// A day of unpaid leave that no other row is about.
pub(super) fn leave(whose: Whose, user: Option<&str>, caller: Caller) -> Value {
    let (month, sunday) = if whose == Team { ("10", 18) } else { ("08", 16) };
    let date = format!("2026-{month}-{}", sunday + caller as u8);
    json!({"leaveTypeId": UNPAID_LEAVE, "startDate": date, "endDate": date, "userId": user})
}

/// A date that an unlock by the caller can be about, and that no other row is about.
pub(super) const fn unlocked_by(caller: Caller) -> &'static str {
    match caller {
        Caller::Visitor | Caller::New | Caller::Employee | Caller::Manager | Caller::Boss => TODAY,
        Caller::Hr => "2026-06-08",
        Caller::Admin => "2026-06-05",
    }
}

pub(super) fn list(whose: Whose) -> String {
    match whose {
        Everyone => "?viewAll=true".to_owned(),
        Nobodys => String::new(),
        other => format!("?role={}", role_of(other)),
    }
}
