//! Where mails go, as the operator says it in one line.

use lettre::Address;
use percent_encoding::percent_decode_str;
use std::path::PathBuf;
use url::{Host, Url};

/// What was wrong with the line. It never repeats the line, which may hold a password.
type Wrong = &'static str;

const FORM: Wrong =
    "must be smtp://user:password@host:port, smtps://user:password@host:port or file:FOLDER, and is not one of them";
const LOGIN: Wrong = "must name both a user and a password, or neither";
const AT: Wrong = "must write an @ in a user or a password as %40";
const ESCAPE: Wrong = "has a % that two hexadecimal digits do not follow; the character itself is written %25";
const TLS: Wrong = "knows ?tls=required and ?tls=opportunistic, and only with smtp://";
const FROM: Wrong = "must have an email address in ?from=";
const PARAMETER: Wrong = "knows the parameters tls and from, each once";

/// Where mails go and who sends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub(crate) route: Route,
    pub(crate) from: Option<Address>,
    /// Certificates to trust beside those of the machine, as PEM.
    pub(crate) roots: Vec<Vec<u8>>,
}

impl Settings {
    /// Whether mails stay on this machine, as files.
    pub const fn is_folder(&self) -> bool {
        matches!(self.route, Route::Folder(_))
    }
}

/// The way that mails leave by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    Folder(PathBuf),
    Smtp(Server),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Server {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) encryption: Encryption,
    pub(crate) login: Option<Login>,
}

/// When the connection becomes an encrypted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encryption {
    Never,
    IfOffered,
    Required,
    FromTheStart,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) user: String,
    pub(crate) password: String,
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Login").field("user", &self.user).finish_non_exhaustive()
    }
}

impl Settings {
    /// Mails become files in this folder.
    pub fn folder(folder: impl Into<PathBuf>) -> Self {
        Self { route: Route::Folder(folder.into()), from: None, roots: Vec::new() }
    }

    /// Reads `smtp://…`, `smtps://…` or `file:FOLDER`. The error says what is wrong, and goes on from the name of the setting.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        let text = text.trim();
        match text.strip_prefix("file:") {
            Some(rest) => Self::parse_folder(rest),
            None => Self::parse_server(text),
        }
    }

    /// The same, trusting these certificates too: for a server whose certificate the machine does not know.
    #[must_use]
    pub fn trusting(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.roots.push(pem.into());
        self
    }

    /// The folder, where mails become files.
    pub fn kept_in(&self) -> Option<&std::path::Path> {
        match &self.route {
            Route::Folder(folder) => Some(folder),
            Route::Smtp(_) => None,
        }
    }

    /// Whether the password, or a mail, may cross a network for everyone on it to read.
    pub fn is_readable_on_the_way(&self) -> bool {
        match &self.route {
            Route::Folder(_) => false,
            Route::Smtp(server) => {
                let is_near = server.host == "localhost"
                    || server.host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
                !is_near && matches!(server.encryption, Encryption::Never | Encryption::IfOffered)
            }
        }
    }

    fn parse_folder(rest: &str) -> Result<Self, Wrong> {
        let (folder, query) = rest.split_once('?').unwrap_or((rest, ""));
        // `file://host/path` is a file on another machine; `file:///path` is an absolute one here.
        if folder.is_empty() || (folder.starts_with("//") && !folder.starts_with("///")) {
            return Err(FORM);
        }
        let parameters = Parameters::read(query)?;
        if parameters.tls.is_some() {
            return Err(TLS);
        }
        Ok(Self { from: parameters.from, ..Self::folder(folder.replace("///", "/")) })
    }

    fn parse_server(text: &str) -> Result<Self, Wrong> {
        // The parser takes the last of several `@` for the one before the host, and sends a broken escape as it stands.
        let authority = text.split_once("://").map_or(text, |(_, rest)| rest).split(['/', '?', '#']).next();
        if authority.is_some_and(|authority| authority.matches('@').count() > 1) {
            return Err(AT);
        }
        if has_broken_escape(text) {
            return Err(ESCAPE);
        }
        let url = Url::parse(text).map_err(|_| FORM)?;
        let implicit = match url.scheme() {
            "smtp" => false,
            "smtps" => true,
            _ => return Err(FORM),
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(FORM);
        }
        // The parser takes the host of a scheme that it does not know as it stands.
        let host = match url.host().ok_or(FORM)? {
            Host::Domain(name) => match Host::parse(&decoded(name)?).map_err(|_| FORM)? {
                Host::Domain(name) => name,
                Host::Ipv4(address) => address.to_string(),
                Host::Ipv6(address) => address.to_string(),
            },
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        if host.is_empty() || url.port() == Some(0) {
            return Err(FORM);
        }
        let login = match (url.username(), url.password()) {
            ("", None) => None,
            ("", Some(_)) | (_, None | Some("")) => return Err(LOGIN),
            (user, Some(password)) => Some(Login { user: decoded(user)?, password: decoded(password)? }),
        };
        let parameters = Parameters::read(url.query().unwrap_or_default())?;
        let (encryption, usual_port) = match (implicit, parameters.tls) {
            (true, None) => (Encryption::FromTheStart, 465),
            (true, Some(_)) => return Err(TLS),
            (false, Some(encryption)) => (encryption, 587),
            (false, None) => (Encryption::Never, 25),
        };
        let server = Server { host, port: url.port().unwrap_or(usual_port), encryption, login };
        Ok(Self { route: Route::Smtp(server), from: parameters.from, roots: Vec::new() })
    }
}

