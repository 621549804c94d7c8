//! Backups and their proof beside the portal: how long they take, how much memory, and how people fare meanwhile.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::calls::{Call, Handler};
use crate::failure::{Failure, Outcome};
use crate::http::Connection;
use crate::load::{BUSY, Dice, Sample};
use crate::measure::Lab;
use crate::measure::site::Site;
use crate::organisation::reading_day;
use crate::server::Server;

/// How often somebody reads their month meanwhile. They keep no processor busy, so that what they wait for is the command.
const EVERY: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_mins(1);
/// How many times as long as a usual measurement they read without any command.
const QUIET: u32 = 4;

/// What a command took, and what others met meanwhile.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) name: &'static str,
    pub(crate) seconds: f64,
    /// The most memory that it held.
    pub(crate) mib: f64,
    /// How large the backup is, in MiB.
    pub(crate) size: f64,
    /// Own month meanwhile, and without it.
    pub(crate) beside: Sample,
    pub(crate) quiet: Sample,
}

impl Ran {
    /// How many times as long as without it own month takes meanwhile: the time that so many of a hundred did not exceed.
    pub(crate) fn times(&self, percent: usize) -> f64 {
        let [beside, quiet] = [&self.beside, &self.quiet].map(|sample| sample.percentile(percent).as_secs_f64());
        beside / quiet.max(f64::EPSILON)
    }
}

/// Makes a backup, and shows that it can be restored.
pub(super) async fn run(lab: &Lab<'_>, site: &Site, portal: &Server) -> Outcome<Vec<Ran>> {
    let file = lab.folder.join("backup.daybook");
    let path = file.display().to_string();
    let ((), quiet) = beside(site, portal, async {
        sleep(lab.options.time * QUIET).await;
        Ok(())
    })
    .await?;
    let mut ran = Vec::new();
    for (name, words) in [("backup", &["backup", &path][..]), ("restore --verify", &["restore", "--verify", &path][..])]
    {
        let ((took, mib), meanwhile) = beside(site, portal, site.operate(lab, reading_day(), words)).await?;
        let length = std::fs::metadata(&file)?.len();
        ran.push(Ran {
            name,
            seconds: took.as_secs_f64(),
            mib,
            size: mebibytes(length),
            beside: meanwhile,
            quiet: quiet.clone(),
        });
    }
    std::fs::remove_file(file)?;
    Ok(ran)
}

/// Does something while somebody reads a month now and then.
async fn beside<T>(site: &Site, portal: &Server, work: impl Future<Output = Outcome<T>>) -> Outcome<(T, Sample)> {
    let requests = site.calls.reads(Call::Month, Handler::Portal);
    let mut connection = Connection::open(portal.address).await?;
    let (began, before) = (Instant::now(), portal.meter.read()?);
    let is_over = Cell::new(false);
    let working = async {
        let done = work.await;
        is_over.set(true);
        done
    };
    let reading = async {
        let (mut dice, mut latencies, mut refused) = (Dice::new(0), Vec::new(), 0);
        while !is_over.get() {
            let request = requests.next(0, &mut dice).ok_or_else(|| Failure::new("there is nobody to ask"))?;
            let asked = Instant::now();
            let answer = connection.ask_within(PATIENCE, request).await?;
            match answer.status {
                200 => latencies.push(asked.elapsed()),
                BUSY => refused += 1,
                _ => return Err(connection.unexpected(request, answer, 200)),
            }
            sleep(EVERY).await;
        }
        Ok((latencies, refused))
    };
    let (done, read) = tokio::join!(working, reading);
    let (latencies, refused) = read?;
    let (application, database) = portal.meter.read()?;
    let mut sample = Sample::new(
        latencies,
        began.elapsed(),
        application.saturating_sub(before.0),
        database.saturating_sub(before.1),
    );
    sample.refused = refused;
    Ok((done?, sample))
}

#[allow(clippy::cast_precision_loss, reason = "nobody counts the bytes of a backup")]
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / (1024.0 * 1024.0)
}
