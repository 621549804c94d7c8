//! The requests, made ready before they are measured.

use application::ports::{Claims, Tokens};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{SessionId, UserId};
use security::{JwtTokens, Secret};
use serde_json::json;

use crate::failure::{Failure, Outcome};
use crate::hashing::PASSWORD;
use crate::http;
use crate::load::Requests;
use crate::organisation::{
    Kind, People, Size, email, entry_id, id, monday_of, month_read, sunday_of, waiting_days, week_read,
};
use crate::server::SECRET;

/// As many sign in at once at most. These people do nothing else: a sign-in ends their session.
pub(crate) const LOGINS: usize = 64;
/// How many people stand on a page.
const PAGE: usize = 50;
/// Where a person's own entries are, and new ones go.
const OWN_DAYS: &str = "/api/timesheets/my";
/// As many submissions stand before a measured one, so that both servers have their statements ready.
const WARM_UPS: usize = 200;

/// What is measured. The bare handler answers the first four of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Month,
    /// The same as a file.
    Sheet,
    Week,
    Submit,
    /// A team's five days, approved at once by its manager.
    Approve,
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
    /// Who one is, and what the screen's frame shows.
    Session,
    /// The attendance of everybody, for HR.
    Attendance,
    /// The same as a PDF.
    AttendancePdf,
    Login,
}

impl Call {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Month => "own month",
            Self::Week => "team week",
            Self::Submit => "submit",
            Self::Approve => "bulk approve",
            Self::Users => "user list",
            Self::Search => "user list, searched",
            Self::Directory => "directory",
            Self::Counts => "approval counts",
            Self::Calendar => "calendar",
            Self::Session => "session",
            Self::Sheet => "month as CSV",
            Self::Attendance => "attendance",
            Self::AttendancePdf => "attendance as PDF",
            Self::Login => "login",
        }
    }

    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::Submit => 201,
            _ => 200,
        }
    }

    /// Over how many connections it is measured.
    pub(crate) const fn connections(self) -> &'static [usize] {
        match self {
            // One of them keeps a server busy.
            Self::Attendance | Self::AttendancePdf => &[1],
            // There are only so many days to decide.
            Self::Approve => &[16],
            _ => &[1, 16, LOGINS],
        }
    }

    /// Whether the server may say that it is busy: where more is asked of it than it can do, that is a correct answer.
    pub(crate) const fn may_be_refused(self) -> bool {
        matches!(self, Self::Attendance | Self::AttendancePdf | Self::Login)
    }

    /// How much processor time the portal may take for it, as a multiple of the bare handler's.
    pub(crate) const fn limit(self) -> f64 {
        match self {
            Self::Submit => 1.4,
            _ => 1.25,
        }
    }
}

/// Who answers: the bare handler has addresses of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handler {
    Portal,
    Bare,
}

/// Makes the requests of one organisation's people.
pub(crate) struct Calls {
    size: Size,
    people: People,
    tokens: JwtTokens,
}

impl Calls {
    pub(crate) fn of(size: Size) -> Outcome<Self> {
        let secret = Secret::new(SECRET.as_bytes()).ok_or_else(|| Failure::new("the signing key is too short"))?;
        Ok(Self { size, people: People::of(size), tokens: JwtTokens::new(&secret) })
    }

    /// What names a person's session: to the portal a signed token, to the bare handler its id.
    fn token(&self, handler: Handler, number: u32) -> String {
        let session = id(Kind::Session, number);
        match handler {
            Handler::Bare => session.to_string(),
            Handler::Portal => {
                let claims = Claims { user: UserId::new(id(Kind::User, number)), session: SessionId::new(session) };
                self.tokens.issue(claims, DateTime::<Utc>::UNIX_EPOCH, DateTime::<Utc>::MAX_UTC)
            }
        }
    }

    /// What names a person's session to the portal.
    pub(crate) fn portal_token(&self, number: u32) -> String {
        self.token(Handler::Portal, number)
    }

    /// What names the administrator's session to the portal.
    pub(crate) fn administrator(&self) -> String {
        self.portal_token(self.people.administrator())
    }

