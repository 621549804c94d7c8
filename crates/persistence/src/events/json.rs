//! Events as JSON: what happened, and which browsers are told. The names here stay: old rows are read by new programs.

use application::events::{Audience, Change, Happening, Push, Topic};
use domain::id::{SessionId, UserId};
use domain::session::SessionEnd;
use serde_json::{Value, json};

/// What happened, for the mails and the audit trail that are drawn from it.
pub(super) fn payload(what: &Happening) -> Value {
    match what {
        Happening::AccountCreated { user, role } => {
            json!({"user": user.to_string(), "role": role.name()})
        }
        Happening::AccountChanged { user, changes } => {
            json!({"user": user.to_string(), "changes": changes.iter().map(change).collect::<Vec<_>>()})
        }
        Happening::BlockToggled { user, is_blocked } => json!({"user": user.to_string(), "isBlocked": is_blocked}),
        Happening::ManagerAssigned { user, before, after } => json!({
            "user": user.to_string(),
            "before": before.map(|id| id.to_string()),
            "after": after.map(|id| id.to_string()),
        }),
        Happening::TeamReleased { manager, team } => json!({
            "manager": manager.to_string(),
            "team": team.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        Happening::ResetAsked { address } => json!({"address": address}),
        Happening::ResetLinkMade { user } | Happening::PasswordReset { user } => json!({"user": user.to_string()}),
        Happening::OpenPositionsSet { value } => json!({"value": value}),
        Happening::DaySubmitted { entry, user, date, version, is_resubmission } => json!({
            "entry": entry.to_string(), "user": user.to_string(), "date": date.to_string(), "version": version,
            "isResubmission": is_resubmission,
        }),
        Happening::DaysDecided { user, entries, dates, status, reason } => json!({
            "user": user.to_string(),
            "entries": entries.iter().map(|(id, version)| json!({"id": id.to_string(), "version": version})).collect::<Vec<_>>(),
            "dates": dates.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "status": status.name(),
            "reason": reason,
        }),
        Happening::ResubmissionsViewed { ids } => {
            json!({"ids": ids.iter().map(ToString::to_string).collect::<Vec<_>>()})
        }
        Happening::DayUnlocked { unlock, user, date, reason } => json!({
            "unlock": unlock.to_string(), "user": user.to_string(), "date": date.to_string(), "reason": reason,
        }),
        Happening::DayFrozen { date, users } => json!({
            "date": date.to_string(),
            "users": users.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        Happening::HolidayAdded { holiday, date, name, is_recurring } => json!({
            "holiday": holiday.to_string(), "date": date.to_string(), "name": name, "isRecurring": is_recurring,
        }),
        Happening::HolidayChanged { holiday, changes } => {
            json!({"holiday": holiday.to_string(), "changes": changes.iter().map(change).collect::<Vec<_>>()})
        }
        Happening::HolidayDeleted { holiday, date, name } => {
            json!({"holiday": holiday.to_string(), "date": date.to_string(), "name": name})
        }
        Happening::NoticesRead { count } => json!({"count": count}),
        Happening::SignedIn { session, address } => {
            json!({"session": session.to_string(), "address": address})
        }
        Happening::SignedOut { session } => json!({"session": session.to_string()}),
        Happening::PasswordChanged | Happening::FirstPasswordSet => json!({}),
    }
}

/// A field that changed; where neither value is told, as of a salary, nothing stands in their place.
fn change(change: &Change) -> Value {
    match (&change.before, &change.after) {
        (None, None) => json!({"field": change.field}),
        (before, after) => json!({"field": change.field, "before": before, "after": after}),
    }
}

/// The messages to open browsers.
pub(super) fn pushes(pushes: &[Push]) -> Value {
    Value::Array(pushes.iter().map(push).collect())
}

fn push(push: &Push) -> Value {
    match push {
        Push::SessionEnded { session, end } => {
            json!({"ended": session.to_string(), "end": end.name()})
        }
        Push::Changed { topic, audience } => {
            let topic = topic.name();
            let named = |users: &[UserId]| users.iter().map(ToString::to_string).collect::<Vec<_>>();
            match audience {
                Audience::Users(users) => json!({"changed": topic, "users": named(users)}),
                // A program that knows no such audience tells the people who are named.
                Audience::Readers(users) => json!({"changed": topic, "users": named(users), "readers": true}),
                Audience::Everyone => json!({"changed": topic}),
            }
        }
    }
}

/// Reads the messages back. What this program does not know (another one wrote it) is left out: a browser that is told
/// nothing still asks again later.
pub(super) fn read_pushes(text: &str) -> Vec<Push> {
    match serde_json::from_str::<Vec<Value>>(text) {
        Ok(values) => values.iter().filter_map(read_push).collect(),
        Err(_) => Vec::new(),
    }
}

fn read_push(value: &Value) -> Option<Push> {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    if let Some(session) = text("ended") {
        let session: SessionId = session.parse().ok()?;
        return Some(Push::SessionEnded { session, end: SessionEnd::named(text("end")?)? });
    }
    let topic = Topic::named(text("changed")?)?;
    let audience = if let Some(users) = value.get("users") {
        let ids = users.as_array()?.iter().map(|id| id.as_str()?.parse::<UserId>().ok()).collect::<Option<Vec<_>>>()?;
        if value.get("readers").is_some() { Audience::Readers(ids) } else { Audience::Users(ids) }
    } else if value.get("role").is_some() {
        // A narrower audience than everyone, of a program that had such.
        return None;
    } else {
        Audience::Everyone
    };
    Some(Push::Changed { topic, audience })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use domain::id::{HolidayId, UnlockId};
    use uuid::Uuid;

    #[test]
    fn every_push_reads_back() {
        let mut all = vec![];
        for topic in [Topic::Timesheets, Topic::Notifications, Topic::Holidays, Topic::Users] {
            let users = vec![UserId::new(Uuid::from_u128(1)), UserId::new(Uuid::from_u128(2))];
            all.push(Push::Changed { topic, audience: Audience::Users(users.clone()) });
            all.push(Push::Changed { topic, audience: Audience::Readers(users) });
            all.push(Push::Changed { topic, audience: Audience::Everyone });
        }
        all.extend(SessionEnd::ALL.map(|end| Push::SessionEnded { session: SessionId::new(Uuid::from_u128(3)), end }));
        assert_eq!(read_pushes(&pushes(&all).to_string()), all);
    }

    #[test]
    fn a_change_tells_both_values_or_that_it_changed() {
        let user = UserId::new(Uuid::from_u128(1));
        let named = Change { field: "firstName", before: Some("Ann".into()), after: Some("Anne".into()) };
        let unset = Change { field: "department", before: Some("Works".into()), after: None };
        let paid = Change { field: "salary", before: None, after: None };
        assert_eq!(
            payload(&Happening::AccountChanged { user, changes: vec![named, unset, paid] }),
            json!({"user": "00000000-0000-0000-0000-000000000001", "changes": [
                {"field": "firstName", "before": "Ann", "after": "Anne"},
                {"field": "department", "before": "Works", "after": null},
                {"field": "salary"},
            ]})
        );
    }

    #[test]
    fn edges_of_the_calendar_tell_whom_and_what() {
        let (user, day) = (UserId::new(Uuid::from_u128(1)), "2026-06-10".parse().unwrap());
        let holiday = HolidayId::new(Uuid::from_u128(2));
        let id = |n: u8| format!("00000000-0000-0000-0000-00000000000{n}");
        let unlock = UnlockId::new(Uuid::from_u128(3));
        let renamed = Change { field: "name", before: Some("May Day".into()), after: Some("Labour Day".into()) };
        for (what, expected) in [
            (
                Happening::DayUnlocked { unlock, user, date: day, reason: "Ill".into() },
                json!({"unlock": id(3), "user": id(1), "date": "2026-06-10", "reason": "Ill"}),
            ),
            (Happening::DayFrozen { date: day, users: vec![user] }, json!({"date": "2026-06-10", "users": [id(1)]})),
            (
                Happening::HolidayAdded { holiday, date: day, name: "May Day".into(), is_recurring: true },
                json!({"holiday": id(2), "date": "2026-06-10", "name": "May Day", "isRecurring": true}),
            ),
            (
                Happening::HolidayChanged { holiday, changes: vec![renamed] },
                json!({"holiday": id(2), "changes": [{"field": "name", "before": "May Day", "after": "Labour Day"}]}),
            ),
            (
                Happening::HolidayDeleted { holiday, date: day, name: "May Day".into() },
                json!({"holiday": id(2), "date": "2026-06-10", "name": "May Day"}),
            ),
        ] {
            assert_eq!(payload(&what), expected, "{}", what.name());
        }
    }

    #[test]
    fn a_push_of_a_newer_program_is_left_out_and_the_others_stay() {
        let text = r#"[{"changed":"payroll"},{"changed":"holidays"},{"fired":true},7,
            {"changed":"users","role":"Manager"}]"#;
        assert_eq!(read_pushes(text), [Push::Changed { topic: Topic::Holidays, audience: Audience::Everyone }]);
        assert!(read_pushes("nonsense").is_empty());
    }
}
