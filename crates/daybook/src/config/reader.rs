//! Reads settings one by one, and keeps the source of each and every fault.

use super::sources::{Source, Sources};
use crate::bad_setting::{BadSetting, bad};
use std::fmt::Display;

const HIDDEN: &str = "(hidden)";

/// A setting as an operator may see it.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) name: String,
    /// Without passwords.
    pub(crate) value: String,
    pub(crate) source: Source,
}

/// Reads settings. One that cannot be used is a fault, and counts as absent from then on, so that the others can be read too.
pub(crate) struct Reader<'a> {
    sources: &'a Sources,
    pub(crate) settings: Vec<Setting>,
    pub(crate) faults: Vec<BadSetting>,
}

impl<'a> Reader<'a> {
    pub(crate) fn over(sources: &'a Sources) -> Self {
        Self { sources, settings: Vec::new(), faults: Vec::new() }
    }

    /// The setting `name`, or `default`. The error of `parse` continues a sentence that begins with the name.
    pub(crate) fn or<T: Display, E: Into<String>>(
        &mut self,
        name: &str,
        default: T,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> T {
        self.optional(name, &default.to_string(), parse).unwrap_or(default)
    }

    /// The setting `name`, if there is one; `otherwise` names the value without it.
    pub(crate) fn optional<T, E: Into<String>>(
        &mut self,
        name: &str,
        otherwise: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.take(name, otherwise, parse, without_password)
    }

    /// The same for a value that is never shown.
    pub(crate) fn secret<T, E: Into<String>>(
        &mut self,
        name: &str,
        otherwise: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.take(name, otherwise, parse, |_| HIDDEN.to_owned())
    }

    /// Whether the setting `name`, which has been read, was given.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.settings.iter().any(|setting| setting.name == name && setting.source != Source::Default)
    }

    /// Keeps a fault that shows in several settings together.
    pub(crate) fn fault(&mut self, name: &str, sentence: &str) {
        self.faults.push(bad(name, sentence));
    }

    fn take<T, E: Into<String>>(
        &mut self,
        name: &str,
        otherwise: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
        show: impl FnOnce(&str) -> String,
    ) -> Option<T> {
        let (value, source, taken) = match self.sources.find(name) {
            Ok(None) => (otherwise.to_owned(), Source::Default, None),
            Ok(Some((text, source))) => match parse(&text) {
                Ok(taken) => (show(&text), source, Some(taken)),
                Err(why) => {
                    let subject = match &source {
                        Source::File(file) => format!("{name} (from {file})"),
                        Source::Default | Source::Environment => name.to_owned(),
                    };
                    self.faults.push(bad(&subject, why));
                    ("(invalid)".to_owned(), source, None)
                }
            },
            Err(fault) => {
                self.faults.push(fault);
                ("(unreadable)".to_owned(), Source::Environment, None)
            }
        };
        self.settings.push(Setting { name: name.to_owned(), value, source });
        taken
    }
}

/// A value with its password hidden, where it is an address with one.
fn without_password(text: &str) -> String {
    let text = text.trim();
    let Ok(mut url) = url::Url::parse(text) else { return text.to_owned() };
    let is_password = |name: &str| name == "password";
    let has_query = url.query_pairs().any(|(name, _)| is_password(&name));
    if url.password().is_none() && !has_query {
        return text.to_owned();
    }
    if url.password().is_some() && url.set_password(Some("***")).is_err() {
        return HIDDEN.to_owned();
    }
    if has_query {
        let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let shown = pairs.iter().map(|(name, value)| (name, if is_password(name) { "***" } else { value.as_str() }));
        url.query_pairs_mut().clear().extend_pairs(shown);
    }
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown) in [
            ("postgres://me:geheim@host/daybook?sslmode=require", "postgres://me:***@host/daybook?sslmode=require"),
            ("postgres://host/daybook?password=geheim", "postgres://host/daybook?password=***"),
            ("smtps://portal:geheim@mail.example.org?from=a@x.org", "smtps://portal:***@mail.example.org?from=a@x.org"),
            ("file:out box", "file:out box"),
            ("127.0.0.1:8080", "127.0.0.1:8080"),
        ] {
            assert_eq!(without_password(text), shown);
        }
    }
}
