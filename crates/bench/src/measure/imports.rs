//! Imports: ten thousand new people out of a file, beside people who look at their month and record their day.

use std::cell::Cell;
use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Round, ask_beside, warm_up};
use crate::calls::Handler;
use crate::failure::Outcome;
use crate::http::{self, Connection};
use crate::load::{Call, Sample};
use crate::server::Server;

/// How many people are added.
const PEOPLE: u32 = 10_000;
/// The longest that they may take.
const PATIENCE: Duration = Duration::from_mins(10);
/// How many rows of a plan a page has, and how many pages are asked for.
const PAGE: u32 = 50;
const PAGES: u32 = 100;
/// How often a window looks at the progress of an import, which is told twice a second.
const PROGRESS: Duration = Duration::from_millis(500);
/// How often months are looked at, and days submitted, beside the import.
const LOOKS: Duration = Duration::from_millis(10);
const SUBMITS: Duration = Duration::from_millis(100);

impl Round<'_> {
    pub(super) async fn imports(&self) -> Outcome<()> {
        let (calls, day) = (&self.site.calls, self.day());
        let portal = self.portal(day).await?;
        let [before, measured] = calls.submissions(Handler::Portal, day);
        before.load(&portal, 1, PATIENCE).await?;
        let beside = Beside { portal: &portal, months: calls.month(), submissions: measured.requests.all().to_vec() };
        warm_up(&portal, &beside.months).await?;
        let (resting, is_over) = (portal.mib()?, Cell::new(false));
        let pause = async {
            tokio::time::sleep(self.time()).await;
            is_over.set(true);
        };
        let ((), quiet) = tokio::join!(pause, beside.work(0, &is_over));
        let quiet = quiet?;
        let [_, submitted] = &quiet;
        let submitted = usize::try_from(submitted.requests())?;

        is_over.set(false);
        let administrator = calls.people.administrator();
        let import = async {
            let done = self.import(&portal, administrator).await;
            is_over.set(true);
            done
        };
        let (done, meanwhile) = tokio::join!(import, beside.work(submitted, &is_over));
        let plan = done?;
        self.book.value("memory during an import, more", 0, "MiB", portal.most_mib()? - resting);
        let names = ["own month during an import", "submit during an import"];
        for (is_this, samples) in [(true, meanwhile?), (false, quiet)] {
            for (what, sample) in names.into_iter().zip(samples) {
                self.book.side(what, 1, "quiet", is_this, sample);
            }
        }
        let page = |page| calls.get(administrator, &format!("{plan}/rows?action=create&limit={PAGE}&page={page}"));
        self.one_by_one(&portal, [Call::each("page of a plan", (1..=PAGES).map(page).collect())]).await?;
        portal.stop().await
    }

    /// Plans and applies a file of new people, and returns the path of the plan.
    async fn import(&self, portal: &Server, administrator: u32) -> Outcome<String> {
        let (calls, mut connection) = (&self.site.calls, Connection::open(portal.address).await?);
        let (path, file) = ("/api/imports/people", people(self.number));
        let request = http::send_as("text/csv", "POST", path, &calls.header(administrator), &file);
        let (plan, planned) = portal.timed(connection.json(&request)).await?;
        self.book.sample("plan of 10,000 people", 1, planned);
        let created = plan.pointer("/data/plan/counts/create").and_then(Value::as_u64);
        if created != Some(PEOPLE.into()) {
            return Err(format!("a plan of new people: {}", plan.pointer("/data/plan/counts").unwrap_or(&plan)).into());
        }
        let id = plan.pointer("/data/plan/_id").and_then(Value::as_str).ok_or("a plan without an id")?;
        let plan = format!("/api/imports/{id}");
        let apply = calls.post(administrator, &format!("{plan}/apply"), &json!({"mode": "all", "invite": "no"}));
        let (look, began) = (calls.get(administrator, &plan), Instant::now());
        let applied = async {
            let mut answer = connection.json(&apply).await?;
            while state(&answer) == Some("applying") {
                if began.elapsed() > PATIENCE {
                    return Err("an import does not end".into());
                }
                tokio::time::sleep(PROGRESS).await;
                answer = connection.json(&look).await?;
            }
            let is_applied = state(&answer) == Some("applied");
            if is_applied { Ok(()) } else { Err(format!("an import has the state {:?}", state(&answer)).into()) }
        };
        let ((), applied) = portal.timed(applied).await?;
        self.book.sample("import of 10,000 people", 1, applied);
        Ok(plan)
    }
}

fn state(answer: &Value) -> Option<&str> {
    answer.pointer("/data/plan/state").and_then(Value::as_str)
}

/// A file of people with salaries and patterns, one in fifty of them a manager of others in it.
fn people(round: u32) -> String {
    let mut file =
        "External ID,First Name,Last Name,Email,Role,Department,Joining Date,Salary,Working Days,Manager\n".to_owned();
    for number in 1..=PEOPLE {
        let (row, lead) = (format!("{round}-{number}"), number - number % 50);
        let (role, days, manager) = match number % 50 {
            0 => ("Manager", "", String::new()),
            _ if lead == 0 => ("Employee", "1-5", String::new()),
            _ => ("Employee", "1-5", format!("new{round}-{lead}@bench.example")),
        };
        let salary = 30_000 + number;
        // A String takes everything.
        let _ = writeln!(
            file,
            "X-{row},First{number},Last{number},new{row}@bench.example,{role},Works,2019-03-01,{salary},{days},{manager}"
        );
    }
    file
}

/// Two people who work at the portal: one looks at months, one submits days.
struct Beside<'a> {
    portal: &'a Server,
    months: Call,
    submissions: Vec<Vec<u8>>,
}

impl Beside<'_> {
    /// Their waiting times, of months and of submissions; the first `submitted` days have been submitted before.
    async fn work(&self, submitted: usize, is_over: &Cell<bool>) -> Outcome<[Sample; 2]> {
        let months = ask_beside(self.portal, self.months.requests.all().iter().cycle(), LOOKS, is_over);
        let days = ask_beside(self.portal, self.submissions.iter().skip(submitted), SUBMITS, is_over);
        let (months, days) = tokio::join!(months, days);
        Ok([months?, days?])
    }
}
