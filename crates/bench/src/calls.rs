//! The requests, made ready before they are measured.

use application::ports::{Claims, Tokens};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{SessionId, UserId};
use security::{JwtTokens, Secret};
use serde_json::json;

use crate::failure::{Failure, Outcome};
use crate::hashing::PASSWORD;
use crate::http;
use crate::organisation::{
    Kind, People, Size, email, id, monday_of, month_read, reading_day, sunday_of, week_read, working_days_read,
};
use crate::server::SECRET;

/// As many sign in at once at most. These people do nothing else: a sign-in ends their session.
pub(crate) const LOGINS: usize = 64;
/// How many people stand on a page.
const PAGE: usize = 50;
/// As many submissions stand before a measured one, so that both servers have their statements ready.
const WARM_UPS: usize = 200;

/// What is measured on both servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Month,
    Week,
    Submit,
    /// A page of the Employees, for an administrator.
    Users,
    /// The same of those whom a search finds.
    Search,
    /// A page of the directory, for an employee.
    Directory,
    /// How many entries of the people on a page stand where.
    Counts,
    /// An employee's month, day by day.
    Calendar,
    /// Somebody's month as a file, for HR.
    Sheet,
}

impl Call {
    pub(crate) const ALL: [Self; 9] = [
        Self::Month,
        Self::Week,
        Self::Submit,
        Self::Users,
        Self::Search,
        Self::Directory,
        Self::Counts,
        Self::Calendar,
        Self::Sheet,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Month => "own month",
            Self::Week => "team week",
            Self::Submit => "submit",
            Self::Users => "user list",
            Self::Search => "user list, searched",
            Self::Directory => "directory",
            Self::Counts => "approval counts",
            Self::Calendar => "calendar",
            Self::Sheet => "month as CSV",
        }
    }

    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::Submit => 201,
            _ => 200,
        }
    }

    /// How much processor time the portal may take for it, as a multiple of the bare handler's.
    pub(crate) const fn limit(self) -> f64 {
        match self {
            Self::Submit | Self::Calendar => 1.4,
            _ => 1.25,
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

    /// What names the administrator's session to the portal.
    pub(crate) fn administrator(&self) -> String {
        self.token(Side::Portal, self.people.administrator())
    }

    /// The employees who do not sign in.
    fn readers(&self) -> impl Iterator<Item = u32> {
        self.people.employee_numbers().skip(LOGINS.min(self.people.employee_numbers().count() / 2))
    }

    /// The requests of which each connection draws one after the other: one for each reader, manager or page.
    pub(crate) fn reads(&self, call: Call, side: Side) -> Vec<Vec<u8>> {
        let get = |path: &str, number| http::get(path, Some(&self.token(side, number)));
        let path = match (call, side) {
            (Call::Week, Side::Portal) => {
                let (monday, friday) = week_read();
                format!("/api/timesheets/team?from={monday}&to={friday}")
            }
            (Call::Week, Side::Bare) => bare_period("/week", week_read()),
            (Call::Calendar, Side::Portal) => format!("/api/timesheets/calendar?{}", month_asked()),
            (Call::Calendar, Side::Bare) => format!("/calendar?{}&today={}", bare_month(), reading_day()),
            (_, Side::Portal) => format!("/api/timesheets/my?{}", month_asked()),
            (_, Side::Bare) => bare_period("/month", month_read()),
        };
        let administrator = self.people.administrator();
        let at = |portal: &str, bare: &str| if side == Side::Portal { portal.to_owned() } else { bare.to_owned() };
        match call {
            Call::Week => self.people.manager_numbers().map(|number| get(&path, number)).collect(),
            Call::Month | Call::Submit | Call::Calendar => self.readers().map(|number| get(&path, number)).collect(),
            Call::Users => {
                let list = at("/api/users?role=Employee", "/users?role=Employee");
                let page = |page| get(&format!("{list}&limit={PAGE}&page={page}"), administrator);
                (1..=pages(self.people.employees)).map(page).collect()
            }
            Call::Search => {
                let list = at("/api/users?role=Employee", "/users?role=Employee");
                let words = (10..100).map(|digits| format!("lastname{digits}"));
                words.map(|word| get(&format!("{list}&limit={PAGE}&page=1&search={word}"), administrator)).collect()
            }
            Call::Directory => {
                let list = at("/api/users?viewAll=true", "/directory?viewAll=true");
                let page = |number| 1 + number % pages(self.people.everybody());
                self.readers()
                    .map(|number| get(&format!("{list}&limit={PAGE}&page={}", page(number)), number))
                    .collect()
            }
            Call::Counts => {
                let counts = at("/api/timesheets/approval-stats", "/counts");
                let named = |ids: &[String]| get(&format!("{counts}?userIds={}", ids.join(",")), administrator);
                self.people.employees_in_order().chunks(PAGE).map(named).collect()
            }
            Call::Sheet => {
                let of = |number| {
                    let user = id(Kind::User, number);
                    let portal = format!("/api/timesheets/download?userId={user}&{}", month_asked());
                    get(&at(&portal, &format!("/sheet?user={user}&{}", bare_month())), self.people.hr())
                };
                self.readers().map(of).collect()
            }
        }
    }

    /// The attendance of the month that is read, of everybody, for HR.
    pub(crate) fn attendance(&self, side: Side) -> Vec<u8> {
        let path = match side {
            Side::Portal => format!("/api/users/attendance-summary?{}", month_asked()),
            Side::Bare => format!("/attendance?{}&working={}", bare_month(), working_days_read().len()),
        };
        http::get(&path, Some(&self.token(side, self.people.hr())))
    }

    /// The same as a browser asks for it.
    pub(crate) fn attendance_squeezed(&self) -> Vec<u8> {
        http::squeezed(&self.attendance(Side::Portal))
    }

    /// The same on paper: of everybody for HR, or of a team for the manager with this number.
    pub(crate) fn attendance_pdf(&self, manager: Option<u32>) -> Vec<u8> {
        let path = format!("/api/users/attendance-summary/pdf?{}", month_asked());
        http::get(&path, Some(&self.token(Side::Portal, manager.unwrap_or(self.people.hr()))))
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

/// How many pages so many people fill.
fn pages(people: u32) -> u32 {
    people.div_ceil(u32::try_from(PAGE).unwrap_or(u32::MAX))
}

fn month_asked() -> String {
    month_read().0.format("month=%-m&year=%Y").to_string()
}

fn bare_month() -> String {
    let (first, last) = month_read();
    format!("first={first}&last={last}")
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
    fn lists_are_asked_for_page_by_page() {
        let calls = Calls::of(Size::Medium).unwrap();
        let of = |call, side| calls.reads(call, side).iter().map(|request| text(request)).collect::<Vec<_>>();
        let users = of(Call::Users, Side::Portal);
        assert_eq!(users.len(), 20);
        assert!(users[19].starts_with("GET /api/users?role=Employee&limit=50&page=20 HTTP/1.1\r\n"), "{}", users[19]);
        assert!(
            of(Call::Search, Side::Bare)[0].starts_with("GET /users?role=Employee&limit=50&page=1&search=lastname10 ")
        );
        let directory = of(Call::Directory, Side::Portal);
        assert_eq!(directory.len(), 936);
        assert!(directory.iter().all(|request| request.starts_with("GET /api/users?viewAll=true&limit=50&page=")));
        let counts = of(Call::Counts, Side::Portal);
        assert_eq!(counts.len(), 20);
        // Firstname0 comes first, and of those Lastname194 before Lastname97.
        let first = "GET /api/timesheets/approval-stats?userIds=01980000-0000-7000-8000-0000000000c2,";
        assert!(counts[0].starts_with(first), "{}", counts[0]);
        assert_eq!(counts[0].matches(',').count(), 49);
    }

    #[test]
    fn a_month_is_asked_for_by_its_owner_and_by_hr() {
        let calls = Calls::of(Size::Medium).unwrap();
        let first = |call, side| text(&calls.reads(call, side)[0]);
        assert!(first(Call::Calendar, Side::Portal).starts_with("GET /api/timesheets/calendar?month=7&year=2026 HTTP"));
        let bare = first(Call::Calendar, Side::Bare);
        assert!(bare.starts_with("GET /calendar?first=2026-07-01&last=2026-07-31&today=2026-08-03 HTTP"), "{bare}");
        let whose = "01980000-0000-7000-8000-000000000073";
        let portal = first(Call::Sheet, Side::Portal);
        let asked = format!("GET /api/timesheets/download?userId={whose}&month=7&year=2026 HTTP");
        assert!(portal.starts_with(&asked), "{portal}");
        let bare = first(Call::Sheet, Side::Bare);
        assert!(bare.starts_with(&format!("GET /sheet?user={whose}&first=2026-07-01&last=2026-07-31 HTTP")), "{bare}");
        let hr = id(Kind::Session, 1_052).to_string();
        assert!(bare.contains(&hr));
        let bare = text(&calls.attendance(Side::Bare));
        assert!(bare.starts_with("GET /attendance?first=2026-07-01&last=2026-07-31&working=23 HTTP"), "{bare}");
        assert!(text(&calls.attendance_squeezed()).contains("\r\nAccept-Encoding: gzip\r\n"));
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