    pub(crate) fn people(&self) -> People {
        self.people
    }

    /// How many people sign in.
    fn signing_in(&self) -> usize {
        LOGINS.min(self.people.employee_numbers().count() / 2)
    }

    /// The employees who do not sign in.
    pub(crate) fn readers(&self) -> impl Iterator<Item = u32> {
        self.people.employee_numbers().skip(self.signing_in())
    }

    /// The requests of a call that can be repeated: one for each reader, manager or page.
    pub(crate) fn reads(&self, call: Call, handler: Handler) -> Requests {
        let get = |path: &str, number| http::get(path, Some(&self.token(handler, number)));
        let of_readers = |path: &str| self.readers().map(|number| get(path, number)).collect();
        let (administrator, month) = (self.people.administrator(), month_asked());
        let employees = |rest: &str| get(&format!("/api/users?role=Employee&limit={PAGE}{rest}"), administrator);
        Requests::at_random(match call {
            Call::Login => return Requests::of_connection(self.logins()),
            Call::Attendance => vec![self.attendance()],
            Call::AttendancePdf => vec![self.attendance_pdf(None)],
            Call::Week => {
                let (monday, sunday) = week_read();
                let path = match handler {
                    Handler::Portal => format!("/api/timesheets/team?from={monday}&to={sunday}"),
                    Handler::Bare => bare_period("/week", week_read()),
                };
                self.people.manager_numbers().map(|number| get(&path, number)).collect()
            }
            Call::Month | Call::Submit | Call::Approve => of_readers(&match handler {
                Handler::Portal => format!("{OWN_DAYS}?{month}"),
                Handler::Bare => bare_period("/month", month_read()),
            }),
            Call::Sheet => {
                let path = |number| match handler {
                    Handler::Portal => format!("/api/timesheets/download?userId={}&{month}", id(Kind::User, number)),
                    Handler::Bare => bare_period("/sheet", month_read()),
                };
                self.readers().map(|number| get(&path(number), number)).collect()
            }
            Call::Calendar => of_readers(&format!("/api/timesheets/calendar?{month}")),
            Call::Session => of_readers("/api/session"),
            Call::Users => (1..=pages(self.people.employees)).map(|page| employees(&format!("&page={page}"))).collect(),
            Call::Search => (1..10).map(|digit| employees(&format!("&page=1&search=lastname{digit}"))).collect(),
            Call::Directory => {
                let page = |number| 1 + number % pages(self.people.everybody());
                let path = |number| format!("/api/users?viewAll=true&limit={PAGE}&page={}", page(number));
                self.readers().map(|number| get(&path(number), number)).collect()
            }
            Call::Counts => {
                let path = |ids: &[String]| format!("/api/timesheets/approval-stats?userIds={}", ids.join(","));
                self.people.employees_in_order().chunks(PAGE).map(|ids| get(&path(ids), administrator)).collect()
            }
        })
    }

    /// The attendance of the month that is read, of everybody, for HR.
    pub(crate) fn attendance(&self) -> Vec<u8> {
        let path = format!("/api/users/attendance-summary?{}", month_asked());
        http::get(&path, Some(&self.token(Handler::Portal, self.people.hr())))
    }

    /// The same as a browser asks for it.
    pub(crate) fn attendance_squeezed(&self) -> Vec<u8> {
        http::squeezed(&self.attendance())
    }

    /// The same on paper: of everybody for HR, or of a team for the manager with this number.
    pub(crate) fn attendance_pdf(&self, manager: Option<u32>) -> Vec<u8> {
        let path = format!("/api/users/attendance-summary/pdf?{}", month_asked());
        http::get(&path, Some(&self.token(Handler::Portal, manager.unwrap_or(self.people.hr()))))
    }

