//! What a mail server answers is kept and shown to the operator. Some servers repeat what they were sent.

use crate::text;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// How much of an answer is kept.
const MAX: usize = 300;

/// The answer on one line, with none of the `secrets` in it, nor one in the form in which it is sent.
pub(crate) fn redact<'a>(words: &str, secrets: impl IntoIterator<Item = &'a str>) -> String {
    let mut words = words.to_owned();
    for secret in secrets.into_iter().filter(|secret| !secret.is_empty()) {
        for form in [secret.to_owned(), STANDARD.encode(secret)] {
            words = words.replace(&form, "…");
        }
    }
    text::line(&words, MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_repeated_in_any_form() {
        let answer = format!("535 no: hunter2, {} and\r\nhunter2 again", STANDARD.encode("hunter2"));
        assert_eq!(redact(&answer, ["hunter2", ""]), "535 no: …, … and … again");
        assert_eq!(redact(&"x".repeat(1_000), []).chars().count(), MAX);
    }
}
