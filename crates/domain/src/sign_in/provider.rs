//! A provider as its operator sets it.

use super::{Issuer, RoleMapping};
use crate::person::EmailAddress;
use crate::text;

/// The most providers of a portal.
pub const MOST_PROVIDERS: usize = 8;
/// The longest name of a provider, in characters.
const NAME_MAX: usize = 32;

/// What a provider is called in addresses and settings: small letters, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderName(String);

/// The text is no name of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderNameError;

impl ProviderName {
    pub fn parse(text: &str) -> Result<Self, ProviderNameError> {
        let is_clean = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let is_name =
            is_clean && (1..=NAME_MAX).contains(&text.len()) && !text.starts_with('-') && !text.ends_with('-');
        if is_name { Ok(Self(text.to_owned())) } else { Err(ProviderNameError) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same in the name of a variable.
    pub fn in_variables(&self) -> String {
        self.0.to_ascii_uppercase().replace('-', "_")
    }
}

impl std::fmt::Display for ProviderName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The secret of this portal at a provider. Never shown in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientSecret(String);

impl ClientSecret {
    pub fn new(secret: impl Into<String>) -> Self {
        Self(secret.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}

crate::names! {
    /// What an address in a token is worth without a word on whether it was verified.
    pub enum EmailTrust {
        /// Nothing: the token has to say that it was.
        Verified = "verified",
        /// The provider gives out its addresses itself.
        Trusted = "trusted",
    }
}

crate::names! {
    /// What becomes of people who have no account.
    pub enum UnknownPeople {
        Refused = "off",
        /// They get an account with the role Employee.
        BecomeEmployees = "employee",
    }
}

crate::names! {
    /// Whose passwords open an account.
    pub enum PasswordUse {
        Everybody = "on",
        Nobody = "off",
        /// Those of the accounts that an Admin has marked.
        BreakGlass = "break-glass",
    }
}

/// The domains whose addresses a provider may speak for. None named: all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Domains(Vec<String>);

impl Domains {
    /// Reads domains with commas between them. The error is the one that is no domain.
    pub fn parse(list: &str) -> Result<Self, String> {
        let named = list.split(',').map(str::trim).filter(|domain| !domain.is_empty());
        // In the one form that addresses have.
        let domains = named.map(|domain| match EmailAddress::parse(&format!("a@{domain}")) {
            // A pattern would admit nobody.
            Ok(address) if !domain.contains('*') => Ok(domain_of(&address).to_owned()),
            _ => Err(domain.to_owned()),
        });
        match domains.collect::<Result<Vec<_>, _>>() {
            // It would admit everybody.
            Ok(none) if none.is_empty() => Err(list.to_owned()),
            domains => domains.map(Self),
        }
    }

    pub fn admit_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the domain of this address is one of them: exactly, without regard to case.
    pub fn admit(&self, address: &EmailAddress) -> bool {
        self.admit_all() || self.0.iter().any(|domain| domain == domain_of(address))
    }
}

fn domain_of(address: &EmailAddress) -> &str {
    address.as_str().rsplit_once('@').map_or("", |(_, domain)| domain)
}

/// Reads the scopes beside `openid`, with spaces between them. None where a character cannot stand in one.
pub fn scopes(text: &str) -> Option<Vec<String>> {
    let is_scope = |scope: &str| scope.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'));
    let named: Vec<&str> = text.split_whitespace().filter(|scope| *scope != "openid").collect();
    named.iter().all(|scope| is_scope(scope)).then(|| named.into_iter().map(str::to_owned).collect())
}

/// A provider of sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    pub name: ProviderName,
    /// What people call it: on its button, in sentences.
    pub label: String,
    pub issuer: Issuer,
    /// This portal there.
    pub client_id: String,
    /// None for a public client.
    pub client_secret: Option<ClientSecret>,
    /// The scopes beside `openid`.
    pub scopes: Vec<String>,
    pub email: EmailTrust,
    pub unknown_people: UnknownPeople,
    pub domains: Domains,
    pub roles: Option<RoleMapping>,
}

impl Provider {
    /// The longest label, in code points.
    const LABEL_MAX: usize = 50;

    /// A provider of whom the operator says no more than what is required: a public client, whose words on addresses count where it
    /// says that it verified them, and which brings nobody new.
    pub fn new(name: ProviderName, issuer: Issuer, client_id: String) -> Self {
        Self {
            label: name.to_string(),
            name,
            issuer,
            client_id,
            client_secret: None,
            scopes: vec!["profile".to_owned(), "email".to_owned()],
            email: EmailTrust::Verified,
            unknown_people: UnknownPeople::Refused,
            domains: Domains::default(),
            roles: None,
        }
    }

    /// Reads what people call a provider.
    pub fn label(text: &str) -> Result<String, text::TextError> {
        text::line(text, Self::LABEL_MAX)
    }

    /// Where the provider sends people back to, in a portal with this address.
    pub fn callback(&self, public_url: &str) -> String {
        format!("{public_url}/api/auth/oidc/{}/callback", self.name)
    }

    /// Where the provider tells that somebody signed out (back-channel logout).
    pub fn back_channel_logout(&self, public_url: &str) -> String {
        format!("{public_url}/api/auth/oidc/{}/logout", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_plain() {
        assert_eq!(ProviderName::parse("entra-id2").unwrap().in_variables(), "ENTRA_ID2");
        for bad in ["", "Entra", "entra_id", "a b", "-a", "a-", "ä", "a/b", &"a".repeat(NAME_MAX + 1)] {
            assert_eq!(ProviderName::parse(bad), Err(ProviderNameError), "{bad}");
        }
        assert!(ProviderName::parse(&"a".repeat(NAME_MAX)).is_ok());
    }

    #[test]
    fn a_secret_is_not_shown() {
        assert!(!format!("{:?}", ClientSecret::new("hunter2")).contains("hunter"));
    }

    #[test]
    fn an_address_is_admitted_by_its_whole_domain() {
        let domains = Domains::parse("Example.org, b\u{fc}ro.example ,").unwrap();
        for (address, is_admitted) in [
            ("Ann@EXAMPLE.ORG", true),
            ("ann@bu\u{308}ro.example", true),
            ("ann@sub.example.org", false),
            ("ann@example.org.evil.example", false),
            ("ann@notexample.org", false),
        ] {
            assert_eq!(domains.admit(&EmailAddress::parse(address).unwrap()), is_admitted, "{address}");
        }
        assert!(Domains::default().admit(&EmailAddress::parse("ann@anywhere.example").unwrap()));
        for bad in ["example", "@example.org", "a@example.org", "*.example.org", "exa mple.org"] {
            assert_eq!(Domains::parse(&format!("example.com, {bad}")), Err(bad.to_owned()));
        }
        assert_eq!(Domains::parse(" , "), Err(" , ".to_owned()), "none at all would be all");
    }

    #[test]
    fn scopes_are_words_beside_openid() {
        assert_eq!(scopes("openid profile  email"), Some(vec!["profile".to_owned(), "email".to_owned()]));
        assert_eq!((scopes("openid"), scopes("a\"b"), scopes("ä")), (Some(Vec::new()), None, None));
    }
}
