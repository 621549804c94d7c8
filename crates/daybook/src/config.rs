//! The settings: read once from the environment, and refused with one sentence if one makes no sense.

use crate::bad_setting::{BadSetting, bad};
use crate::log;
use crate::names::unknown;
use application::Limits;
use chrono_tz::Tz;
use domain::Instant;
use domain::person::{EmailAddress, NewPassword};
use domain::rules::Rules;
use domain::settings::{Decided, Key, Typed, Value, ValueError};
use security::Secret;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use web::Hsts;

/// Everything that an operator can set.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    pub(crate) listen: SocketAddr,
    pub(crate) database_url: String,
    /// The folder for the database file, the signing key and captured mail.
    pub(crate) data_dir: PathBuf,
    /// The signing key, where the operator gives one.
    pub(crate) secret: Option<Secret>,
    /// The portal's address as its people type it, without a slash at the end.
    pub(crate) public_url: String,
    /// The same where the operator names it, and it does not follow from where this instance listens.
    pub(crate) named_url: Option<String>,
    pub(crate) mail: mail::Settings,
    /// The proxies whose word is taken for where a request came from.
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// The organisation's time zone, where the operator names it.
    pub(crate) zone: Option<Tz>,
    /// What holds here where nobody decides otherwise on a page of settings.
    pub(crate) defaults: Vec<Decided>,
    /// The settings that the operator has made, which nobody changes on a page.
    pub(crate) operator: Vec<Decided>,
    /// Where the clock starts, if not now.
    pub(crate) clock_start: Option<Instant>,
    pub(crate) admin_email: EmailAddress,
    /// The first administrator's password, where the operator gives one.
    pub(crate) admin_password: Option<NewPassword>,
    pub(crate) limits: Limits,
    pub(crate) hsts: Option<Hsts>,
    /// What is logged, where the operator says so.
    pub(crate) log: Option<String>,
}

impl Config {
    /// Reads the settings from the process's environment.
    pub(crate) fn from_environment() -> Result<Self, BadSetting> {
        // A value that is no text is not an absent one: a signing key of random bytes would be silently replaced.
        for (name, value) in std::env::vars_os() {
            if let Some(name) = name.to_str().filter(|name| name.starts_with("DAYBOOK_") && value.to_str().is_none()) {
                return Err(bad(name, "must be text in UTF-8"));
            }
        }
        let names = Self::names();
        if let Some(unknown) = std::env::vars_os().find_map(|(name, _)| unknown(name.to_str()?, &names)) {
            return Err(unknown);
        }
        Self::read(|name| std::env::var(name).ok())
    }

