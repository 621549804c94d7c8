//! Events as JSON: what happened, and which browsers are told. The names here stay: old rows are read by new programs.
//!
//! What happened is one object: its details by name, and under `changes` the fields that changed. A value that JSON has no
//! type for is a text, and a text that would be read back as one of those says so in an object of its own.

use application::events::{Audience, Change, Push, Record, Topic};
use application::facts::{Fact, Facts};
use chrono::{DateTime, NaiveDate, SecondsFormat};
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::session::SessionEnd;
use serde_json::{Map, Number, Value, json};
use uuid::Uuid;

const CHANGES: &str = "changes";
const TEXT: &str = "text";
/// Under this name stands what is no object, in a row that another program wrote.
const PAYLOAD: &str = "payload";

/// What happened, for the audit log that is drawn from it.
pub(super) fn payload(record: &Record) -> Value {
    let mut payload: Map<String, Value> =
        record.details.iter().map(|(name, fact)| (name.to_string(), write(fact))).collect();
    if !record.changes.is_empty() {
        payload.insert(CHANGES.to_owned(), record.changes.iter().map(change).collect());
    }
    Value::Object(payload)
}

/// A field that changed; of a masked one nothing stands in the place of its values.
fn change(change: &Change) -> Value {
    match change {
        Change::Masked { field } => json!({"field": field}),
        Change::Told { field, before, after } => {
            json!({"field": field, "before": before.as_ref().map(write), "after": after.as_ref().map(write)})
        }
    }
}

fn write(fact: &Fact) -> Value {
    match fact {
        Fact::Text(text) if matches!(read_text(text), Fact::Text(_)) => Value::String(text.clone()),
        Fact::Text(text) => json!({TEXT: text}),
        // As people write it: `8`, not `8.0`.
        Fact::Number(number) => number.to_string().parse::<Number>().map_or(Value::Null, Value::Number),
        Fact::Bool(value) => Value::Bool(*value),
        // No event tells a secret, whatever is put into it.
        Fact::Secret(_) => Value::Null,
        Fact::Date(date) => Value::String(date.to_string()),
        Fact::Instant(at) => Value::String(instant_text(*at)),
        Fact::Id(id) => Value::String(id.to_string()),
        Fact::List(facts) => facts.iter().map(write).collect(),
    }
}

fn instant_text(at: Instant) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// The details and changes of a payload, whichever program wrote it.
pub(super) fn read_payload(text: &str) -> (Facts, Vec<Change>) {
    let mut payload = match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(payload)) => payload,
        _ => Map::from_iter([(PAYLOAD.to_owned(), json!({TEXT: text}))]),
    };
    let mut changes = Vec::new();
    if let Some(Value::Array(written)) = payload.get(CHANGES)
        && let Some(read) = written.iter().map(read_change).collect()
    {
        changes = read;
        payload.remove(CHANGES);
    }
    let details = payload.into_iter().filter_map(|(name, value)| Some((name, read(&value)?)));
    (details.collect(), changes)
}

fn read_change(value: &Value) -> Option<Change> {
    let field = value.get("field")?.as_str()?.to_owned().into();
    match (value.get("before"), value.get("after")) {
        (None, None) => Some(Change::Masked { field }),
        (before, after) => Some(Change::Told { field, before: before.and_then(read), after: after.and_then(read) }),
    }
}

/// What a value says; nothing where it is null. What no program of today writes is read as its JSON.
fn read(value: &Value) -> Option<Fact> {
    match value {
        Value::Null => None,
        Value::Bool(value) => Some(Fact::Bool(*value)),
        Value::Number(number) => number.as_f64().map(Fact::Number),
        Value::String(text) => Some(read_text(text)),
        Value::Array(values) => Some(Fact::List(values.iter().filter_map(read).collect())),
        Value::Object(object) => {
            let text = if object.len() == 1 { object.get(TEXT).and_then(Value::as_str) } else { None };
            Some(Fact::Text(text.map_or_else(|| value.to_string(), str::to_owned)))
        }
    }
}

