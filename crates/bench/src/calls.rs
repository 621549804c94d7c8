//! The requests, made ready before they are measured.

use application::ports::{Claims, Tokens};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{SessionId, UserId};
use security::{JwtTokens, Secret};
use serde_json::json;

use crate::failure::{Failure, Outcome};
use crate::hashing::PASSWORD;
use crate::http;
use crate::organisation::{Kind, People, Size, email, id, monday_of, month_read, sunday_of, week_read};
use crate::server::SECRET;

/// As many sign in at once at most. These people do nothing else: a sign-in ends their session.
pub(crate) const LOGINS: usize = 64;
/// As many submissions stand before a measured one, so that both servers have their statements ready.
const WARM_UPS: usize = 200;

/// What is measured on both servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Month,
    Week,
    Submit,
}

impl Call {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Month => "own month",
            Self::Week => "team week",
            Self::Submit => "submit",
        }
    }

    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::Month | Self::Week => 200,
            Self::Submit => 201,
        }
    }

    /// How much processor time the portal may take for it, as a multiple of the bare handler's.
    pub(crate) const fn limit(self) -> f64 {
        match self {
            Self::Month | Self::Week => 1.25,
            Self::Submit => 1.4,
        }
    }
}

/// Which server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Portal,
    Bare,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::Portal, Self::Bare];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Portal => "Daybook",
            Self::Bare => "bare",
        }
    }
}

/// Makes the requests of one organisation's people.
pub(crate) struct Calls {
    people: People,
    tokens: JwtTokens,
}

impl Calls {
    pub(crate) fn of(size: Size) -> Outcome<Self> {
        let secret = Secret::new(SECRET.as_bytes()).ok_or_else(|| Failure::new("the signing key is too short"))?;
        Ok(Self { people: People::of(size), tokens: JwtTokens::new(&secret) })
    }

    /// What names a person's session: to the portal a signed token, to the bare handler its id.
    fn token(&self, side: Side, number: u32) -> String {
        let session = id(Kind::Session, number);
        match side {
            Side::Bare => session.to_string(),
            Side::Portal => {
                let claims = Claims { user: UserId::new(id(Kind::User, number)), session: SessionId::new(session) };
                self.tokens.issue(claims, DateTime::<Utc>::UNIX_EPOCH, DateTime::<Utc>::MAX_UTC)
            }
        }
    }

    /// The employees who do not sign in.
    fn readers(&self) -> impl Iterator<Item = u32> {
        self.people.employee_numbers().skip(LOGINS.min(self.people.employee_numbers().count() / 2))
    }

    /// One request for each employee, or for each manager.
    pub(crate) fn reads(&self, call: Call, side: Side) -> Vec<Vec<u8>> {
        let path = match (call, side) {
            (Call::Week, Side::Portal) => {
                let (monday, friday) = week_read();
                format!("/api/timesheets/team?from={monday}&to={friday}")
            }
            (Call::Week, Side::Bare) => bare_period("/week", week_read()),
            (_, Side::Portal) => format!("/api/timesheets/my?{}", month_read().0.format("month=%-m&year=%Y")),
            (_, Side::Bare) => bare_period("/month", month_read()),
        };
        let request = |number| http::get(&path, Some(&self.token(side, number)));
        match call {
            Call::Week => self.people.manager_numbers().map(request).collect(),
            Call::Month | Call::Submit => self.readers().map(request).collect(),
        }
    }

    /// One submission of `day` for each employee: first those before the measurement, then those in it.
    pub(crate) fn submissions(&self, side: Side, day: NaiveDate) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let (path, day) = match side {
            Side::Portal => ("/api/timesheets/my", day),
            // The same weekday of another year: both write into one table, and a day can be submitted once.
            Side::Bare => ("/submit", day + chrono::Days::new(364)),
        };
        let request = |number: u32| {
            let description = format!(
                "Reviewed the delivery plan with the team, fixed two defects and wrote tests for item {number}"
            );
            let body = json!({"date": day, "hours": 7.5, "description": description});
            http::post(path, Some(&self.token(side, number)), &body)
        };
        let mut all: Vec<Vec<u8>> = self.readers().map(request).collect();
        let measured = all.split_off(WARM_UPS.min(all.len() / 2));
        (all, measured)
    }

    /// One sign-in for each connection.
    pub(crate) fn logins(&self) -> Vec<Vec<u8>> {
        let numbers = self.people.employee_numbers().take(LOGINS);
        let request =
            |number| http::post("/api/auth/login", None, &json!({"email": email(number), "password": PASSWORD}));
        numbers.map(request).collect()
    }
}

/// The portal judges whole weeks, so that is what its statements read.
fn bare_period(path: &str, (first, last): (NaiveDate, NaiveDate)) -> String {
    format!("{path}?from={}&to={}&first={first}&last={last}", monday_of(first), sunday_of(last))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
    use super::*;

    fn text(request: &[u8]) -> String {
        String::from_utf8(request.to_vec()).unwrap()
    }

    #[test]
    fn the_bare_handler_reads_what_the_portal_reads() {
        let calls = Calls::of(Size::Medium).unwrap();
        assert!(
            text(&calls.reads(Call::Month, Side::Portal)[0])
                .starts_with("GET /api/timesheets/my?month=7&year=2026 HTTP/1.1\r\n")
        );
        let bare = text(&calls.reads(Call::Month, Side::Bare)[0]);
        assert!(bare.contains("/month?from=2026-06-29&to=2026-08-02&first=2026-07-01&last=2026-07-31 "), "{bare}");
        let week = text(&calls.reads(Call::Week, Side::Bare)[0]);
        assert!(week.contains("/week?from=2026-07-20&to=2026-07-26&first=2026-07-20&last=2026-07-24 "), "{week}");
        assert_eq!(calls.reads(Call::Week, Side::Portal).len(), 50);
    }

    #[test]
    fn nobody_submits_twice_and_nobody_who_signs_in_reads() {
        let calls = Calls::of(Size::Medium).unwrap();
        let day = NaiveDate::from_ymd_opt(2026, 8, 3).unwrap();
        let (warm, measured) = calls.submissions(Side::Portal, day);
        assert_eq!((warm.len(), measured.len()), (200, 736));
        let mut all: Vec<_> = warm.into_iter().chain(measured).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 936);
        assert_eq!(calls.reads(Call::Month, Side::Portal).len(), 936);
        assert_eq!(calls.logins().len(), LOGINS);
        assert!(text(&all[0]).contains("\"date\":\"2026-08-03\""));
        assert!(text(&calls.submissions(Side::Bare, day).0[0]).contains("\"date\":\"2027-08-02\""));
    }
}
