//! The calls of leave, one at a time on a server that has nothing else to do, in an organisation with two years of requests.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::reads::SETTLE;
use super::site::Site;
use super::{Findings, Lab, add};
use crate::failure::{Failure, Outcome};
use crate::http::{self, Connection};
use crate::load::{Load, Requests, Sample};
use crate::organisation::{Kind, id, leave_day_free, leave_id, leave_monday, reading_day};
use crate::server::Server;

/// How often a call is made in a round that takes milliseconds, and one that takes longer.
const MANY: usize = 100;
const FEW: usize = 20;
/// The most that any of them may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// One of the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeaveCall {
    My,
    Ledger,
    Preview,
    Ask,
    Decide,
    Cancel,
    Team,
    Calendar,
    Balances,
    /// A holiday comes to lie on everybody's leave, and goes from there.
    Holiday,
}

impl LeaveCall {
    pub(crate) const ALL: [Self; 10] = [
        Self::My,
        Self::Ledger,
        Self::Preview,
        Self::Ask,
        Self::Decide,
        Self::Cancel,
        Self::Team,
        Self::Calendar,
        Self::Balances,
        Self::Holiday,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::My => "own leave",
            Self::Ledger => "ledger",
            Self::Preview => "preview",
            Self::Ask => "ask",
            Self::Decide => "approve",
            Self::Cancel => "cancel",
            Self::Team => "what waits",
            Self::Calendar => "leave calendar of everybody",
            Self::Balances => "balances as CSV",
            Self::Holiday => "a holiday over everybody's leave",
        }
    }

    /// Milliseconds that 95 of 100 may take, with 10,000 employees on PostgreSQL.
    pub(crate) const fn limit(self) -> f64 {
        match self {
            Self::My | Self::Ledger | Self::Preview => 30.0,
            Self::Ask | Self::Decide | Self::Cancel => 60.0,
            Self::Team | Self::Calendar => 300.0,
            Self::Balances => 3_000.0,
            Self::Holiday => 5_000.0,
        }
    }
}

/// What was found, by call.
#[derive(Debug, Default)]
pub(crate) struct Leave {
    pub(crate) calls: Vec<(LeaveCall, Sample)>,
}

impl Leave {
    fn add(&mut self, call: LeaveCall, sample: Sample) {
        add(&mut self.calls, call, sample);
    }
}

pub(super) async fn round(lab: &Lab<'_>, site: &Site, round: u32, findings: &mut Findings) -> Outcome<()> {
    let portal = site.portal(lab, reading_day()).await?;
    tokio::time::sleep(SETTLE).await;
    let found = findings.leave.get_or_insert_with(Leave::default);
    for call in LeaveCall::ALL {
        let sample = if call == LeaveCall::Holiday {
            holiday(site, &portal, round).await?
        } else {
            let ((requests, status), address, meter) = (requests(site, call, round), portal.address, portal.meter);
            let requests = Requests::once(requests);
            Load { address, connections: 1, requests, status, may_refuse: false, time: PATIENCE, meter }.run().await?
        };
        found.add(call, sample);
    }
    portal.stop().await
}

/// The requests of a round, and how they are answered. What is asked for, decided or cancelled is somebody else's in each round.
fn requests(site: &Site, call: LeaveCall, round: u32) -> (Vec<Vec<u8>>, u16) {
    let (calls, people) = (&site.calls, site.calls.people());
    let done = usize::try_from(round - 1).unwrap_or_default() * MANY;
    let asking = || calls.readers().skip(done).take(MANY);
    let own = |number| calls.portal_token(number);
    let hr = || own(people.hr());
    let asked = |number| json!({"leaveTypeId": id(Kind::LeaveType, 1), "startDate": leave_day_free(number), "endDate": leave_day_free(number)});
    let few = |path: &dyn Fn(usize) -> String| (0..FEW).map(|n| http::get(&path(n), Some(&hr()))).collect();
    let requests = match call {
        LeaveCall::My => asking().map(|number| http::get("/api/leave/my?year=2026", Some(&own(number)))).collect(),
        LeaveCall::Ledger => {
            asking().map(|number| http::get("/api/leave/ledger?year=2026", Some(&own(number)))).collect()
        }
        LeaveCall::Preview => {
            asking().map(|number| http::post("/api/leave/preview", Some(&own(number)), &asked(number))).collect()
        }
        LeaveCall::Ask => {
            let posted = |number| http::post("/api/leave/requests", Some(&own(number)), &asked(number));
            return (asking().map(posted).collect(), 201);
        }
        LeaveCall::Decide => asking()
            .map(|number| {
                let manager = own(people.manager_of(number));
                http::post("/api/leave/bulk-approve", Some(&manager), &json!({"ids": [leave_id(number, 12)]}))
            })
            .collect(),
        LeaveCall::Cancel => asking()
            .map(|number| {
                let path = format!("/api/leave/requests/{}/cancel", leave_id(number, 16));
                http::post(&path, Some(&own(number)), &json!({}))
            })
            .collect(),
        LeaveCall::Team => people
            .manager_numbers()
            .take(FEW)
            .map(|number| http::get("/api/leave/team?status=waiting&limit=20", Some(&own(number))))
            .collect(),
        LeaveCall::Calendar => few(&|n| {
            let (month, page) = (8 + n % 5, 1 + n % 3);
            format!("/api/leave/calendar?year=2026&month={month}&page={page}&limit=20")
        }),
        LeaveCall::Balances => vec![http::get("/api/leave/balances/download?year=2026", Some(&hr())); 3],
        LeaveCall::Holiday => Vec::new(),
    };
    (requests, 200)
}

/// A holiday is added on a Sunday, comes to lie on the Monday after it, and goes back: both moves are measured.
async fn holiday(site: &Site, portal: &Server, round: u32) -> Outcome<Sample> {
    let token = site.calls.portal_token(site.calls.people().hr());
    let on = |date| json!({"date": date, "name": format!("Day {round}"), "isRecurring": false});
    let (monday, sunday) = (leave_monday(), leave_monday() - chrono::Days::new(1 + 7 * u64::from(round)));
    let mut connection = Connection::open(portal.address).await?;
    let added = http::post("/api/holidays", Some(&token), &on(sunday));
    let answer = connection.expect(&added, 201).await?;
    let said: Value = serde_json::from_slice(connection.body(answer)).map_err(Failure::because("a new holiday"))?;
    let id = said.pointer("/data/id").and_then(Value::as_str).ok_or_else(|| Failure::new("a holiday without an id"))?;
    let (application, database) = portal.meter.read()?;
    let mut latencies = Vec::new();
    for date in [monday, sunday] {
        let moved = http::put(&format!("/api/holidays/{id}"), Some(&token), &on(date));
        let began = Instant::now();
        let answer = connection.ask_within(PATIENCE, &moved).await?;
        if answer.status != 200 {
            return Err(connection.unexpected(&moved, answer, 200));
        }
        latencies.push(began.elapsed());
    }
    let (application_after, database_after) = portal.meter.read()?;
    let time = latencies.iter().sum();
    let spent = |after: Duration, before: Duration| after.saturating_sub(before);
    Ok(Sample::new(latencies, time, spent(application_after, application), spent(database_after, database)))
}
