//! Session tokens, and tickets for the second step of a sign-in: JWT, HS256 and nothing else, told apart by their audience.
//!
//! Of a session token only the session and its owner are read; the role and all else come from the session's row, at every request.

use crate::Secret;
use application::ports::{Claims, Ticket, Tokens};
use domain::Instant;
use domain::id::{SessionId, UserId};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

const ISSUER: &str = "daybook";
const AUDIENCE: &str = "daybook-session";
const TICKETS: &str = "daybook-second-step";
/// No honest token is longer; a longer one is not even parsed.
const LONGEST: usize = 1_024;

#[derive(Serialize, Deserialize)]
struct Body {
    iss: String,
    aud: String,
    sub: UuidText,
    sid: UuidText,
    iat: i64,
    nbf: i64,
    exp: i64,
}

/// The body of a ticket. `fph` is the fingerprint of the hash of the password.
#[derive(Serialize, Deserialize)]
struct TicketBody {
    iss: String,
    aud: String,
    sub: UuidText,
    sid: UuidText,
    fph: String,
    exp: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct UuidText(uuid::Uuid);

/// Signs and reads tokens with one key.
pub struct JwtTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    header: Header,
    validation: Validation,
    of_tickets: Validation,
}

fn validation(audience: &str, claims: &[&str]) -> Validation {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[audience]);
    validation.set_required_spec_claims(claims);
    // Whether a session's time is over is said by its row and the portal's clock, which may be a moved one;
    // a library that looked at the machine's clock would disagree with it.
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation.leeway = 0;
    validation
}

impl JwtTokens {
    /// Tokens signed with `secret`.
    pub fn new(secret: &Secret) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret.reveal()),
            decoding: DecodingKey::from_secret(secret.reveal()),
            header: Header::new(Algorithm::HS256),
            validation: validation(AUDIENCE, &["exp", "nbf", "iss", "aud", "sub"]),
            of_tickets: validation(TICKETS, &["exp", "iss", "aud", "sub"]),
        }
    }
}

impl Tokens for JwtTokens {
    fn issue(&self, claims: Claims, issued_at: Instant, expires_at: Instant) -> String {
        let body = Body {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: UuidText(claims.user.uuid()),
            sid: UuidText(claims.session.uuid()),
            iat: issued_at.timestamp(),
            nbf: issued_at.timestamp(),
            exp: expires_at.timestamp(),
        };
        // Signing fails only for a key of another kind, which this type cannot hold; an empty token opens nothing.
        encode(&self.header, &body, &self.encoding).unwrap_or_default()
    }

    fn read(&self, token: &str) -> Option<Claims> {
        if token.len() > LONGEST {
            return None;
        }
        let body = decode::<Body>(token, &self.decoding, &self.validation).ok()?.claims;
        Some(Claims { user: UserId::new(body.sub.0), session: SessionId::new(body.sid.0) })
    }

    fn issue_ticket(&self, ticket: &Ticket) -> String {
        let body = TicketBody {
            iss: ISSUER.to_owned(),
            aud: TICKETS.to_owned(),
            sub: UuidText(ticket.user.uuid()),
            sid: UuidText(ticket.session.uuid()),
            fph: ticket.password.clone(),
            exp: ticket.expires_at.timestamp(),
        };
        encode(&self.header, &body, &self.encoding).unwrap_or_default()
    }

    fn read_ticket(&self, ticket: &str) -> Option<Ticket> {
        if ticket.len() > LONGEST {
            return None;
        }
        let body = decode::<TicketBody>(ticket, &self.decoding, &self.of_tickets).ok()?.claims;
        Some(Ticket {
            user: UserId::new(body.sub.0),
            session: SessionId::new(body.sid.0),
            password: body.fph,
            expires_at: Instant::from_timestamp(body.exp, 0)?,
        })
    }
}
