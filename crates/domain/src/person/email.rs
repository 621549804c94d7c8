//! E-mail addresses: trimmed, kept in lower case and in one Unicode form, so that one address is one account.

use unicode_normalization::UnicodeNormalization;

/// The longest address, in code points.
pub const EMAIL_MAX: usize = 254;

/// An address that mail can be sent to, as far as its shape tells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

/// The reason why an address was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailError {
    Blank,
    /// It is not of the form `name@host.domain`, or too long.
    Malformed,
}

impl EmailError {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Blank => "Email is required",
            Self::Malformed => "Please enter a valid email address",
        }
    }
}

impl EmailAddress {
    /// Whether `text` is this address, but for the case of its letters, the form of its accents and white space around it.
    pub fn is_plainly(&self, text: &str) -> bool {
        text.trim().nfc().collect::<String>().to_lowercase() == self.0
    }

    /// Reads an address: one `@`, a name before it, a host with a dot after it, no white space or control characters.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        // One address can be typed in several ways that look alike: composed or not, in wide letters or plain ones.
        let text: String = text.trim().nfkc().collect();
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError::Blank);
        }
        let is_foreign = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | ',' | ';' | '\\');
        let clean = !text.chars().any(is_foreign) && crate::text::line(text, EMAIL_MAX).is_ok();
        let Some((name, host)) = text.split_once('@') else { return Err(EmailError::Malformed) };
        let host_ok = !host.contains('@')
            && host.split('.').count() >= 2
            && host.split('.').all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'));
        if clean && !name.is_empty() && host_ok { Ok(Self(text.to_lowercase())) } else { Err(EmailError::Malformed) }
    }

    /// The address in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_one_form() {
        let address = EmailAddress::parse(" Bob@Example.ORG ").unwrap();
        assert_eq!((address.as_str(), address.to_string().as_str()), ("bob@example.org", "bob@example.org"));
    }

    #[test]
    fn what_looks_alike_is_one_address() {
        let composed = EmailAddress::parse("jos\u{e9}@x.org").unwrap();
        assert_eq!(EmailAddress::parse("Jose\u{301}@x.org").unwrap(), composed);
        assert_eq!(EmailAddress::parse("\u{ff42}ob@x.org").unwrap(), EmailAddress::parse("bob@x.org").unwrap());
        assert_eq!(EmailAddress::parse(composed.as_str()).unwrap(), composed);
    }

    #[test]
    fn what_is_no_address_is_refused() {
        assert_eq!(EmailAddress::parse("  "), Err(EmailError::Blank));
        for bad in [
            "bob",
            "bob@",
            "@x.org",
            "bob@x",
            "b b@x.org",
            "bob@x..org",
            "bob@@x.org",
            "bob@x.org\r\nBcc: e@x.org",
            "bob@x.org\0",
            "<bob@x.org>",
            "bob@-x.org",
            "bob@x-.org",
        ] {
            assert_eq!(EmailAddress::parse(bad), Err(EmailError::Malformed), "{bad:?}");
        }
        assert_eq!(EmailAddress::parse(&format!("{}@x.org", "a".repeat(249))), Err(EmailError::Malformed));
    }
}
