//! The addresses of a provider: encrypted, or on this machine.

use std::net::{Ipv4Addr, Ipv6Addr};

/// What a provider's documents are found under, beside its issuer.
const WELL_KNOWN: &str = "/.well-known/openid-configuration";
/// The hosts at which Microsoft issues tokens, or whose ending theirs have.
const MICROSOFT: [&str; 5] = [
    "login.microsoftonline.com",
    "login.microsoft.com",
    "login.microsoftonline.us",
    "login.partner.microsoftonline.cn",
    "sts.windows.net",
];
/// What stands there in place of an organisation. The last is the name of *consumers* as an id.
const FOR_EVERYBODY: [&str; 4] = ["common", "organizations", "consumers", "9188040d-6c67-4c5b-b112-36a304b66dad"];
/// The longest address, in bytes.
const LONGEST: usize = 2_000;

/// An address that the portal calls: `https`, or `http` on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    address: String,
    is_encrypted: bool,
}

/// Why an address is not called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndpointError {
    /// It is no address of the web.
    Malformed,
    /// It is not encrypted, and leads to another machine.
    Unencrypted,
}

impl Endpoint {
    /// Reads an address: a scheme, a host with or without a port, and whatever follows. No user, and no fragment.
    pub fn parse(text: &str) -> Result<Self, EndpointError> {
        let split = text.split_once("://").ok_or(EndpointError::Malformed)?;
        let is_encrypted = match split.0.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(EndpointError::Malformed),
        };
        let host = host_of(split.1).ok_or(EndpointError::Malformed)?;
        let is_plain = text.len() <= LONGEST
            && text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'#'));
        match (is_plain, is_encrypted || is_loopback(host)) {
            (false, _) => Err(EndpointError::Malformed),
            (true, false) => Err(EndpointError::Unencrypted),
            (true, true) => Ok(Self { address: text.to_owned(), is_encrypted }),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.address
    }

    /// Whether nobody on the way can read or change what is sent.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    fn host(&self) -> &str {
        self.address.split_once("://").and_then(|(_, rest)| host_of(rest)).unwrap_or_default()
    }
}

/// The host at the beginning of what follows the scheme.
fn host_of(rest: &str) -> Option<&str> {
    let authority = rest.split(['/', '?']).next()?;
    let (host, port) = if authority.starts_with('[') {
        let end = authority.find(']')?;
        authority.split_at(end + 1)
    } else {
        authority.split_at(authority.find(':').unwrap_or(authority.len()))
    };
    let is_port =
        |port: &str| port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    let is_host = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
        }
    };
    (is_host && (port.is_empty() || is_port(port))).then_some(host)
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || bare.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback())
}

/// The name of a provider to the world, and the address of its documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer(Endpoint);

/// Why an issuer is refused. The sentence goes on from the name of the setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssuerError {
    Endpoint(EndpointError),
    /// A query stands in it.
    Query,
    /// Microsoft for everybody: anybody in the world could sign in.
    Everybody,
}

impl IssuerError {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Endpoint(EndpointError::Malformed) | Self::Query => {
                "must be https:// and a host, with or without a path, and without a user, a query and a fragment"
            }
            Self::Endpoint(EndpointError::Unencrypted) => "must begin with https://, except on this machine (loopback)",
            Self::Everybody => {
                "is that of Microsoft for everybody: put the ID of your own directory (tenant) in place of common, \
                 organizations or consumers"
            }
        }
    }
}

