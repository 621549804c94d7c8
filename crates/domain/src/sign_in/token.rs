//! Whether a token counts, once its signature is proved: ID tokens, and the tokens of a logout at the provider.

use super::{Algorithm, ClaimValue};
use crate::Instant;
use chrono::{DateTime, Duration};

/// How far the clocks of a provider and of the portal may differ, in seconds.
pub const CLOCK_TOLERANCE: i64 = 60;
/// How old a logout token may be, in seconds.
const LOGOUT_AGE: i64 = 120;
/// The longest subject, in bytes; that of the standard.
const SUBJECT_MAX: usize = 255;
/// What makes a token a logout token.
const LOGOUT_EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// Why a token is refused, for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenRefusal {
    /// It is no signed token.
    Malformed,
    /// It is signed in a way that is not taken, or not signed at all.
    Algorithm(String),
    /// The provider has no key that it could be signed with.
    UnknownKey,
    Signature,
    /// It is another provider's.
    Issuer,
    /// It is for somebody else.
    Audience,
    /// It was given out to somebody else.
    AuthorizedParty,
    /// Its time is over or has not come: the clocks differ by so many seconds.
    Clocks {
        seconds: i64,
    },
    /// It belongs to another sign-in.
    Nonce,
    /// This claim is missing, or is not what it has to be.
    Claim(&'static str),
    /// A logout token that is too old, by so many seconds.
    Old {
        seconds: i64,
    },
}

impl std::fmt::Display for TokenRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Malformed => f.write_str("it is no signed token"),
            Self::Algorithm(named) => write!(f, "it is signed with {named:?}, which is not accepted"),
            Self::UnknownKey => f.write_str("the provider has no key for it"),
            Self::Signature => f.write_str("its signature is wrong"),
            Self::Issuer => f.write_str("it is from another issuer"),
            Self::Audience => f.write_str("it is for another client"),
            Self::AuthorizedParty => f.write_str("it was issued to another client"),
            Self::Clocks { seconds } => {
                write!(f, "the clocks of the provider and of the portal differ by {seconds} seconds")
            }
            Self::Nonce => f.write_str("it belongs to another sign-in"),
            Self::Claim(name) => write!(f, "its claim {name} is missing or wrong"),
            Self::Old { seconds } => write!(f, "it is {seconds} seconds too old"),
        }
    }
}

/// What a token says of its own signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHeader {
    pub algorithm: Algorithm,
    pub key: Option<String>,
}

impl TokenHeader {
    /// Reads the header of a token.
    pub fn read(header: &ClaimValue) -> Result<Self, TokenRefusal> {
        let named = header.text("alg").ok_or(TokenRefusal::Malformed)?;
        let algorithm = Algorithm::named(named);
        let algorithm = algorithm.ok_or_else(|| TokenRefusal::Algorithm(named.chars().take(20).collect()))?;
        // What a reader must understand, and this one does not.
        if header.get("crit").is_some() {
            return Err(TokenRefusal::Malformed);
        }
        Ok(Self { algorithm, key: header.text("kid").map(str::to_owned) })
    }
}

/// What a token has to say.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The issuer in the spelling of its discovery document.
    pub issuer: &'a str,
    pub client_id: &'a str,
}

/// An ID token that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdToken {
    /// The person, in the provider's words.
    pub subject: String,
    /// The session there, which a logout names.
    pub session: Option<String>,
    /// All claims, for what is asked of them afterwards.
    pub claims: ClaimValue,
}

/// What belongs to an address, and says nothing of another one.
const EMAIL_CLAIMS: [&str; 3] = ["email", "email_verified", "xms_edov"];

impl IdToken {
    /// The token with the claims that it lacks, from the answer of the provider's userinfo endpoint. What the token says stays. An
    /// address and the words on its verification belong together: they are never put together from both.
    pub fn completed(self, user_info: ClaimValue) -> Result<Self, TokenRefusal> {
        if user_info.text("sub") != Some(self.subject.as_str()) {
            return Err(TokenRefusal::Claim("sub"));
        }
        let (ClaimValue::Object(mut claims), ClaimValue::Object(more)) = (self.claims, user_info) else {
            return Err(TokenRefusal::Malformed);
        };
        claims.retain(|_, value| *value != ClaimValue::Null);
        let is_other_address = claims.get("email").is_some_and(|email| more.get("email") != Some(email));
        if !claims.contains_key("email") && more.contains_key("email") {
            claims.retain(|name, _| !EMAIL_CLAIMS.contains(&name.as_str()));
        }
        for (name, value) in more {
            if !(is_other_address && EMAIL_CLAIMS.contains(&name.as_str())) {
                claims.entry(name).or_insert(value);
            }
        }
        Ok(Self { claims: ClaimValue::Object(claims), ..self })
    }
}

/// A logout token that counts. It names a session, a subject, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogoutToken {
    /// Its own id: it counts once.
    pub id: String,
    pub subject: Option<String>,
    pub session: Option<String>,
}