    /// Reads the settings from `get`. An empty value counts as none.
    pub(crate) fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, BadSetting> {
        let get = |name: &str| get(name).filter(|value| !value.trim().is_empty());
        let listen: SocketAddr = match get("DAYBOOK_LISTEN") {
            None => SocketAddr::from(([127, 0, 0, 1], 8080)),
            Some(text) => text
                .parse()
                .map_err(|_| bad("DAYBOOK_LISTEN", "must be an IP address and a port, as in 127.0.0.1:8080"))?,
        };
        let data_dir = PathBuf::from(get("DAYBOOK_DATA_DIR").unwrap_or_else(|| "data".to_owned()));
        let database_url = get("DAYBOOK_DATABASE_URL")
            .unwrap_or_else(|| format!("sqlite://{}", data_dir.join("daybook.db").display()));
        persistence::Settings::new(database_url.as_str())
            .check()
            .map_err(|why| bad("DAYBOOK_DATABASE_URL", format!("cannot be used: {why}")))?;
        let secret = match get("DAYBOOK_SECRET") {
            None => None,
            Some(text) => Some(
                Secret::new(text.into_bytes()).ok_or_else(|| bad("DAYBOOK_SECRET", "must have at least 32 bytes"))?,
            ),
        };
        let zone = get("DAYBOOK_TIMEZONE").map(|name| {
            name.parse::<Tz>().map_err(|_| {
                bad("DAYBOOK_TIMEZONE", format!("must be an IANA time zone such as Europe/Berlin, not {name:?}"))
            })
        });
        let zone = zone.transpose()?;
        let self_registration = match get("DAYBOOK_SELF_REGISTRATION").as_deref() {
            None => None,
            Some("on") => Some(true),
            Some("off") => Some(false),
            Some(_) => return Err(bad("DAYBOOK_SELF_REGISTRATION", "must be on or off")),
        };
        let named_url = get("DAYBOOK_PUBLIC_URL").map(|text| public_url(&text)).transpose()?;
        let public_url = named_url.clone().unwrap_or_else(|| format!("http://{listen}"));
        let trusted_proxies = trusted_proxies(get("DAYBOOK_TRUSTED_PROXIES"))?;
        let is_for_this_machine = listen.ip().is_loopback() && is_loopback(&public_url) && trusted_proxies.is_empty();
        let mail = match get("DAYBOOK_MAIL") {
            None => kept_mail(&data_dir),
            Some(text) => mail::Settings::parse(&text).map_err(|why| bad("DAYBOOK_MAIL", why))?,
        };
        Ok(Self {
            listen,
            database_url,
            data_dir,
            secret,
            public_url,
            named_url,
            mail,
            trusted_proxies,
            zone,
            // Nobody from elsewhere reaches a portal that somebody tries on their own machine.
            defaults: vec![decided(Key::SelfRegistration, Value::Boolean(is_for_this_machine))],
            operator: [
                organisation(get("DAYBOOK_ORGANISATION"))?.map(|name| decided(Key::OrganisationName, name)),
                self_registration.map(|is_open| decided(Key::SelfRegistration, Value::Boolean(is_open))),
            ]
            .into_iter()
            .flatten()
            .collect(),
            clock_start: clock_start(get("DAYBOOK_NOW"), listen)?,
            admin_email: admin_email(get("DAYBOOK_ADMIN_EMAIL"))?,
            admin_password: admin_password(get("DAYBOOK_ADMIN_PASSWORD"))?,
            limits: Limits {
                login_account: limit("DAYBOOK_LIMIT_LOGIN_ACCOUNT", get("DAYBOOK_LIMIT_LOGIN_ACCOUNT"), 10)?,
                login_address: limit("DAYBOOK_LIMIT_LOGIN_IP", get("DAYBOOK_LIMIT_LOGIN_IP"), 50)?,
                register_address: limit("DAYBOOK_LIMIT_REGISTER_IP", get("DAYBOOK_LIMIT_REGISTER_IP"), 10)?,
            },
            hsts: hsts(get("DAYBOOK_HSTS").as_deref())?,
            log: get("DAYBOOK_LOG").map(|text| log::directives(&text)).transpose()?,
        })
    }

    /// The names of all settings: those that are asked for.
    pub(crate) fn names() -> BTreeSet<String> {
        let names = RefCell::new(BTreeSet::new());
        let noted = Self::read(|name| {
            names.borrow_mut().insert(name.to_owned());
            None
        });
        debug_assert!(noted.is_ok(), "without any setting all of them are asked for");
        names.into_inner()
    }

    /// Whether the database is a file of this machine's.
    pub(crate) fn is_sqlite(&self) -> bool {
        self.database_url.starts_with("sqlite://")
    }
}

/// Mails as files in the data folder, where the operator names no mail server.
pub(crate) fn kept_mail(data_dir: &Path) -> mail::Settings {
    mail::Settings::folder(data_dir.join("outbox"))
}

fn public_url(text: &str) -> Result<String, BadSetting> {
    const VARIABLE: &str = "DAYBOOK_PUBLIC_URL";
    let url = url::Url::parse(text.trim())
        .map_err(|_| bad(VARIABLE, "must be an address such as https://daybook.example.org"))?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty();
    if is_plain {
        Ok(url.origin().ascii_serialization())
    } else {
        Err(bad(VARIABLE, "must be http:// or https:// and a host, with nothing after it"))
    }
}

