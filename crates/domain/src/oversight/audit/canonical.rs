//! An event as a hash covers it.

use crate::Instant;
use crate::id::{EventId, UserId};
use std::fmt::{Display, Write as _};

/// What a hash covers of an event, as it is stored. Names are texts, so that one which this program does not know is sealed as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedEvent {
    pub seq: i64,
    pub id: EventId,
    pub at: Instant,
    pub kind: String,
    pub source: Option<String>,
    pub actor: Option<UserId>,
    /// In which role at that moment.
    pub actor_role: Option<String>,
    pub on_behalf_of: Option<UserId>,
    /// The IP address, as it is counted.
    pub ip: Option<String>,
    pub request_id: Option<String>,
    /// What happened, word for word.
    pub payload: String,
    /// Whom it is about, in any order.
    pub subjects: Vec<UserId>,
}

impl SealedEvent {
    /// Its canonical JSON: without blanks, the keys in the order of their bytes, null for what is missing, the payload as a text.
    pub fn canonical(&self) -> String {
        let mut json = Json(String::with_capacity(384 + self.payload.len() + 39 * self.subjects.len()));
        json.text_or_null("{\"actorId\":", self.actor);
        json.text_or_null(",\"actorRole\":", self.actor_role.as_deref());
        json.text_or_null(",\"at\":", Some(self.at.format("%Y-%m-%dT%H:%M:%S%.6fZ")));
        json.text_or_null(",\"id\":", Some(self.id));
        json.text_or_null(",\"ip\":", self.ip.as_deref());
        json.text_or_null(",\"kind\":", Some(&self.kind));
        json.text_or_null(",\"onBehalfOfId\":", self.on_behalf_of);
        json.text_or_null(",\"payload\":", Some(&self.payload));
        json.text_or_null(",\"requestId\":", self.request_id.as_deref());
        let _ = write!(json.0, ",\"seq\":{}", self.seq);
        json.text_or_null(",\"source\":", self.source.as_deref());
        json.0.push_str(",\"subjectIds\":[");
        // The order of the ids is that of their texts.
        let mut subjects = self.subjects.clone();
        subjects.sort_unstable();
        for (place, subject) in subjects.into_iter().enumerate() {
            json.text_or_null(if place == 0 { "" } else { "," }, Some(subject));
        }
        json.0.push_str("]}");
        json.0
    }
}

/// JSON that is being written.
struct Json(String);

impl Json {
    /// A text, or null where there is none, behind what stands before it.
    fn text_or_null(&mut self, before: &str, text: Option<impl Display>) {
        self.0.push_str(before);
        match text {
            None => self.0.push_str("null"),
            Some(text) => {
                self.0.push('"');
                let _ = write!(Escaped(&mut self.0), "{text}");
                self.0.push('"');
            }
        }
    }
}

/// Writes what goes into a text of JSON: only what must be escaped is, in its shortest form (RFC 8785, 3.2.2.2).
struct Escaped<'a>(&'a mut String);

impl std::fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for c in text.chars() {
            match c {
                '"' => self.0.push_str("\\\""),
                '\\' => self.0.push_str("\\\\"),
                '\u{8}' => self.0.push_str("\\b"),
                '\t' => self.0.push_str("\\t"),
                '\n' => self.0.push_str("\\n"),
                '\u{c}' => self.0.push_str("\\f"),
                '\r' => self.0.push_str("\\r"),
                c if c < ' ' => write!(self.0, "\\u{:04x}", u32::from(c))?,
                c => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::tests::{full, sparse};

    #[test]
    fn canonical_json_has_every_key_in_order_and_no_blank() {
        let expected = r#"{"actorId":"00000000-0000-0000-0000-000000000009","actorRole":"HR","at":"2026-06-10T09:30:00.120000Z","id":"00000000-0000-0000-0000-000000000007","ip":"2001:db8:0:1::/64","kind":"days-decided","onBehalfOfId":null,"payload":"{\"reason\":\"Zu \\\"kurz\\\"\\nä\u001f\\/\"}","requestId":"00000000000000ff","seq":12,"source":"portal","subjectIds":["00000000-0000-0000-0000-000000000001","00000000-0000-0000-0000-000000000002"]}"#;
        assert_eq!(full().canonical(), expected);
    }

    #[test]
    fn what_is_missing_is_null_and_nobody_is_an_empty_list() {
        let expected = r#"{"actorId":null,"actorRole":null,"at":"1970-01-01T00:00:00.000000Z","id":"00000000-0000-0000-0000-000000000008","ip":null,"kind":"day-frozen","onBehalfOfId":null,"payload":"{}","requestId":null,"seq":13,"source":null,"subjectIds":[]}"#;
        assert_eq!(sparse().canonical(), expected);
    }

    #[test]
    fn only_what_json_forbids_is_escaped() {
        let mut event = sparse();
        event.payload = "\"\\/\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}é😀".to_owned();
        assert!(event.canonical().contains(r#""payload":"\"\\/\b\t\n\f\r\u0000\u001fé😀""#));
    }
}