#[derive(Default)]
struct Parameters {
    tls: Option<Encryption>,
    from: Option<Address>,
}

impl Parameters {
    fn read(query: &str) -> Result<Self, Wrong> {
        let mut parameters = Self::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match (name.as_ref(), value.as_ref()) {
                ("tls", _) if parameters.tls.is_some() => return Err(PARAMETER),
                ("tls", "required") => parameters.tls = Some(Encryption::Required),
                ("tls", "opportunistic") => parameters.tls = Some(Encryption::IfOffered),
                ("tls", _) => return Err(TLS),
                ("from", address) if parameters.from.is_none() => {
                    parameters.from = Some(address.parse().map_err(|_| FROM)?);
                }
                _ => return Err(PARAMETER),
            }
        }
        Ok(parameters)
    }
}

fn has_broken_escape(text: &str) -> bool {
    let is_escape = |rest: &str| rest.as_bytes().get(..2).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
    text.split('%').skip(1).any(|rest| !is_escape(rest))
}

fn decoded(text: &str) -> Result<String, Wrong> {
    percent_decode_str(text).decode_utf8().map(std::borrow::Cow::into_owned).map_err(|_| FORM)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(text: &str) -> Server {
        match Settings::parse(text).unwrap_or_else(|why| panic!("{text}: {why}")).route {
            Route::Smtp(server) => server,
            Route::Folder(_) => panic!("{text} is a folder"),
        }
    }

    #[test]
    fn a_server_has_a_port_of_its_kind() {
        let kind = |text| {
            let server = server(text);
            (server.host, server.port, server.encryption)
        };
        assert_eq!(kind("smtp://mail.example.org"), ("mail.example.org".into(), 25, Encryption::Never));
        assert_eq!(kind("smtp://mail.example.org/?tls=required").1, 587);
        assert_eq!(kind("smtp://mail.example.org:25?tls=opportunistic").2, Encryption::IfOffered);
        assert_eq!(kind("smtps://mail.example.org"), ("mail.example.org".into(), 465, Encryption::FromTheStart));
        assert_eq!(kind("smtp://127.0.0.1:2525").0, "127.0.0.1");
        assert_eq!(kind("smtp://[::1]:2525").0, "::1");
        assert_eq!(kind("smtp://m%C3%BCnchen.example").0, "xn--mnchen-3ya.example");
    }

    #[test]
    fn a_login_may_hold_any_character() {
        let login = server("smtp://ann%40x.org:p%40ss%3Aword%2F%C3%A9@mail.example.org:587").login.unwrap();
        assert_eq!((login.user.as_str(), login.password.as_str()), ("ann@x.org", "p@ss:word/é"));
        assert_eq!(server("smtp://mail.example.org").login, None);
    }

    #[test]
    fn a_folder_is_one_of_this_machine() {
        for (text, folder) in [
            ("file:outbox", "outbox"),
            ("file:/srv/out", "/srv/out"),
            ("file:///srv/out", "/srv/out"),
            ("file:./o", "./o"),
        ] {
            assert_eq!(Settings::parse(text).unwrap().kept_in(), Some(std::path::Path::new(folder)), "{text}");
        }
        let from = Settings::parse("file:outbox?from=portal@example.org").unwrap();
        assert_eq!(from.from.unwrap().to_string(), "portal@example.org");
        assert_eq!(from.route, Route::Folder("outbox".into()));
    }

    #[test]
    fn what_makes_no_sense_is_refused_without_repeating_it() {
        for text in [
            "",
            "mail.example.org",
            "http://hunter2@mail.example.org",
            "smtp://",
            "smtp://ann:hunter2@",
            "smtp://ann@mail.example.org",
            "smtp://ann:@mail.example.org",
            "smtp://:hunter2@mail.example.org",
            "smtp://ann:hunter2@mail.example.org:port",
            "smtp://ann:hunter2@mail.example.org:0",
            "smtp://ann:hunter2@mail.example.org/inbox",
            "smtp://ann:hunter2@mail.example.org#top",
            "smtp://ann:hunter2@mail.example.org?tls=yes",
            "smtp://ann:hunter2@mail.example.org?tls=required&tls=opportunistic",
            "smtp://ann:hunter2@mail.example.org?from=nobody",
            "smtp://ann:hunter2@mail.example.org?from=a@x.org%0d%0aBcc:b@x.org",
            "smtp://ann:hunter2@mail.example.org?timeout=1",
            "smtps://ann:hunter2@mail.example.org?tls=required",
            "smtp://ann:%ff@mail.example.org",
            "smtp://ann:hunter2@mail example.org",
            "file:",
            "file://other/outbox",
            "file:outbox?tls=required",
        ] {
            let why = Settings::parse(text).expect_err(text);
            assert!(!why.contains("hunter2") && !why.contains('\n'), "{why}");
        }
    }

    #[test]
    fn a_password_does_not_show_in_debug() {
        let settings = Settings::parse("smtps://ann:hunter2@mail.example.org").unwrap();
        let shown = format!("{settings:?}");
        assert!(shown.contains("ann") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn what_a_network_can_read_is_known() {
        let is_readable = |text| Settings::parse(text).unwrap().is_readable_on_the_way();
        assert!(is_readable("smtp://mail.example.org") && is_readable("smtp://192.0.2.1?tls=opportunistic"));
        for safe in ["smtps://mail.example.org", "smtp://mail.example.org?tls=required", "smtp://localhost", "file:x"] {
            assert!(!is_readable(safe), "{safe}");
        }
    }
}
