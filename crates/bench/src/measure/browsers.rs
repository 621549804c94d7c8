//! A thousand open browsers: what they cost, how people fare who work in them, and what happens when all are told of a holiday.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::NaiveDate;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::reads::SETTLE;
use super::site::{Site, load};
use super::{Findings, Lab};
use crate::browsers::{Browser, Log, OPEN, SPREAD, Screen, Shift, rename_holiday, screens};
use crate::calls::Call;
use crate::failure::{Failure, Outcome};
use crate::fill;
use crate::http::Connection;
use crate::load::{Requests, Sample};
use crate::machine;
use crate::server::Server;

/// How many days each employee has to submit, and one more: the portal's today.
const DAYS: usize = 41;
/// How many employees hurry at once where the machine's capacity is looked for.
const AT_ONCE: usize = 16;
/// For how long at most, and for how long at most people then work at half of it.
const CAPACITY: Duration = Duration::from_secs(5);
const WORK: Duration = Duration::from_secs(20);
/// How long people work before the holiday is changed, and after all have been told and have waited.
const AROUND: Duration = Duration::from_secs(1);

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Browsers {
    /// The portal's memory in MiB, round by round: without a browser, with all of them open, and after the work.
    pub(crate) before: Vec<f64>,
    pub(crate) open: Vec<f64>,
    pub(crate) after: Vec<f64>,
    /// Submissions a second, with all that follows each of them, when nothing else limits them.
    pub(crate) capacity: Vec<f64>,
    /// Seconds from one submission of a person to their next, at half of that.
    pub(crate) every: Vec<f64>,
    /// Own month and submissions then.
    pub(crate) month: Sample,
    pub(crate) submission: Sample,
    /// What part of the machine's processors the benchmark itself has used then.
    pub(crate) bench: Duration,
    /// How often the portal said meanwhile that it was busy, the time of the changed holiday included.
    pub(crate) refused: u32,
    pub(crate) herd: Herd,
}

/// What a changed holiday brings about.
#[derive(Debug, Default)]
pub(crate) struct Herd {
    /// Seconds from the change until the last browser had been told, and until the last one had fetched what had changed.
    pub(crate) told: Vec<f64>,
    pub(crate) fetched: Vec<f64>,
    /// How many browsers fetched in the busiest second.
    pub(crate) busiest: Vec<f64>,
    /// Own month from the change until the last browser had fetched.
    pub(crate) month: Sample,
    /// What the browsers fetched.
    pub(crate) fetches: Sample,
}

impl Browsers {
    /// KiB for each browser that is open, and after the work, round by round.
    pub(crate) fn kibibytes(&self) -> [Vec<f64>; 2] {
        let each = |later: &[f64]| {
            let browsers = f64::from(u32::try_from(OPEN).unwrap_or(u32::MAX));
            later.iter().zip(&self.before).map(|(later, before)| (later - before) * 1024.0 / browsers).collect()
        };
        [each(&self.open), each(&self.after)]
    }
}

pub(super) async fn round(
    lab: &Lab<'_>,
    site: &Site,
    round: u32,
    days: &mut impl Iterator<Item = NaiveDate>,
    findings: &mut Findings,
) -> Outcome<()> {
    let days: Vec<NaiveDate> = days.take(DAYS).collect();
    let Some((today, free)) = days.split_last() else { return Err(Failure::new("the calendar has ended")) };
    fill::unlock(&site.database, free).await?;
    let portal = site.portal(lab, *today).await?;
    findings.footprint.ready.push(portal.ready_after.as_secs_f64());
    let screens = screens(&site.calls, *today, free);
    // What is kept after such work is no browser's.
    let everything = Requests::once(screens.iter().flat_map(Screen::all).collect());
    load(&portal, Call::Month, AT_ONCE, everything, lab.options.time * 10).await?;
    let found = findings.browsers.get_or_insert_with(Browsers::default);

    found.before.push(machine::resident_mib(portal.process())?);
    let mut browsers = Vec::with_capacity(OPEN);
    for (number, screen) in screens.into_iter().enumerate() {
        browsers.push(Browser::open(portal.address, screen, number).await?);
    }
    sleep(SETTLE).await;
    found.open.push(machine::resident_mib(portal.process())?);

    let (browsers, capacity) = capacity(browsers, lab.options.time.min(CAPACITY)).await?;
    let at_work = u32::try_from(browsers.iter().filter(|browser| browser.is_at_work()).count()).unwrap_or(u32::MAX);
    let every = Duration::from_secs_f64(f64::from(at_work) * 2.0 / capacity);
    found.capacity.push(capacity);
    found.every.push(every.as_secs_f64());
    let browsers = at_half(&portal, browsers, every, (lab.options.time * 4).min(WORK), found).await?;
    let rename = rename_holiday(&site.calls, round, *today);
    let browsers = holiday(&portal, browsers, every, &rename, found).await?;
    found.after.push(machine::resident_mib(portal.process())?);
    drop(browsers);
    portal.stop().await
}

