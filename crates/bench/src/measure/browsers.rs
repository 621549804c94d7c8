//! A thousand open browsers: what they cost, how people fare who work in them, and what happens when all are told of a holiday.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::{Datelike, NaiveDate};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::{PATIENCE, Round, SETTLE};
use crate::browsers::{Browser, Log, OPEN, SPREAD, windows};
use crate::failure::{Outcome, because};
use crate::fill;
use crate::http::{self, Connection};
use crate::load::{Call, Sample};
use crate::organisation::{Kind, id};

/// How many days each employee has to submit while the machine's capacity is looked for, and when people work at half of it.
const DAYS: usize = 20;
/// How many employees hurry at once where the capacity is looked for.
const AT_ONCE: usize = 16;
/// For how long at most, and for how long at most people then work at half of it.
const CAPACITY: Duration = Duration::from_secs(5);
const WORK: Duration = Duration::from_secs(20);
/// How long people work before the holiday is changed, and after all have been told and have waited.
const AROUND: Duration = Duration::from_secs(1);

impl Round<'_> {
    pub(super) async fn browsers(&self) -> Outcome<()> {
        let (calls, free) = (&self.site.calls, (0..=2 * DAYS).map(|_| self.day()).collect::<Vec<NaiveDate>>());
        let (today, free) = free.split_last().ok_or("the calendar has ended")?;
        fill::unlock(&self.site.database, calls.size, free).await?;
        let (portal, log) = (self.portal(*today).await?, Arc::<Log>::default());
        let open = |person| Arc::new(Browser::of(calls, person, *today, portal.address, Arc::clone(&log)));
        let browsers: Vec<Arc<Browser>> = windows(calls).into_iter().map(open).collect();
        // What is kept after such work is no browser's.
        let everything = browsers.iter().flat_map(|browser| browser.fetches()).cloned().collect();
        Call::each("everything", everything).load(&portal, AT_ONCE, PATIENCE).await?;
        let (before, mut listening) = (portal.mib()?, Vec::with_capacity(OPEN));
        for browser in &browsers {
            listening.push(Arc::clone(browser).listen(&calls.token(browser.person)).await?);
        }
        sleep(SETTLE).await;
        let each = (portal.mib()? - before) * 1024.0 / f64::from(u32::try_from(OPEN)?);
        self.book.value("memory for an open browser", OPEN, "KiB", each);

        // Submissions a second, with all that the screens of an employee ask for after each of them, where as many as the machine can do
        // follow on each other. The others only listen.
        let at_work: Vec<&Arc<Browser>> =
            browsers.iter().filter(|browser| calls.readers().any(|one| one == browser.person)).collect();
        let (hurried, free) = free.split_at(DAYS);
        let cycle = |day, browser: &Browser| {
            let after = [calls.month_of(browser.person)].into_iter().chain(browser.fetches().take(3).cloned());
            std::iter::once(calls.submission(browser.person, day)).chain(after).collect::<Vec<_>>()
        };
        let cycles = hurried.iter().flat_map(|day| at_work.iter().flat_map(|browser| cycle(*day, browser)));
        let capacity =
            Call::each("capacity", cycles.collect()).load(&portal, AT_ONCE, self.time().min(CAPACITY)).await?;
        // Each submission has four requests after it.
        let pace = Duration::from_secs_f64(5.0 * 2.0 / capacity.throughput());
        sleep(SETTLE).await;
        log.fetches.store(true, Ordering::Relaxed);
        let mut submissions = free.iter().flat_map(|day| at_work.iter().map(|browser| (Arc::clone(browser), *day)));

        let mut work = async |time: Duration| -> Outcome<Vec<(Instant, Duration)>> {
            let (begins, mut working, mut due) = (Instant::now(), JoinSet::new(), Instant::now());
            // At moments set beforehand, however late answers have become: a submission, and half way to the next one somebody's month.
            while due < begins + time {
                let (browser, day) = submissions.next().ok_or("there are no more days to submit")?;
                let (submission, month) = (calls.submission(browser.person, day), calls.month_of(browser.person));
                working.spawn(async move {
                    sleep_until(due).await;
                    browser.ask(&submission).await?;
                    sleep_until(due + pace / 2).await;
                    browser.ask(&month).await?;
                    Outcome::Ok((due + pace / 2, (due + pace / 2).elapsed()))
                });
                due += pace;
            }
            let mut months = Vec::new();
            while let Some(done) = working.join_next().await {
                months.push(done.map_err(because("a browser broke"))??);
            }
            Ok(months)
        };
        let (spent, began) = (portal.meter.read()?, Instant::now());
        let months = work((self.time() * 4).min(WORK)).await?;
        let mut sample =
            Sample::new(months.into_iter().map(|(_, wait)| wait), began.elapsed(), portal.meter.since(spent)?)?;
        sample.refused = log.refused.swap(0, Ordering::Relaxed);
        self.book.sample("own month at half of the capacity", OPEN, sample);

        // HR changes a holiday while people work. The news takes at most a second.
        let (spent, begins) = (portal.meter.read()?, Instant::now());
        let change = async {
            sleep_until(begins + AROUND).await;
            let mut connection = Connection::open(portal.address).await?;
            let asked = Instant::now();
            connection.expect(&self.renamed_holiday(*today)).await.map(|()| asked)
        };
        let (changed, months) = tokio::join!(change, work(AROUND * 3 + SPREAD));
        let (changed, [told, fetched]) = (changed?, log.told_and_fetched());
        let (Some(last), Some(ended)) = (told.iter().max(), fetched.iter().max()) else {
            return Err("nobody was told that a holiday had changed".into());
        };
        if (told.len(), fetched.len()) != (OPEN, OPEN) {
            let (told, fetched) = (told.len(), fetched.len());
            return Err(format!("of {OPEN} browsers {told} were told of a holiday, and {fetched} asked for it").into());
        }
        self.book.value("all browsers notified", OPEN, "s", (*last - changed).as_secs_f64());
        let meanwhile = months?.into_iter().filter(|(due, _)| (changed..*ended).contains(due)).map(|(_, wait)| wait);
        let mut sample = Sample::new(meanwhile, *ended - changed, portal.meter.since(spent)?)?;
        sample.refused = log.refused.swap(0, Ordering::Relaxed);
        self.book.sample("own month while all fetch", OPEN, sample);
        log.fetches.store(false, Ordering::Relaxed);
        for socket in listening {
            socket.abort();
        }
        portal.stop().await
    }

    /// HR gives a holiday another name.
    fn renamed_holiday(&self, today: NaiveDate) -> Vec<u8> {
        let (path, hr) = (format!("/api/holidays/{}", id(Kind::Holiday, 1)), self.site.calls.people.hr());
        let (date, name) = (NaiveDate::from_ymd_opt(today.year(), 2, 11), format!("Holiday of round {}", self.number));
        let body = json!({"date": date, "name": name, "isRecurring": true});
        http::send("PUT", &path, &self.site.calls.header(hr), &body)
    }
}