/// Checks the claims of an ID token whose signature is right, at `now`.
pub fn check_id_token(
    claims: ClaimValue,
    expected: Expected<'_>,
    nonce: &str,
    now: Instant,
) -> Result<IdToken, TokenRefusal> {
    check_sender_and_audience(&claims, expected)?;
    let issued = required_time(&claims, "iat")?;
    let ends = required_time(&claims, "exp")?;
    check_times(&claims, issued, Some(ends), now)?;
    if claims.text("nonce") != Some(nonce) {
        return Err(TokenRefusal::Nonce);
    }
    let subject = text_of(&claims, "sub")?.ok_or(TokenRefusal::Claim("sub"))?;
    Ok(IdToken { subject, session: text_of(&claims, "sid")?, claims })
}

/// Checks the claims of a logout token whose signature is right, at `now`. Whether its id has come before is for the store to say.
pub fn check_logout_token(
    claims: &ClaimValue,
    expected: Expected<'_>,
    now: Instant,
) -> Result<LogoutToken, TokenRefusal> {
    check_sender_and_audience(claims, expected)?;
    let issued = required_time(claims, "iat")?;
    let ends = claims.get("exp").map(|_| required_time(claims, "exp")).transpose()?;
    check_times(claims, issued, ends, now)?;
    let age = now.timestamp() - issued;
    if age > LOGOUT_AGE {
        return Err(TokenRefusal::Old { seconds: age - LOGOUT_AGE });
    }
    // So that nobody can pass off an ID token as one.
    if claims.get("nonce").is_some() {
        return Err(TokenRefusal::Claim("nonce"));
    }
    let event = claims.get("events").and_then(|events| events.get(LOGOUT_EVENT));
    if !matches!(event, Some(ClaimValue::Object(_))) {
        return Err(TokenRefusal::Claim("events"));
    }
    let id = text_of(claims, "jti")?.ok_or(TokenRefusal::Claim("jti"))?;
    let (subject, session) = (text_of(claims, "sub")?, text_of(claims, "sid")?);
    if subject.is_none() && session.is_none() {
        return Err(TokenRefusal::Claim("sub"));
    }
    Ok(LogoutToken { id, subject, session })
}

/// From when on a logout token that counts at `now` counts no longer, whatever it says of its time: of its seconds none has passed yet.
pub fn logout_token_ends_at(now: Instant) -> Instant {
    now + Duration::seconds(LOGOUT_AGE + CLOCK_TOLERANCE + 1)
}

/// Checks the issuer in the answer to a sign-in (RFC 9207): it has to fit, and to be there where the provider announces it.
pub fn check_answer_issuer(named: Option<&str>, issuer: &str, is_announced: bool) -> Result<(), TokenRefusal> {
    match named {
        Some(named) if named == issuer => Ok(()),
        None if !is_announced => Ok(()),
        _ => Err(TokenRefusal::Issuer),
    }
}

fn check_sender_and_audience(claims: &ClaimValue, expected: Expected<'_>) -> Result<(), TokenRefusal> {
    if claims.text("iss") != Some(expected.issuer) {
        return Err(TokenRefusal::Issuer);
    }
    let audience = claims.get("aud").map(ClaimValue::texts).unwrap_or_default();
    if !audience.contains(&expected.client_id) {
        return Err(TokenRefusal::Audience);
    }
    let party = claims.get("azp");
    let is_ours = party.and_then(ClaimValue::as_text) == Some(expected.client_id);
    if is_ours || (party.is_none() && audience.len() == 1) { Ok(()) } else { Err(TokenRefusal::AuthorizedParty) }
}

/// A claim that is a time, in seconds. One that no calendar has is none.
fn required_time(claims: &ClaimValue, name: &'static str) -> Result<i64, TokenRefusal> {
    let time = claims.number(name).filter(|seconds| DateTime::from_timestamp(*seconds, 0).is_some());
    time.ok_or(TokenRefusal::Claim(name))
}

/// How old a token is does not matter while its time is not over: Entra dates its tokens back by five minutes.
fn check_times(claims: &ClaimValue, issued: i64, ends: Option<i64>, now: Instant) -> Result<(), TokenRefusal> {
    let now = now.timestamp();
    let not_before = claims.get("nbf").map(|_| required_time(claims, "nbf")).transpose()?;
    let early = issued.max(not_before.unwrap_or(issued)) - now;
    if early > CLOCK_TOLERANCE {
        return Err(TokenRefusal::Clocks { seconds: early });
    }
    match ends {
        // A token comes fresh from the provider, so its age is the difference of the clocks.
        Some(ends) if now - ends > CLOCK_TOLERANCE => Err(TokenRefusal::Clocks { seconds: now - issued.min(ends) }),
        _ => Ok(()),
    }
}

/// A claim that is a text of a sensible length, where it is there.
fn text_of(claims: &ClaimValue, name: &'static str) -> Result<Option<String>, TokenRefusal> {
    let Some(value) = claims.get(name) else { return Ok(None) };
    let text = value.as_text().filter(|text| !text.is_empty() && text.len() <= SUBJECT_MAX && !text.contains('\0'));
    text.map(|text| Some(text.to_owned())).ok_or(TokenRefusal::Claim(name))
}

#[cfg(test)]
mod tests;