/// Whether a public address is that of this machine alone.
fn is_loopback(url: &str) -> bool {
    match url::Url::parse(url).ok().as_ref().and_then(url::Url::host) {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn trusted_proxies(text: Option<String>) -> Result<Vec<IpAddr>, BadSetting> {
    text.unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|address| !address.is_empty())
        .map(|address| {
            address.parse().map_err(|_| {
                bad(
                    "DAYBOOK_TRUSTED_PROXIES",
                    format!("must be IP addresses separated by commas, and {address:?} is not one"),
                )
            })
        })
        .collect()
}

fn decided(key: Key, value: Value) -> Decided {
    Decided { key, from: None, value }
}

fn organisation(text: Option<String>) -> Result<Option<Value>, BadSetting> {
    let take = |text| Key::OrganisationName.definition().kind.take(&Typed::Text(text));
    let wrong = |why: ValueError| bad("DAYBOOK_ORGANISATION", format!("cannot be used: {}", why.sentence("the name")));
    text.map(take).transpose().map_err(wrong)
}

fn hsts(text: Option<&str>) -> Result<Option<Hsts>, BadSetting> {
    match text.map(str::trim) {
        None | Some("host") => Ok(Some(Hsts::Host)),
        Some("subdomains") => Ok(Some(Hsts::Subdomains)),
        Some("off") => Ok(None),
        Some(_) => Err(bad("DAYBOOK_HSTS", "must be host, subdomains or off")),
    }
}

fn clock_start(text: Option<String>, listen: SocketAddr) -> Result<Option<Instant>, BadSetting> {
    const VARIABLE: &str = "DAYBOOK_NOW";
    let Some(text) = text else { return Ok(None) };
    let start: Instant = chrono::DateTime::parse_from_rfc3339(text.trim())
        .map_err(|_| bad(VARIABLE, "must be an instant such as 2026-06-10T08:00:00Z"))?
        .to_utc();
    if !domain::time::YEARS.contains(&chrono::Datelike::year(&start)) {
        return Err(bad(VARIABLE, "must lie between the years 1900 and 2200"));
    }
    // Sessions expire by this clock too, so nobody outside this machine may depend on it.
    if listen.ip().is_loopback() {
        Ok(Some(start))
    } else {
        Err(bad(
            VARIABLE,
            "moves the clock of every session, and is only accepted while DAYBOOK_LISTEN is a loopback address",
        ))
    }
}

fn admin_email(text: Option<String>) -> Result<EmailAddress, BadSetting> {
    let text = text.unwrap_or_else(|| "admin@daybook.local".to_owned());
    EmailAddress::parse(&text).map_err(|_| bad("DAYBOOK_ADMIN_EMAIL", "must be an email address"))
}

fn admin_password(text: Option<String>) -> Result<Option<NewPassword>, BadSetting> {
    text.map(|text| {
        NewPassword::parse(&text, &text, &Rules::default())
            .map_err(|why| bad("DAYBOOK_ADMIN_PASSWORD", format!("cannot be used: {}", why.sentence())))
    })
    .transpose()
}

fn limit(variable: &str, text: Option<String>, default: u32) -> Result<u32, BadSetting> {
    match text {
        None => Ok(default),
        Some(text) => match text.trim().parse() {
            Ok(limit) if (1..=100_000).contains(&limit) => Ok(limit),
            _ => Err(bad(variable, "must be a whole number from 1 to 100000")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::settings::Settings;

    fn read(settings: &[(&str, &str)]) -> Result<Config, BadSetting> {
        Config::read(|name| settings.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    fn is_open(config: &Config) -> bool {
        Settings::default().with(config.defaults.clone()).with(config.operator.clone()).is_on(Key::SelfRegistration)
    }

    #[test]
    fn without_any_setting_it_is_a_portal_for_this_machine() {
        let config = read(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database_url, "sqlite://data/daybook.db");
        assert_eq!(config.public_url, "http://127.0.0.1:8080");
        assert_eq!((config.zone, &config.operator[..]), (None, &[][..]));
        assert!(is_open(&config) && config.is_sqlite() && config.clock_start.is_none());
        let limits = config.limits;
        assert_eq!((limits.login_account, limits.login_address, limits.register_address), (10, 50, 10));
        assert_eq!(config.mail, mail::Settings::folder("data/outbox"));
    }

    #[test]
    fn a_public_address_or_a_proxy_closes_self_registration_too() {
        for (variable, value, expected) in [
            ("DAYBOOK_PUBLIC_URL", "http://localhost:8080", true),
            ("DAYBOOK_PUBLIC_URL", "https://[::1]", true),
            ("DAYBOOK_PUBLIC_URL", "https://daybook.example.org", false),
            ("DAYBOOK_TRUSTED_PROXIES", "127.0.0.1", false),
        ] {
            assert_eq!(is_open(&read(&[(variable, value)]).unwrap()), expected, "{value}");
        }
    }

    #[test]
    fn an_open_address_closes_self_registration_unless_it_is_asked_for() {
        assert!(!is_open(&read(&[("DAYBOOK_LISTEN", "0.0.0.0:80")]).unwrap()));
        let asked = read(&[("DAYBOOK_LISTEN", "0.0.0.0:80"), ("DAYBOOK_SELF_REGISTRATION", "on")]).unwrap();
        assert!(is_open(&asked));
        assert_eq!(asked.operator, [decided(Key::SelfRegistration, Value::Boolean(true))]);
    }

    #[test]
    fn the_organisation_is_the_operators_where_it_is_named() {
        let named = |name| read(&[("DAYBOOK_ORGANISATION", name)]).unwrap().operator;
        assert_eq!(named(" Acme "), [decided(Key::OrganisationName, Value::Text("Acme".into()))]);
        assert_eq!(named(" "), []);
    }

    #[test]
    fn a_setting_that_makes_no_sense_is_named() {
        for (variable, value) in [
            ("DAYBOOK_LISTEN", "8080"),
            ("DAYBOOK_LISTEN", "localhost:8080"),
            ("DAYBOOK_DATABASE_URL", "mysql://x"),
            ("DAYBOOK_DATABASE_URL", "data/daybook.db"),
            ("DAYBOOK_DATABASE_URL", "sqlite://"),
            ("DAYBOOK_DATABASE_URL", "postgres://me:12345@host:port/daybook"),
            ("DAYBOOK_SECRET", "short"),
            ("DAYBOOK_TIMEZONE", "Mars/Olympus"),
            ("DAYBOOK_TIMEZONE", "+02:00"),
            ("DAYBOOK_SELF_REGISTRATION", "yes"),
            ("DAYBOOK_PUBLIC_URL", "daybook.example.org"),
            ("DAYBOOK_PUBLIC_URL", "https://x.org/path"),
            ("DAYBOOK_PUBLIC_URL", "ftp://x.org"),
            ("DAYBOOK_TRUSTED_PROXIES", "10.0.0.1, proxy"),
            ("DAYBOOK_ORGANISATION", "a\nb"),
            ("DAYBOOK_NOW", "tomorrow"),
            ("DAYBOOK_NOW", "2026-06-10"),
            ("DAYBOOK_NOW", "2026-02-30T08:00:00Z"),
            ("DAYBOOK_NOW", "9999-01-01T00:00:00Z"),
            ("DAYBOOK_ADMIN_EMAIL", "admin"),
            ("DAYBOOK_ADMIN_PASSWORD", "12345"),
            ("DAYBOOK_LIMIT_LOGIN_ACCOUNT", "0"),
            ("DAYBOOK_LIMIT_LOGIN_ACCOUNT", "ten"),
            ("DAYBOOK_LIMIT_LOGIN_IP", "-1"),
            ("DAYBOOK_LIMIT_REGISTER_IP", "many"),
            ("DAYBOOK_MAIL", "smtp://portal:12345@"),
            ("DAYBOOK_MAIL", "sendmail"),
            ("DAYBOOK_HSTS", "yes"),
            ("DAYBOOK_LOG", "loud"),
        ] {
            let error = read(&[(variable, value)]).expect_err(variable);
            assert!(error.to_string().starts_with(variable), "{error}");
            assert!(!error.to_string().contains("12345"), "a password is never repeated");
        }
    }

    #[test]
    fn the_clock_is_moved_on_loopback_only() {
        let moved = [("DAYBOOK_NOW", "2026-06-10T10:00:00+02:00")];
        assert_eq!(
            read(&moved).unwrap().clock_start.map(|at| at.to_rfc3339()),
            Some("2026-06-10T08:00:00+00:00".into())
        );
        assert!(read(&[moved[0], ("DAYBOOK_LISTEN", "192.0.2.1:80")]).is_err());
        assert!(read(&[moved[0], ("DAYBOOK_LISTEN", "[::1]:80")]).is_ok());
    }

    #[test]
    fn secrets_do_not_show_in_debug() {
        let config = read(&[
            ("DAYBOOK_SECRET", &"s3cr3t".repeat(8)),
            ("DAYBOOK_ADMIN_PASSWORD", "hunter2hunter2"),
            ("DAYBOOK_MAIL", "smtps://portal:hunter2@mail.example.org"),
        ])
        .unwrap();
        let text = format!("{config:?}");
        assert!(!text.contains("s3cr3t") && !text.contains("hunter2"));
    }
}