/// A text, or what is written as one: only in the one spelling in which it is written, so that no text is lost.
fn read_text(text: &str) -> Fact {
    if let Some(id) = Uuid::try_parse(text).ok().filter(|id| id.to_string() == text) {
        return Fact::Id(id);
    }
    if let Some(date) = text.parse::<NaiveDate>().ok().filter(|date| date.to_string() == text) {
        return Fact::Date(date);
    }
    if let Some(at) =
        DateTime::parse_from_rfc3339(text).ok().map(|at| at.to_utc()).filter(|at| instant_text(*at) == text)
    {
        return Fact::Instant(at);
    }
    Fact::Text(text.to_owned())
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
    use super::*;
    use proptest::prelude::*;

    fn facts() -> impl Strategy<Value = Fact> {
        let day = NaiveDate::default();
        let fact = prop_oneof![
            any::<String>().prop_map(Fact::Text),
            (-100_000i32..100_000).prop_map(|halves| Fact::Number(f64::from(halves) / 2.0)),
            any::<bool>().prop_map(Fact::Bool),
            (0u64..100_000).prop_map(move |days| Fact::Date(day + chrono::Days::new(days))),
            (0i64..4_000_000_000_000_000).prop_map(|at| Fact::Instant(Instant::from_timestamp_micros(at).unwrap())),
            any::<u128>().prop_map(|id| Fact::Id(Uuid::from_u128(id))),
        ];
        // A text that looks like something else stays a text.
        let fact = (fact, any::<bool>()).prop_map(|(fact, is_quoted)| match write(&fact) {
            Value::String(text) if is_quoted => Fact::Text(text),
            _ => fact,
        });
        fact.prop_recursive(2, 8, 4, |fact| prop::collection::vec(fact, 0..4).prop_map(Fact::List))
    }

    proptest! {
        #[test]
        fn every_fact_reads_back(fact in facts()) {
            let written: Value = serde_json::from_str(&write(&fact).to_string()).unwrap();
            prop_assert_eq!(read(&written), Some(fact));
        }
    }

    #[test]
    fn every_push_reads_back() {
        let mut all = vec![];
        for topic in [Topic::Timesheets, Topic::Notifications, Topic::Holidays, Topic::Users, Topic::Leave] {
            let users = vec![UserId::new(Uuid::from_u128(1)), UserId::new(Uuid::from_u128(2))];
            all.push(Push::Changed { topic, audience: Audience::Users(users.clone()) });
            all.push(Push::Changed { topic, audience: Audience::Readers(users) });
            all.push(Push::Changed { topic, audience: Audience::Everyone });
        }
        all.extend(SessionEnd::ALL.map(|end| Push::SessionEnded { session: SessionId::new(Uuid::from_u128(3)), end }));
        assert_eq!(read_pushes(&pushes(&all).to_string()), all);
    }

    #[test]
    fn details_stand_by_name_and_changes_with_both_values_or_none() {
        let user = UserId::new(Uuid::from_u128(1));
        let record = Record::of("tested")
            .about([user])
            .detail("hours", Fact::Number(8.0))
            .detail("dates", vec!["2026-06-10".parse::<NaiveDate>().unwrap()])
            .detail("reason", "2026-06-10")
            .change("firstName", Some("Ann"), Some("Anne"))
            .change("department", Some("Works"), None)
            .masked("salary", &1, &2);
        let expected = json!({
            "hours": 8, "dates": ["2026-06-10"], "reason": {"text": "2026-06-10"},
            "changes": [
                {"field": "firstName", "before": "Ann", "after": "Anne"},
                {"field": "department", "before": "Works", "after": null},
                {"field": "salary"},
            ],
        });
        assert_eq!(payload(&record), expected);
        assert_eq!(read_payload(&expected.to_string()), (record.details, record.changes));
    }

    #[test]
    fn what_earlier_programs_wrote_is_read() {
        let (user, date) = (Uuid::from_u128(1), "2026-06-10".parse::<NaiveDate>().unwrap());
        let (details, changes) = read_payload(
            r#"{"user":"00000000-0000-0000-0000-000000000001","dates":["2026-06-10"],"reason":null,
                "entries":[{"id":"00000000-0000-0000-0000-000000000002","version":3}]}"#,
        );
        let entry = Fact::Text(r#"{"id":"00000000-0000-0000-0000-000000000002","version":3}"#.into());
        let expected = [
            ("user", Fact::Id(user)),
            ("dates", Fact::List(vec![Fact::Date(date)])),
            ("entries", Fact::List(vec![entry])),
        ];
        assert_eq!(details, expected.into_iter().map(|(name, fact)| (name.to_owned(), fact)).collect());
        assert!(changes.is_empty());
        let (details, changes) =
            read_payload(r#"{"changes":[{"field":"isActive","before":"true","after":"false"},{"field":"salary"}]}"#);
        let told = |text: &str| Some(Fact::Text(text.into()));
        let active = Change::Told { field: "isActive".into(), before: told("true"), after: told("false") };
        assert_eq!((details, changes), (Facts::default(), vec![active, Change::Masked { field: "salary".into() }]));
        for strange in ["no json", "[1]", "7", "\"2026-06-10\""] {
            let (details, changes) = read_payload(strange);
            assert_eq!(details, [("payload".to_owned(), Fact::Text(strange.into()))].into_iter().collect());
            assert!(changes.is_empty());
        }
        let (details, _) = read_payload(r#"{"changes":7}"#);
        assert_eq!(details, Facts::default().with("changes", Fact::Number(7.0)));
    }

    #[test]
    fn a_push_of_a_newer_program_is_left_out_and_the_others_stay() {
        let text = r#"[{"changed":"payroll"},{"changed":"holidays"},{"fired":true},7,
            {"changed":"users","role":"Manager"}]"#;
        assert_eq!(read_pushes(text), [Push::Changed { topic: Topic::Holidays, audience: Audience::Everyone }]);
        assert!(read_pushes("nonsense").is_empty());
    }
}
