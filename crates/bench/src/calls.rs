//! The requests, made ready before they are measured.

use std::sync::Arc;

use application::ports::{Claims, Tokens};
use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::id::{SessionId, UserId};
use security::{JwtTokens, Secret};
use serde_json::{Value, json};

use crate::failure::Outcome;
use crate::hashing::PASSWORD;
use crate::http;
use crate::load::{Call, Requests};
use crate::organisation::{Kind, People, Size, email, entry_id, id, month_read, waiting_days, week_of, week_read};
use crate::server::SECRET;

/// As many sign in at once at most. These people do nothing else: a sign-in ends their session.
pub(crate) const LOGINS: usize = 64;
/// How many people stand on a page.
const PAGE: usize = 50;
/// Where a person's own entries are, and new ones go.
const OWN_DAYS: &str = "/api/timesheets/my";
/// As many submissions stand before a measured one, so that both servers have their statements ready.
const WARM_UPS: usize = 200;

/// Who answers: the bare handler has addresses of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handler {
    Portal,
    Bare,
}

/// Makes the requests of one organisation's people.
pub(crate) struct Calls {
    pub(crate) size: Size,
    pub(crate) people: People,
    tokens: JwtTokens,
}

impl Calls {
    pub(crate) fn of(size: Size) -> Outcome<Self> {
        let secret = Secret::new(SECRET.as_bytes()).ok_or("the signing key is too short")?;
        Ok(Self { size, people: size.people(), tokens: JwtTokens::new(&secret) })
    }

    /// What names a person's session to the portal, and the header with it.
    pub(crate) fn token(&self, number: u32) -> String {
        let (user, session) = (UserId::new(id(Kind::User, number)), SessionId::new(id(Kind::Session, number)));
        let claims = Claims { user, session };
        self.tokens.issue(claims, DateTime::<Utc>::UNIX_EPOCH, DateTime::<Utc>::MAX_UTC)
    }

    pub(crate) fn header(&self, number: u32) -> String {
        bearer(&self.token(number))
    }

    /// What a person asks the portal, and what they send to it.
    pub(crate) fn get(&self, number: u32, path: &str) -> Vec<u8> {
        http::get(path, &self.header(number))
    }

    pub(crate) fn post(&self, number: u32, path: &str, body: &Value) -> Vec<u8> {
        http::send("POST", path, &self.header(number), body)
    }

    /// What a person asks the bare handler, to which a session's id names it. The portal judges whole weeks, so that is what its
    /// statements read.
    fn bare(number: u32, path: &str, (first, last): (NaiveDate, NaiveDate)) -> Vec<u8> {
        let ((from, _), (_, to)) = (week_of(first), week_of(last));
        let path = format!("{path}?from={from}&to={to}&first={first}&last={last}");
        http::get(&path, &bearer(&id(Kind::Session, number).to_string()))
    }

    /// How many people sign in.
    fn signing_in(&self) -> usize {
        LOGINS.min(self.people.employee_numbers().count() / 2)
    }

    /// The employees who do not sign in.
    pub(crate) fn readers(&self) -> impl Iterator<Item = u32> {
        self.people.employee_numbers().skip(self.signing_in())
    }

    /// What the bare handler answers as well.
    pub(crate) fn own(&self, handler: Handler) -> [Call; 3] {
        let (month, (monday, sunday)) = (month_asked(), week_read());
        let of = |number: u32, portal: &str, path| match handler {
            Handler::Portal => self.get(number, portal),
            Handler::Bare if path == "/week" => Self::bare(number, path, week_read()),
            Handler::Bare => Self::bare(number, path, month_read()),
        };
        let months = self.readers().map(|number| of(number, &format!("{OWN_DAYS}?{month}"), "/month"));
        let file = |number| format!("/api/timesheets/download?userId={}&{month}", id(Kind::User, number));
        let team = format!("/api/timesheets/team?from={monday}&to={sunday}");
        [
            Call::any("own month", months.collect()),
            Call::any("month as CSV", self.readers().map(|number| of(number, &file(number), "/sheet")).collect()),
            Call::any("team week", self.people.manager_numbers().map(|number| of(number, &team, "/week")).collect()),
        ]
    }