    /// The approvals of one of `rounds` rounds: each manager approves the team's entries of five days in one call, 100 of them, one
    /// five days after the other. They are divided among the rounds, because a day is decided once.
    pub(crate) fn approvals(&self, round: u32, rounds: u32) -> Vec<Vec<u8>> {
        let waiting = waiting_days(self.size);
        let request = |days: &[usize], manager: u32| {
            let team = self.people.team(manager);
            let ids: Vec<_> = days.iter().flat_map(|day| team.clone().map(|number| entry_id(*day, number))).collect();
            let token = self.token(Handler::Portal, manager);
            http::post("/api/timesheets/bulk-approve", Some(&token), &json!({"ids": ids}))
        };
        let of_days = |days| self.people.manager_numbers().map(move |manager| request(days, manager));
        let all: Vec<_> = waiting.chunks_exact(5).flat_map(of_days).collect();
        let [round, rounds] = [round - 1, rounds].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let each = (all.len() / rounds).max(1);
        all.into_iter().skip(round * each).take(each).collect()
    }

    /// One submission of `day` for each employee: first those before the measurement, then those in it.
    pub(crate) fn submissions(&self, handler: Handler, day: NaiveDate) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let (path, day) = match handler {
            Handler::Portal => (OWN_DAYS, day),
            // The same weekday of another year: both write into one table, and a day can be submitted once.
            Handler::Bare => ("/submit", day + chrono::Days::new(728)),
        };
        let request = |number| http::post(path, Some(&self.token(handler, number)), &entry(number, day));
        let mut all: Vec<Vec<u8>> = self.readers().map(request).collect();
        let measured = all.split_off(WARM_UPS.min(all.len() / 2));
        (all, measured)
    }

    /// A person's submission of `day` to the portal.
    pub(crate) fn submission(&self, number: u32, day: NaiveDate) -> Vec<u8> {
        http::post(OWN_DAYS, Some(&self.portal_token(number)), &entry(number, day))
    }

    /// A person's own month.
    pub(crate) fn month_of(&self, number: u32) -> Vec<u8> {
        http::get(&format!("{OWN_DAYS}?{}", month_asked()), Some(&self.portal_token(number)))
    }

    /// One sign-in for each connection.
    pub(crate) fn logins(&self) -> Vec<Vec<u8>> {
        let numbers = self.people.employee_numbers().take(self.signing_in());
        let request =
            |number| http::post("/api/auth/login", None, &json!({"email": email(number), "password": PASSWORD}));
        numbers.map(request).collect()
    }
}

/// What a person submits.
fn entry(number: u32, day: NaiveDate) -> serde_json::Value {
    let description =
        format!("Reviewed the delivery plan with the team, fixed two defects and wrote tests for item {number}");
    json!({"date": day, "hours": 7.5, "description": description})
}

/// How many pages `people` people fill.
fn pages(people: u32) -> u32 {
    people.div_ceil(u32::try_from(PAGE).unwrap_or(u32::MAX))
}

