//! The calls of leave, one at a time on a server that has nothing else to do, in an organisation with two years of requests.

use serde_json::json;

use super::Round;
use crate::failure::Outcome;
use crate::http::{self, Connection};
use crate::load::Call;
use crate::organisation::{Kind, id, leave_day_free, leave_id, leave_monday, reading_day};
use crate::server::Server;

/// How often a call is made in a round that takes milliseconds, and one that takes longer.
const MANY: usize = 100;
const FEW: u32 = 20;

impl Round<'_> {
    pub(super) async fn leave(&self) -> Outcome<()> {
        let portal = self.portal(reading_day()).await?;
        self.one_by_one(&portal, self.leave_calls()).await?;
        self.holiday(&portal).await?;
        portal.stop().await
    }

    /// What is asked for, decided or cancelled is somebody else's in each round.
    fn leave_calls(&self) -> [Call; 9] {
        let calls = &self.site.calls;
        let done = usize::try_from(self.number - 1).unwrap_or_default() * MANY;
        let each = |make: &dyn Fn(u32) -> Vec<u8>| calls.readers().skip(done).take(MANY).map(make).collect::<Vec<_>>();
        let hr = |path: &str| calls.get(calls.people.hr(), path);
        let asked =
            |n| json!({"leaveTypeId": id(Kind::Type, 1), "startDate": leave_day_free(n), "endDate": leave_day_free(n)});
        let approve = |n| {
            let decided = json!({"ids": [leave_id(n, 12)]});
            calls.post(calls.people.manager_of(n), "/api/leave/bulk-approve", &decided)
        };
        let cancel = |n| calls.post(n, &format!("/api/leave/requests/{}/cancel", leave_id(n, 16)), &json!({}));
        let waiting = |n| calls.get(n, "/api/leave/team?status=waiting&limit=20");
        let calendar = |n| {
            let (month, page) = (8 + n % 5, 1 + n % 3);
            hr(&format!("/api/leave/calendar?year=2026&month={month}&page={page}&limit=20"))
        };
        let managers = calls.people.manager_numbers().take(20).map(waiting);
        [
            Call::each("own leave", each(&|n| calls.get(n, "/api/leave/my?year=2026"))),
            Call::each("ledger", each(&|n| calls.get(n, "/api/leave/ledger?year=2026"))),
            Call::each("preview", each(&|n| calls.post(n, "/api/leave/preview", &asked(n)))),
            Call::each("ask", each(&|n| calls.post(n, "/api/leave/requests", &asked(n)))),
            Call::each("approve", each(&approve)),
            Call::each("cancel", each(&cancel)),
            Call::each("what waits", managers.collect()),
            Call::each("leave calendar of everybody", (0..FEW).map(calendar).collect()),
            Call::each("balances as CSV", vec![hr("/api/leave/balances/download?year=2026"); 3]),
        ]
    }

    /// A holiday is added on a Sunday, comes to lie on the Monday after it, on everybody's leave, and goes back: both moves are measured.
    async fn holiday(&self, portal: &Server) -> Outcome<()> {
        let (calls, number) = (&self.site.calls, self.number);
        let on = |date| json!({"date": date, "name": format!("Day {number}"), "isRecurring": false});
        let (monday, sunday) = (leave_monday(), leave_monday() - chrono::Days::new(1 + 7 * u64::from(number)));
        let mut connection = Connection::open(portal.address).await?;
        let said = connection.json(&calls.post(calls.people.hr(), "/api/holidays", &on(sunday))).await?;
        let id = said.pointer("/data/id").and_then(serde_json::Value::as_str).ok_or("a holiday without an id")?;
        for date in [monday, sunday] {
            let moved = http::send("PUT", &format!("/api/holidays/{id}"), &calls.header(calls.people.hr()), &on(date));
            let ((), sample) = portal.timed(connection.expect(&moved)).await?;
            self.book.sample("a holiday over everybody's leave", 1, sample);
        }
        Ok(())
    }
}