/// Submissions a second, where as many as the machine can do follow on each other. The others only listen.
async fn capacity(browsers: Vec<Browser>, time: Duration) -> Outcome<(Vec<Browser>, f64)> {
    let (at_work, listening): (Vec<_>, Vec<_>) = browsers.into_iter().partition(Browser::is_at_work);
    let submitted = |browsers: &VecDeque<Browser>| browsers.iter().map(|browser| browser.submitted).sum::<usize>();
    let queue: VecDeque<Browser> = at_work.into();
    let (before, began) = (submitted(&queue), Instant::now());
    let queue = Arc::new(Mutex::new(queue));
    let mut hurrying = JoinSet::new();
    for _ in 0..AT_ONCE {
        hurrying.spawn(hurry(Arc::clone(&queue), began + time));
    }
    let shift = Shift { begins: began, ends: began + time, every: None };
    let (mut browsers, _) = work(listening, shift).await?;
    while let Some(done) = hurrying.join_next().await {
        done.map_err(Failure::because("a browser broke"))??;
    }
    let seconds = began.elapsed().as_secs_f64();
    let queue = std::mem::take(&mut *queue.lock().unwrap_or_else(PoisonError::into_inner));
    let cycles = u32::try_from(submitted(&queue) - before).unwrap_or(u32::MAX);
    browsers.extend(queue);
    // News that nobody listened to meanwhile is not to be taken for new.
    let begins = Instant::now();
    let (browsers, _) = work(browsers, Shift { begins, ends: begins + SETTLE, every: None }).await?;
    Ok((browsers, f64::from(cycles.max(1)) / seconds))
}

async fn hurry(queue: Arc<Mutex<VecDeque<Browser>>>, until: Instant) -> Outcome<()> {
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    while Instant::now() < until {
        let Some(mut browser) = lock().pop_front() else { break };
        browser.hurry().await?;
        lock().push_back(browser);
    }
    Ok(())
}

/// All work through a shift.
async fn work(browsers: Vec<Browser>, shift: Shift) -> Outcome<(Vec<Browser>, Log)> {
    let mut working = JoinSet::new();
    for browser in browsers {
        working.spawn(browser.work(shift));
    }
    let (mut browsers, mut log) = (Vec::with_capacity(working.len()), Log::default());
    while let Some(done) = working.join_next().await {
        let (browser, of_browser) = done.map_err(Failure::because("a browser broke"))??;
        browsers.push(browser);
        log.add(of_browser);
    }
    Ok((browsers, log))
}

/// What people wait for at half of the machine's capacity.
async fn at_half(
    portal: &Server,
    browsers: Vec<Browser>,
    every: Duration,
    time: Duration,
    found: &mut Browsers,
) -> Outcome<Vec<Browser>> {
    let own = || Ok::<_, Failure>(machine::cpu_of_tree(std::process::id())?.saturating_sub(portal.meter.read()?.0));
    let ((application, database), bench, begins) = (portal.meter.read()?, own()?, Instant::now());
    let (browsers, log) = work(browsers, Shift { begins, ends: begins + time, every: Some(every) }).await?;
    let (application_after, database_after) = portal.meter.read()?;
    found.bench += own()?.saturating_sub(bench);
    let (application, database) =
        (application_after.saturating_sub(application), database_after.saturating_sub(database));
    let took = begins.elapsed();
    found.refused += log.refused;
    found.month.add(Sample::new(waits(&log.months), took, application, database));
    found.submission.add(Sample::new(waits(&log.submissions), took, application, database));
    Ok(browsers)
}