impl Issuer {
    /// Reads the issuer as an operator copies it: with or without the path of the discovery document, and a slash at its end, which it
    /// does not keep.
    pub fn parse(text: &str) -> Result<Self, IssuerError> {
        let text = text.trim();
        let text = without_slash(text.strip_suffix(WELL_KNOWN).unwrap_or(text));
        let endpoint = Endpoint::parse(text).map_err(IssuerError::Endpoint)?;
        if text.contains('?') {
            return Err(IssuerError::Query);
        }
        let host = endpoint.host().to_ascii_lowercase();
        let path = text.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or("", |(_, path)| path);
        let organisation = path.split('/').find(|part| !part.is_empty()).unwrap_or_default().to_ascii_lowercase();
        if MICROSOFT.contains(&host.as_str()) && FOR_EVERYBODY.contains(&organisation.as_str()) {
            return Err(IssuerError::Everybody);
        }
        Ok(Self(endpoint))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether nobody on the way can read or change what is sent there.
    pub fn is_encrypted(&self) -> bool {
        self.0.is_encrypted
    }

    /// Where the discovery document is.
    pub fn discovery(&self) -> Endpoint {
        let address = format!("{}{WELL_KNOWN}", without_slash(self.as_str()));
        Endpoint { address, is_encrypted: self.0.is_encrypted }
    }

    /// Whether a document that calls itself `named` is that of this issuer: a slash at the end makes no difference.
    pub fn is(&self, named: &str) -> bool {
        without_slash(self.as_str()) == without_slash(named)
    }
}

/// One slash at the end is taken off.
fn without_slash(text: &str) -> &str {
    text.strip_suffix('/').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_encrypted_or_on_this_machine() {
        for (address, is_encrypted) in [
            ("https://id.example.org", true),
            ("HTTPS://id.example.org:8443/realms/a?b=c", true),
            ("https://[2001:db8::1]/", true),
            ("http://localhost:8080/realms/a", false),
            ("http://127.8.0.1", false),
            ("http://[::1]:80", false),
        ] {
            let endpoint = Endpoint::parse(address).unwrap();
            assert_eq!((endpoint.as_str(), endpoint.is_encrypted()), (address, is_encrypted));
        }
        for (address, error) in [
            ("http://id.example.org", EndpointError::Unencrypted),
            ("http://127.0.0.1.example.org", EndpointError::Unencrypted),
            ("http://localhost.example.org", EndpointError::Unencrypted),
            ("http://2130706433", EndpointError::Unencrypted),
            ("http://0.0.0.0", EndpointError::Unencrypted),
            ("id.example.org", EndpointError::Malformed),
            ("ftp://id.example.org", EndpointError::Malformed),
            ("https://", EndpointError::Malformed),
            ("https:///path", EndpointError::Malformed),
            ("https://id.example.org:0/", EndpointError::Malformed),
            ("https://id.example.org:99999/", EndpointError::Malformed),
            ("https://id.example.org:x/", EndpointError::Malformed),
            ("http://localhost:80@id.example.org/", EndpointError::Malformed),
            ("https://user:pass@id.example.org/", EndpointError::Malformed),
            ("https://id.example.org\\@localhost/", EndpointError::Malformed),
            ("https://id.example.org/a#b", EndpointError::Malformed),
            ("https://id.example.org/a b", EndpointError::Malformed),
            ("https://id.example.org/a\r\nHost: x", EndpointError::Malformed),
            ("https://[::1", EndpointError::Malformed),
            ("https://[::1]x/", EndpointError::Malformed),
            ("https://ü.example.org/", EndpointError::Malformed),
        ] {
            assert_eq!(Endpoint::parse(address), Err(error), "{address}");
        }
        assert_eq!(Endpoint::parse(&format!("https://x.org/{}", "a".repeat(LONGEST))), Err(EndpointError::Malformed));
    }

    #[test]
    fn an_issuer_is_taken_with_its_document_and_with_a_slash() {
        for (set, document) in [
            ("https://id.example.org", "https://id.example.org/.well-known/openid-configuration"),
            (" https://id.example.org/ ", "https://id.example.org/.well-known/openid-configuration"),
            (
                "https://id.example.org/realms/a/.well-known/openid-configuration",
                "https://id.example.org/realms/a/.well-known/openid-configuration",
            ),
            ("https://id.example.org/o/a/", "https://id.example.org/o/a/.well-known/openid-configuration"),
        ] {
            assert_eq!(Issuer::parse(set).unwrap().discovery().as_str(), document);
        }
        let issuer = Issuer::parse("https://id.example.org/a").unwrap();
        assert!(issuer.is("https://id.example.org/a") && issuer.is("https://id.example.org/a/"));
        for other in [
            "https://id.example.org/a//",
            "https://id.example.org/A",
            "https://id.example.org",
            "http://id.example.org/a",
        ] {
            assert!(!issuer.is(other), "{other}");
        }
        assert!(Issuer::parse("https://id.example.org/a/").unwrap().is("https://id.example.org/a"));
    }

    #[test]
    fn an_issuer_that_makes_no_sense_is_refused() {
        for set in [
            "https://login.microsoftonline.com/common/v2.0",
            "https://login.microsoftonline.com/organizations/v2.0",
            "https://LOGIN.microsoftonline.com//Consumers",
            "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0",
            "https://sts.windows.net/common/",
            "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration",
        ] {
            assert_eq!(Issuer::parse(set), Err(IssuerError::Everybody), "{set}");
        }
        for own in
            ["https://login.microsoftonline.com/1a2b3c4d-0000-0000-0000-000000000000/v2.0", "https://id.org/common"]
        {
            assert!(Issuer::parse(own).is_ok(), "{own}");
        }
        assert_eq!(Issuer::parse("https://id.example.org/?a=b"), Err(IssuerError::Query));
        assert_eq!(Issuer::parse("http://id.example.org"), Err(IssuerError::Endpoint(EndpointError::Unencrypted)));
        assert_eq!(Issuer::parse("id.example.org"), Err(IssuerError::Endpoint(EndpointError::Malformed)));
        for error in [IssuerError::Query, IssuerError::Everybody, IssuerError::Endpoint(EndpointError::Unencrypted)] {
            assert!(error.sentence().starts_with("must") || error.sentence().starts_with("is "), "{error:?}");
        }
    }
}
