//! `daybook audit verify`: recomputes the chain of the audit log, and compares it with what was written down elsewhere.

use super::give_way;
use crate::arguments::Verify;
use crate::config::Config;
use crate::log;
use crate::output::{complain, say};
use crate::serve::block_on;
use crate::wiring::{StartError, visit, zones};
use crate::{FAILED, MISUSE};
use application::audit::{Checked, verify_all};
use application::ports::{Reads, Result};
use domain::Instant;
use domain::oversight::audit::{Break, ChainHash, ChainPoint};
use domain::time::Zones;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(config: &Config, wanted: &Verify) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    give_way();
    let against = match wanted.against.as_deref().map(written) {
        None => None,
        Some(Ok(point)) => Some(point),
        Some(Err(why)) => {
            complain(&format!("daybook audit verify: {why}"));
            return Ok(ExitCode::from(MISUSE));
        }
    };
    block_on(async {
        let database = visit(config).await?;
        let zones = zones(config, &database).await;
        let found = match &zones {
            Ok(zones) => verify(&database, against, zones).await,
            Err(error) => Err(error.clone()),
        };
        database.close().await;
        let ((checked, complaint), zones) = (found?, zones?);
        if let Some(complaint) = complaint {
            complain(&complaint);
            return Ok(ExitCode::from(FAILED));
        }
        let newest = newest(&checked, &zones);
        if let Some(file) = &wanted.write {
            std::fs::write(file, format!("{newest}\n"))
                .map_err(|error| StartError::Failed(format!("{} cannot be written: {error}", file.display())))?;
        }
        say(&format!("{} entries, chain intact. Newest: {newest}", checked.entries));
        Ok(ExitCode::SUCCESS)
    })
}

/// What was found, and the sentence where something is wrong.
async fn verify(reads: &dyn Reads, against: Option<ChainPoint>, zones: &Zones) -> Result<(Checked, Option<String>)> {
    let checked = verify_all(reads).await?;
    let complaint = match (&checked.found, against) {
        (Some(found), _) => Some(broken(found, zones)),
        (None, Some(point)) => compare(reads, point).await?,
        (None, None) => None,
    };
    Ok((checked, complaint))
}

/// The sentence where the entry is not as it was.
async fn compare(reads: &dyn Reads, then: ChainPoint) -> Result<Option<String>> {
    let ChainPoint { position, hash: before } = then;
    let found = reads.audit().chain_entries(position - 1, 1).await?;
    let now = if let Some(entry) = found.into_iter().find(|entry| entry.position == position) {
        entry.hash
    } else {
        // Asked only now: old entries may have been removed meanwhile.
        let checkpoint = reads.audit().chain().await?.checkpoint;
        if position < checkpoint.position {
            return Ok(Some(format!("Entry {position} is no longer kept and cannot be compared")));
        }
        if position == checkpoint.position { checkpoint.hash.to_string() } else { "none".to_owned() }
    };
    let is_same = now == before.to_string();
    Ok((!is_same).then(|| format!("Entry {position} had hash {before} and has {now} now: the log was rewritten")))
}

fn broken(Break { position, at, kind, .. }: &Break, zones: &Zones) -> String {
    let at = at.map_or_else(|| "time unknown".to_owned(), |at| time(at, zones));
    let action = kind.as_deref().unwrap_or("the entry is gone or cannot be read");
    format!("The chain is broken at entry {position} ({at}, {action})")
}

/// `{position} {hash} {time}`.
fn newest(checked: &Checked, zones: &Zones) -> String {
    let ChainPoint { position, hash } = checked.chain.newest;
    let at = checked.chain.sealed_at.map_or_else(|| "never".to_owned(), |at| time(at, zones));
    format!("{position} {hash} {at}")
}

fn time(at: Instant, zones: &Zones) -> String {
    zones.local(at).format("%Y-%m-%d %H:%M:%S").to_string()
}