/// HR changes a holiday while people work.
async fn holiday(
    portal: &Server,
    browsers: Vec<Browser>,
    every: Duration,
    rename: &[u8],
    found: &mut Browsers,
) -> Outcome<Vec<Browser>> {
    let begins = Instant::now();
    let change = async {
        sleep_until(begins + AROUND).await;
        let mut connection = Connection::open(portal.address).await?;
        let asked = Instant::now();
        connection.expect(rename, 200).await.map(|_| asked)
    };
    // The news takes at most a second.
    let shift = Shift { begins, ends: begins + AROUND * 3 + SPREAD, every: Some(every) };
    let (changed, done) = tokio::join!(change, work(browsers, shift));
    let (changed, (browsers, log)) = (changed?, done?);
    let ended = log.fetches.iter().map(|(due, wait)| *due + *wait).max();
    let (Some(told), Some(ended)) = (log.told.iter().max(), ended) else {
        return Err(Failure::new("nobody was told that a holiday had changed"));
    };
    if (log.told.len(), log.fetches.len()) != (OPEN, OPEN) {
        let (told, fetched) = (log.told.len(), log.fetches.len());
        return Err(Failure::new(format!(
            "of {OPEN} browsers {told} were told of a holiday, and {fetched} asked for it"
        )));
    }
    found.refused += log.refused;
    let found = &mut found.herd;
    let due: Vec<Duration> = log.fetches.iter().map(|(due, _)| *due - changed).collect();
    found.told.push((*told - changed).as_secs_f64());
    found.fetched.push((ended - changed).as_secs_f64());
    found.busiest.push(f64::from(busiest(due)));
    let meanwhile: Vec<_> = log.months.iter().copied().filter(|(due, _)| (changed..ended).contains(due)).collect();
    let took = ended - changed;
    found.month.add(Sample::new(waits(&meanwhile), took, Duration::ZERO, Duration::ZERO));
    found.fetches.add(Sample::new(waits(&log.fetches), took, Duration::ZERO, Duration::ZERO));
    Ok(browsers)
}

fn waits(answered: &[(Instant, Duration)]) -> Vec<Duration> {
    answered.iter().map(|(_, wait)| *wait).collect()
}

/// The most of these moments that lie within one second.
fn busiest(mut moments: Vec<Duration>) -> u32 {
    moments.sort_unstable();
    let mut first = moments.iter().peekable();
    let mut gone = 0_usize;
    let within = |(place, last): (usize, &Duration)| {
        while first.next_if(|first| **first + Duration::from_secs(1) <= *last).is_some() {
            gone += 1;
        }
        place + 1 - gone
    };
    u32::try_from(moments.iter().enumerate().map(within).max().unwrap_or_default()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_second_may_begin_at_any_moment() {
        let busiest = |tenths: &[u64]| busiest(tenths.iter().map(|tenth| Duration::from_millis(tenth * 100)).collect());
        assert_eq!(busiest(&[]), 0);
        assert_eq!(busiest(&[30]), 1);
        assert_eq!(busiest(&[27, 5, 12, 14, 0]), 3);
        assert_eq!(busiest(&[0, 10, 20]), 1, "ten tenths later it is another second");
    }

    #[test]
    fn memory_is_divided_among_the_browsers() {
        let found = Browsers { before: vec![20.0], open: vec![30.0], after: vec![50.0], ..Browsers::default() };
        let [open, after] = found.kibibytes();
        assert!((open.iter().sum::<f64>() - 10.24).abs() < 1e-9 && (after.iter().sum::<f64>() - 30.72).abs() < 1e-9);
    }
}