fn month_asked() -> String {
    month_read().0.format("month=%-m&year=%Y").to_string()
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

    fn reads(call: Call, handler: Handler) -> Vec<String> {
        match Calls::of(Size::Medium).unwrap().reads(call, handler) {
            Requests::AtRandom(all) | Requests::OfConnection(all) => all.iter().map(|request| text(request)).collect(),
            Requests::Once(..) => unreachable!("a read can be repeated"),
        }
    }

    #[test]
    fn the_bare_handler_reads_what_the_portal_reads() {
        let month = reads(Call::Month, Handler::Portal);
        assert!(month[0].starts_with("GET /api/timesheets/my?month=7&year=2026 HTTP/1.1\r\n"), "{}", month[0]);
        assert_eq!(month.len(), 936);
        let bare = &reads(Call::Month, Handler::Bare)[0];
        assert!(bare.contains("/month?from=2026-06-29&to=2026-08-02&first=2026-07-01&last=2026-07-31 "), "{bare}");
        let week = &reads(Call::Week, Handler::Bare)[0];
        assert!(week.contains("/week?from=2026-07-20&to=2026-07-26&first=2026-07-20&last=2026-07-26 "), "{week}");
        assert_eq!(reads(Call::Week, Handler::Portal).len(), 50);
    }

    #[test]
    fn lists_are_asked_for_page_by_page() {
        let of = |call| reads(call, Handler::Portal);
        let users = of(Call::Users);
        assert_eq!(users.len(), 20);
        assert!(users[19].starts_with("GET /api/users?role=Employee&limit=50&page=20 HTTP/1.1\r\n"), "{}", users[19]);
        let found = &of(Call::Search)[0];
        assert!(found.starts_with("GET /api/users?role=Employee&limit=50&page=1&search=lastname1 HTTP"), "{found}");
        let directory = of(Call::Directory);
        assert_eq!(directory.len(), 936);
        assert!(directory.iter().all(|request| request.starts_with("GET /api/users?viewAll=true&limit=50&page=")));
        let counts = of(Call::Counts);
        assert_eq!(counts.len(), 20);
        // Firstname0 comes first, and of those Lastname194 before Lastname97.
        let first = "GET /api/timesheets/approval-stats?userIds=01980000-0000-7000-8000-0000000000c2,";
        assert!(counts[0].starts_with(first), "{}", counts[0]);
        assert_eq!(counts[0].matches(',').count(), 49);
    }

    #[test]
    fn a_month_is_asked_for_by_its_owner() {
        let first = |call, handler| reads(call, handler).swap_remove(0);
        let calendar = "GET /api/timesheets/calendar?month=7&year=2026 HTTP";
        assert!(first(Call::Calendar, Handler::Portal).starts_with(calendar));
        assert!(first(Call::Session, Handler::Portal).starts_with("GET /api/session HTTP"));
        let own = "GET /api/timesheets/download?userId=01980000-0000-7000-8000-000000000073&month=7&year=2026 HTTP";
        assert!(first(Call::Sheet, Handler::Portal).starts_with(own));
        let bare = "GET /sheet?from=2026-06-29&to=2026-08-02&first=2026-07-01&last=2026-07-31 HTTP";
        assert!(first(Call::Sheet, Handler::Bare).starts_with(bare));
        let calls = Calls::of(Size::Medium).unwrap();
        assert!(text(&calls.attendance_squeezed()).contains("\r\nAccept-Encoding: gzip\r\n"));
    }

    #[test]
    fn nobody_submits_twice_and_nobody_who_signs_in_reads() {
        let calls = Calls::of(Size::Medium).unwrap();
        let day = NaiveDate::from_ymd_opt(2026, 8, 3).unwrap();
        let (warm, measured) = calls.submissions(Handler::Portal, day);
        assert_eq!((warm.len(), measured.len()), (200, 736));
        let mut all: Vec<_> = warm.into_iter().chain(measured).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 936);
        assert_eq!(reads(Call::Login, Handler::Portal).len(), LOGINS);
        assert!(text(&all[0]).contains("\"date\":\"2026-08-03\""));
        assert!(text(&calls.submissions(Handler::Bare, day).0[0]).contains("\"date\":\"2028-07-31\""));
        let small = Calls::of(Size::Small).unwrap();
        assert_eq!(small.readers().count() + small.logins().len(), 100);
    }

    #[test]
    fn no_day_is_approved_twice() {
        for (size, rounds, each) in [(Size::Medium, 5, 40), (Size::Medium, 20, 10), (Size::Large, 1, 2_000)] {
            let calls = Calls::of(size).unwrap();
            let mut all: Vec<_> = (1..=rounds).flat_map(|round| calls.approvals(round, rounds)).collect();
            assert_eq!(all.len(), each * usize::try_from(rounds).unwrap(), "{size:?}");
            all.sort();
            all.dedup();
            assert_eq!(all.len(), each * usize::try_from(rounds).unwrap(), "{size:?}");
        }
        let first = text(&Calls::of(Size::Medium).unwrap().approvals(1, 5)[0]);
        // The first employee's entry of the first day: the number is 1,000 + 51.
        assert_eq!(first.matches("01980002-").count(), 100);
        assert!(first.contains("{\"ids\":[\"01980002-0000-7000-8000-00000000041b\","), "{first}");
    }
}