    /// A person's own month, again and again.
    pub(crate) fn month(&self) -> Call {
        let [month, ..] = self.own(Handler::Portal);
        month
    }

    /// Lists of people, their searches, and how many of their entries stand where.
    pub(crate) fn lists(&self) -> [Call; 4] {
        let (administrator, everybody) = (self.people.administrator(), self.people.hr());
        let employees = |rest: &str| self.get(administrator, &format!("/api/users?role=Employee&limit={PAGE}{rest}"));
        let users = (1..=pages(self.people.employees)).map(|page| employees(&format!("&page={page}")));
        let searched = (1..10).map(|digit| employees(&format!("&page=1&search=lastname{digit}")));
        let page = |number| format!("/api/users?viewAll=true&limit={PAGE}&page={}", 1 + number % pages(everybody));
        let directory = self.readers().map(|number| self.get(number, &page(number)));
        let count = |ids: &[String]| format!("/api/timesheets/approval-stats?userIds={}", ids.join(","));
        let ids = self.people.employees_in_order();
        let counts = ids.chunks(PAGE).map(|ids| self.get(administrator, &count(ids)));
        [
            Call::any("user list", users.collect()),
            Call::any("user list, searched", searched.collect()),
            Call::any("directory", directory.collect()),
            Call::any("approval counts", counts.collect()),
        ]
    }

    /// The attendance of everybody, for HR: on the screen, and on paper. One of them keeps a server busy.
    pub(crate) fn attendance(&self) -> [Call; 2] {
        let of = |format| format!("/api/users/attendance-summary{format}?{}", month_asked());
        [("attendance", ""), ("attendance as PDF", "/pdf")].map(|(what, format)| {
            Call::any(what, vec![self.get(self.people.hr(), &of(format))]).over(&[1]).may_be_refused()
        })
    }

    /// Signing in: each of these people again and again.
    pub(crate) fn login(&self) -> Call {
        let typed = |number| json!({"email": email(number), "password": PASSWORD});
        let request = |number| http::send("POST", "/api/auth/login", "", &typed(number));
        let requests = self.people.employee_numbers().take(self.signing_in()).map(request).collect();
        Call::new("login", Requests::OfConnection(Arc::new(requests))).may_be_refused()
    }

    /// The approvals of one of `rounds` rounds: each manager approves the team's entries of five days in one call, 100 of them, one
    /// five days after the other. They are divided among the rounds, because a day is decided once.
    pub(crate) fn approvals(&self, round: u32, rounds: u32) -> Call {
        let waiting = waiting_days(self.size);
        let request = |days: &[usize], manager: u32| {
            let team = self.people.team(manager);
            let ids: Vec<_> = days.iter().flat_map(|day| team.clone().map(|number| entry_id(*day, number))).collect();
            self.post(manager, "/api/timesheets/bulk-approve", &json!({"ids": ids}))
        };
        let of_days = |days| self.people.manager_numbers().map(move |manager| request(days, manager));
        let all: Vec<_> = waiting.chunks_exact(5).flat_map(of_days).collect();
        let [round, rounds] = [round - 1, rounds].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let each = (all.len() / rounds).max(1);
        // There are only so many days to decide.
        Call::each("approve 100 days", all.into_iter().skip(round * each).take(each).collect()).over(&[16])
    }

    /// One submission of `day` for each employee: first those before the measurement, then those in it.
    pub(crate) fn submissions(&self, handler: Handler, day: NaiveDate) -> [Call; 2] {
        let request = |number| match handler {
            Handler::Portal => self.submission(number, day),
            Handler::Bare => {
                // The same weekday of another year: both write into one table, and a day can be submitted once.
                let session = id(Kind::Session, number).to_string();
                http::send("POST", "/submit", &bearer(&session), &entry(number, day + Days::new(728)))
            }
        };
        let mut all: Vec<Vec<u8>> = self.readers().map(request).collect();
        let measured = all.split_off(WARM_UPS.min(all.len() / 2));
        [all, measured].map(|requests| Call::each("submit", requests).over(&[1, 16, LOGINS]))
    }

