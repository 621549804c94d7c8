//! Parsers for the text of each setting. An error continues a sentence that begins with the name, and repeats no password.

use super::{Listen, MOST_WORKERS};
use chrono_tz::Tz;
use domain::Instant;
use domain::person::{EmailAddress, NewPassword};
use domain::rules::Rules;
use domain::settings::{Key, Typed, Value};
use security::Secret;
use std::fmt::Display;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use web::Hsts;

pub(super) fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.trim().parse().map_err(|_| "must be an IP address and a port, as in 127.0.0.1:9090")
}

/// A whole number in `range`.
pub(super) fn whole<T: FromStr + PartialOrd + Display>(
    range: RangeInclusive<T>,
) -> impl FnOnce(&str) -> Result<T, String> {
    move |text| match text.trim().parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("must be a whole number from {} to {}", range.start(), range.end())),
    }
}

/// How many cores this process may use.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get).min(MOST_WORKERS)
}

pub(super) fn database_url(text: &str) -> Result<String, String> {
    let checked = persistence::Settings::new(text).check();
    checked.map(|()| text.to_owned()).map_err(|why| format!("cannot be used: {why}"))
}

pub(super) fn secret(text: &str) -> Result<Secret, &'static str> {
    Secret::new(text).ok_or("must have at least 32 bytes")
}

pub(super) fn zone(name: &str) -> Result<Tz, String> {
    name.parse().map_err(|_| format!("must be an IANA time zone such as Europe/Berlin, not {name:?}"))
}

pub(super) fn on_or_off(text: &str) -> Result<bool, &'static str> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("must be on or off"),
    }
}

pub(super) fn public_url(text: &str) -> Result<String, &'static str> {
    let url = url::Url::parse(text.trim()).map_err(|_| "must be an address such as https://daybook.example.org")?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty();
    if is_plain {
        Ok(url.origin().ascii_serialization())
    } else {
        Err("must be http:// or https:// and a host, with nothing after it")
    }
}

/// Whether a public address is that of this machine alone.
pub(super) fn is_loopback(url: &str) -> bool {
    match url::Url::parse(url).ok().as_ref().and_then(url::Url::host) {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

pub(super) fn organisation(text: &str) -> Result<Value, String> {
    let taken = Key::OrganisationName.definition().kind.take(&Typed::Text(text.to_owned()));
    taken.map_err(|why| format!("cannot be used: {}", why.sentence("the name")))
}

pub(super) fn hsts(text: &str) -> Result<Option<Hsts>, &'static str> {
    match text.trim() {
        "host" => Ok(Some(Hsts::Host)),
        "subdomains" => Ok(Some(Hsts::Subdomains)),
        "off" => Ok(None),
        _ => Err("must be host, subdomains or off"),
    }
}

pub(super) fn clock_start(text: &str, listen: &Listen) -> Result<Instant, &'static str> {
    let start: Instant = chrono::DateTime::parse_from_rfc3339(text.trim())
        .map_err(|_| "must be an instant such as 2026-06-10T08:00:00Z")?
        .to_utc();
    if !domain::time::YEARS.contains(&chrono::Datelike::year(&start)) {
        return Err("must lie between the years 1900 and 2200");
    }
    // Sessions expire by this clock too, so nobody outside this machine may depend on it.
    if listen.is_loopback() {
        Ok(start)
    } else {
        Err("moves the clock of every session, and is only accepted while DAYBOOK_LISTEN is a loopback address")
    }
}

pub(super) fn email(text: &str) -> Result<EmailAddress, &'static str> {
    EmailAddress::parse(text).map_err(|_| "must be an email address")
}

pub(super) fn admin_password(text: &str) -> Result<NewPassword, String> {
    NewPassword::parse(text, text, &Rules::default()).map_err(|why| format!("cannot be used: {}", why.sentence()))
}