/// The entry that a file names.
fn written(file: &Path) -> Result<ChainPoint, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    let mut words = text.split_whitespace();
    let position = words.next().and_then(|word| word.parse::<i64>().ok()).filter(|position| *position >= 0);
    let hash = words.next().and_then(|word| word.parse::<ChainHash>().ok());
    position
        .zip(hash)
        .map(|(position, hash)| ChainPoint { position, hash })
        .ok_or_else(|| format!("{} does not begin with a position and a hash", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::events::{Event, Origin, Record};
    use application::ports::{AuditReads, Store, Unsealed};
    use domain::id::EventId;
    use domain::oversight::audit::Sealing;
    use testkit::memory::{Memory, State};

    #[test]
    fn a_break_is_told_with_time_and_action_where_they_are_known() {
        let found = Break {
            position: 7,
            seq: Some(9),
            at: "2026-06-10T09:30:00Z".parse().ok(),
            kind: Some("days-decided".to_owned()),
        };
        let zone = &chrono_tz::Europe::Berlin.into();
        assert_eq!(broken(&found, zone), "The chain is broken at entry 7 (2026-06-10 11:30:00, days-decided)");
        let gone = Break { at: None, kind: None, ..found };
        let told = "The chain is broken at entry 7 (time unknown, the entry is gone or cannot be read)";
        assert_eq!(broken(&gone, zone), told);
    }

    /// Three sealed events.
    async fn sealed() -> Memory {
        let memory = Memory::default();
        let event = |n: u128| Event {
            id: EventId::new(uuid::Uuid::from_u128(n)),
            at: Instant::default(),
            origin: Origin::job(),
            record: Record::of("day-frozen"),
            pushes: Vec::new(),
        };
        memory.change(|state| state.events = (1..=3).map(event).collect());
        let Unsealed { chain, newer, .. } = memory.unsealed(10).await.unwrap();
        let step = Sealing::step(chain.newest, chain.newest_seq, &[], &[], &newer, &[]);
        let work = memory.begin().await.unwrap();
        work.audit().seal(&step, Instant::default()).await.unwrap();
        work.commit().await.unwrap();
        memory
    }

    #[tokio::test]
    async fn an_entry_that_is_removed_during_a_verification_is_not_taken_for_a_log_that_was_rewritten() {
        let memory = sealed().await;
        let points: Vec<ChainPoint> = memory.state().audit.seals.iter().map(|seal| seal.point).collect();
        let prune = move |state: &mut State, checkpoint: ChainPoint| {
            let gone = usize::try_from(checkpoint.position).unwrap();
            state.audit.chain.checkpoint = checkpoint;
            state.audit.seals.drain(..gone);
            state.events.drain(..gone);
            state.audit.removed = gone;
        };
        let (first, second) = (points[0], points[1]);
        memory.before("AuditReads::chain_entries", move |state| prune(state, second));
        let against = async |point| verify(&memory, Some(point), &Zones::default()).await.unwrap().1;
        let told = "Entry 1 is no longer kept and cannot be compared";
        assert_eq!(against(first).await.as_deref(), Some(told));
        assert_eq!(against(second).await, None, "the checkpoint is still known");
        let another = ChainPoint { position: 4, ..second };
        assert!(against(another).await.unwrap().ends_with(" and has none now: the log was rewritten"));
    }

    #[test]
    fn a_file_names_the_entry_that_was_written_to_it() {
        let file = std::env::temp_dir().join(format!("daybook-newest-{}", std::process::id()));
        let hash = "ab".repeat(32);
        std::fs::write(&file, format!("12 {hash} 2026-06-10 11:30:00\n")).unwrap();
        let point = written(&file).unwrap();
        assert_eq!((point.position, point.hash.to_string()), (12, hash));
        for text in ["", "12", "x abc", "12 abc", &format!("-1 {}", "ab".repeat(32))] {
            std::fs::write(&file, text).unwrap();
            assert!(written(&file).unwrap_err().contains("does not begin with a position and a hash"), "{text}");
        }
        std::fs::remove_file(&file).unwrap();
        assert!(written(&file).unwrap_err().contains("cannot be read"));
    }
}