    /// A person's submission of `day` to the portal.
    pub(crate) fn submission(&self, number: u32, day: NaiveDate) -> Vec<u8> {
        self.post(number, OWN_DAYS, &entry(number, day))
    }

    /// A person's own month.
    pub(crate) fn month_of(&self, number: u32) -> Vec<u8> {
        self.get(number, &format!("{OWN_DAYS}?{}", month_asked()))
    }
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

/// What a person submits.
fn entry(number: u32, day: NaiveDate) -> Value {
    let description =
        format!("Reviewed the delivery plan with the team, fixed two defects and wrote tests for item {number}");
    json!({"date": day, "hours": 7.5, "description": description})
}

fn pages(people: u32) -> u32 {
    people.div_ceil(u32::try_from(PAGE).unwrap_or(u32::MAX))
}

fn month_asked() -> String {
    of_month(month_read().0)
}

/// A month as the portal is asked for it.
pub(crate) fn of_month(first: NaiveDate) -> String {
    first.format("month=%-m&year=%Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn calls() -> Calls {
        Calls::of(Size::Medium).unwrap()
    }

    fn texts(call: &Call) -> Vec<String> {
        call.requests.all().iter().map(|request| String::from_utf8(request.clone()).unwrap()).collect()
    }

    #[test]
    fn the_bare_handler_reads_what_the_portal_reads() {
        let first = |call: Call| texts(&call)[0].lines().next().unwrap().replace(" HTTP/1.1", "");
        let file = "GET /api/timesheets/download?userId=01980000-0000-7000-8000-000000000073&month=7&year=2026";
        let week = "GET /api/timesheets/team?from=2026-07-20&to=2026-07-26";
        assert_eq!(calls().own(Handler::Portal).map(first), ["GET /api/timesheets/my?month=7&year=2026", file, week]);
        let month = "?from=2026-06-29&to=2026-08-02&first=2026-07-01&last=2026-07-31";
        let week = "GET /week?from=2026-07-20&to=2026-07-26&first=2026-07-20&last=2026-07-26";
        assert_eq!(
            calls().own(Handler::Bare).map(first),
            [&format!("GET /month{month}"), &format!("GET /sheet{month}"), week]
        );
    }

    #[test]
    fn lists_are_asked_for_page_by_page() {
        let [users, search, directory, counts] = calls().lists().map(|call| texts(&call));
        assert_eq!((users.len(), search.len(), directory.len(), counts.len()), (20, 9, 936, 20));
        // Firstname0 comes first, and of those Lastname194 before Lastname97.
        let first = "GET /api/timesheets/approval-stats?userIds=01980000-0000-7000-8000-0000000000c2,";
        assert!(counts[0].starts_with(first) && counts[0].matches(',').count() == 49, "{}", counts[0]);
    }

    #[test]
    fn nobody_submits_twice_and_no_day_is_approved_twice() {
        let [warm, measured] = calls().submissions(Handler::Portal, month_read().1).map(|call| texts(&call));
        assert_eq!((warm.len(), measured.len()), (200, 736));
        assert_eq!(warm.into_iter().chain(measured).collect::<BTreeSet<_>>().len(), 936);
        let small = Calls::of(Size::Small).unwrap();
        assert_eq!(small.readers().count() + texts(&small.login()).len(), 100, "nobody who signs in reads");
        for (size, rounds, each) in [(Size::Medium, 5, 40), (Size::Medium, 20, 10), (Size::Large, 1, 2_000)] {
            let calls = Calls::of(size).unwrap();
            let all: BTreeSet<_> = (1..=rounds).flat_map(|round| texts(&calls.approvals(round, rounds))).collect();
            assert_eq!(all.len(), each * usize::try_from(rounds).unwrap(), "{size:?}");
        }
        let first = &texts(&calls().approvals(1, 5))[0];
        // The first employee's entry of the first day: the number is 1,000 + 51.
        assert!(first.contains("{\"ids\":[\"01980002-0000-7000-8000-00000000041b\","), "{first}");
        assert_eq!(first.matches("01980002-").count(), 100);
    }
}
