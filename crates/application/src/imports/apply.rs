//! A plan is applied: a small one in one transaction, a larger one in pieces (moving-in.md 1.1).
//!
//! The plan is marked as being applied, for one instance at a time. The mark of an instance that dies ends by itself, and another one
//! goes on from the last piece. Each transaction holds the mark from its beginning, so no piece is applied twice.

use super::kinds::{FileKind, with_kind};
use super::make::make_anew;
use super::outcomes::Sorted;
use super::rows::{for_all_rows, gathered, plan_now, read_again, replan};
use super::{
    Action, DueRow, FileRow, Import, ImportMode, ImportRow, ImportState, Options, Outcome, PlannedRow, Problem,
    Progress, events, own, told_to,
};
use crate::invitations::Sending;
use crate::people::Author;
use crate::ports::{AppliedPiece, ImportEnd, StoreError};
use crate::work::Work;
use crate::{Conflict, Error, Moment, Ports, Result};
use chrono::TimeDelta;
use domain::Instant;
use domain::access::Capability;
use domain::id::{ApplyId, ImportId};
use domain::import::CHANGED;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// So many rows are applied in one transaction; where there are more, pieces of [`PIECE`] rows.
const TOGETHER: usize = 1_000;
const PIECE: usize = 500;
/// After each piece the import rests this many times as long as the piece took, for the people who work beside it.
const REST: u32 = 9;
const LONGEST_REST: Duration = Duration::from_millis(800);
/// The end of an import of which nothing was written: its plan can be applied again.
const UNDONE: ImportEnd = ImportEnd { state: ImportState::Ready, applied_at: None, reason: None };
/// The time between two messages of progress.
const BETWEEN_MESSAGES: TimeDelta = TimeDelta::milliseconds(500);

/// How a plan is to be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    pub mode: ImportMode,
    /// When new people are invited; `None`: they are not.
    pub invite: Option<Sending>,
}

/// Applies a plan of the author's, and returns it as it is then.
pub(super) async fn apply(ports: &Ports, author: &Author, id: ImportId, wanted: Wanted) -> Result<Import> {
    let (import, by) = begun(ports, author, id, wanted).await?;
    with_kind!(import.kind, |kind| go_on(ports, author, kind, import, by, true).await)
}

/// Marks a plan as being applied.
pub(super) async fn begun(ports: &Ports, author: &Author, id: ImportId, wanted: Wanted) -> Result<(Import, ApplyId)> {
    author.actor.require(Capability::MoveData)?;
    let moment = ports.moment();
    let invite = wanted.invite.map(|sending| sending.due(&moment)).transpose()?;
    let import = own(ports, author, id).await?;
    import.check(wanted.mode)?;
    let by = ApplyId::new(ports.ids.next());
    let work = ports.begin(&moment, author.origin).await?;
    let has_begun = work.imports().begin(id, by, wanted.mode, invite).await.map_err(|error| match error {
        StoreError::Stale => Error::Conflict(Conflict::ImportUnderWay),
        other => other.into(),
    })?;
    if !has_begun {
        return Err(Conflict::ImportUnderWay.into());
    }
    if let Err(error) = work.commit().await {
        // It may be marked all the same, and nobody waits for it.
        let _ = ended(ports, author, id, by, &UNDONE).await;
        return Err(error.into());
    }
    let (state, mode, progress) = (ImportState::Applying, Some(wanted.mode), Progress::default());
    Ok((Import { state, mode, invite, progress, reason: None, ..import }, by))
}

/// Goes on with an import that is marked by `by`. `is_new`: it was begun just now, and whether anything has changed since its plan is
/// still to be seen.
pub(super) async fn go_on<K: FileKind>(
    ports: &Ports,
    author: &Author,
    kind: K,
    import: Import,
    by: ApplyId,
    is_new: bool,
) -> Result<Import> {
    let mut run = Run { ports, author, kind, import, by, due: Vec::new(), told_at: None };
    match run.go(is_new).await {
        Ok(Done::Applied) => Ok(run.import),
        // Nothing of it was written.
        Ok(Done::Changed) => Err(Error::ImportChanged(Box::new(run.plan_anew().await?))),
        Err(error) => broken_off(ports, author, run.import, by, error).await,
    }
}

/// An import that met an error. Where nothing of it was written, its plan can be applied again. Otherwise an instance goes on with it as
/// soon as that makes sense. Where not even that can be noted, it does so when the mark has ended.
async fn broken_off(ports: &Ports, author: &Author, import: Import, by: ApplyId, error: Error) -> Result<Import> {
    // A piece may be there of which nobody has heard.
    let kept = ports.reads.imports().import(import.id).await;
    let import = kept.ok().flatten().unwrap_or(import);
    if import.state == ImportState::Applied {
        return Err(error);
    }
    if import.progress == Progress::default() {
        let _ = ended(ports, author, import.id, by, &UNDONE).await;
        return Err(error);
    }
    // Where another instance has it already, that goes on.
    if is_passing(&error) || error == Error::Conflict(Conflict::ImportUnderWay) {
        let _ = let_go(ports, author, import.id, by).await;
        return Ok(import);
    }
    let end = ImportEnd { state: ImportState::Failed, applied_at: None, reason: Some(sentence(&error)) };
    ended(ports, author, import.id, by, &end).await?;
    Ok(Import { state: end.state, reason: end.reason, ..import })
}

/// Whether trying again in a moment makes sense.
fn is_passing(error: &Error) -> bool {
    matches!(error, Error::Store(StoreError::Unavailable(_) | StoreError::Clash(_)) | Error::MonthClosing(_))
}

/// Why an import failed, for the person who imports.
fn sentence(error: &Error) -> String {
    let of_a_row = sentence_of_row(error);
    of_a_row.unwrap_or_else(|| {
        "Something went wrong. Please import the file again: what is done is left as it is.".to_owned()
    })
}

/// What a rule says that refuses to write some row of a piece; `None` where the error concerns more than a row.
fn sentence_of_row(error: &Error) -> Option<String> {
    match error {
        Error::Conflict(Conflict::ImportUnderWay) => None,
        Error::Conflict(why) => Some(why.sentence().into_owned()),
        Error::Refused(why) => Some(why.sentence.clone()),
        Error::Invalid(why) => Some(why.sentence().to_owned()),
        _ => None,
    }
}

pub(super) async fn ended(ports: &Ports, author: &Author, id: ImportId, by: ApplyId, end: &ImportEnd) -> Result<()> {
    let moment = ports.moment();
    let work = ports.begin(&moment, author.origin).await?;
    work.imports().end(id, by, end).await?;
    Ok(work.commit().await?)
}

async fn let_go(ports: &Ports, author: &Author, id: ImportId, by: ApplyId) -> Result<()> {
    let moment = ports.moment();
    let work = ports.begin(&moment, author.origin).await?;
    work.imports().let_go(id, by).await?;
    Ok(work.commit().await?)
}

enum Done {
    Applied,
    /// Something that the import concerns is not as its plan has seen it.
    Changed,
}

/// An import that is being applied.
struct Run<'a, K: FileKind> {
    ports: &'a Ports,
    author: &'a Author,
    kind: K,
    import: Import,
    by: ApplyId,
    /// The rows that do something and were not left out, by their lines.
    due: Vec<DueRow<K::Row>>,
    /// When progress was last told.
    told_at: Option<Instant>,
}

impl<'a, K: FileKind> Run<'a, K> {
    async fn go(&mut self, is_new: bool) -> Result<Done> {
        if !self.load(is_new).await? {
            return Ok(Done::Changed);
        }
        if self.due.len() > TOGETHER || self.import.progress != Progress::default() {
            return self.go_in_pieces().await;
        }
        match self.go_at_once().await {
            // Another writer got in the way, and nothing of it was kept.
            Err(error) if error.is_clash() => self.go_at_once().await,
            done => done,
        }
    }

    /// Loads what is due, and says whether the rows of a new import would still do what was planned. Of a large plan no more is held
    /// at a time than what is compared.
    async fn load(&mut self, is_new: bool) -> Result<bool> {
        let readable = read_again::<K>(self.ports, &self.import).await?;
        let mut now = BTreeMap::new();
        if is_new {
            self.keep_mark().await?;
            now = self.plan_now(&readable).await?;
            self.keep_mark().await?;
        }
        let (mut planned, mut is_same) = (BTreeMap::new(), true);
        let compared = |row: ImportRow| {
            let now = now.remove(&row.planned.line);
            is_same &= !is_new || !row.is_readable || now.is_some_and(|now| row.planned.holds(&now));
            let PlannedRow { line, action, seen, .. } = row.planned;
            if matches!(action, Action::Create | Action::Change) {
                planned.insert(line, (action, seen));
            }
        };
        for_all_rows(self.ports, self.import.id, None, compared).await?;
        let due = |FileRow { line, value }| {
            let (action, seen) = planned.remove(&line)?;
            Some(DueRow { line, action, seen, value })
        };
        self.due = readable.into_iter().filter_map(due).collect();
        Ok(is_same)
    }

    async fn plan_now(&self, readable: &[FileRow<K::Row>]) -> Result<BTreeMap<u32, PlannedRow>> {
        plan_now(self.ports, self.author, self.kind, self.import.records_from, readable).await
    }

    /// Prolongs the mark.
    async fn keep_mark(&self) -> Result<()> {
        let moment = self.ports.moment();
        Ok(self.begin(&moment).await?.commit().await?)
    }

    fn options(&self) -> Options {
        Options { records_from: self.import.records_from, invite: self.import.invite }
    }

    async fn go_at_once(&mut self) -> Result<Done> {
        let moment = self.ports.moment();
        let (mut due, mut left_out) = (self.due.clone(), Vec::new());
        'anew: loop {
            let work = self.begin(&moment).await?;
            for pass in 0..K::PASSES {
                let outcomes = match self.kind.apply(&work, self.author, &self.options(), pass, &due).await {
                    // Somebody else has got what a row wants; a new plan says which.
                    Err(error) if sentence_of_row(&error).is_some() => return Ok(Done::Changed),
                    outcomes => outcomes?,
                };
                let sorted = Sorted::of(&due, outcomes);
                if sorted.has_changed || self.import.mode == Some(ImportMode::All) && !sorted.left_out.is_empty() {
                    return Ok(Done::Changed);
                }
                due.retain(|row| !sorted.lines.contains(&row.line));
                left_out.extend(sorted.left_out);
                if pass > 0 && !sorted.lines.is_empty() {
                    // An earlier pass has written a part of them.
                    continue 'anew;
                }
            }
            return self.finish(work, left_out).await;
        }
    }

    async fn go_in_pieces(&mut self) -> Result<Done> {
        let mut through = self.import.progress.through;
        for pass in self.import.progress.pass..K::PASSES {
            loop {
                let before = self.due.partition_point(|row| row.line <= through);
                let piece: Vec<DueRow<K::Row>> = self.due.iter().skip(before).take(PIECE).cloned().collect();
                let Some(last) = piece.last() else { break };
                through = last.line;
                self.apply_piece(pass, before, &piece).await?;
            }
            through = 0;
        }
        let moment = self.ports.moment();
        let work = self.begin(&moment).await?;
        self.finish(work, Vec::new()).await
    }

    /// Applies a piece, behind `before` rows that are due. Where a rule refuses to write it, the row in question is found by halves, and
    /// left out.
    async fn apply_piece(&mut self, pass: u32, before: usize, piece: &[DueRow<K::Row>]) -> Result<()> {
        let mut parts = vec![piece];
        let mut before = before;
        while let Some(part) = parts.pop() {
            let Some(last) = part.last() else { continue };
            // All rows in each pass are as many as are due once.
            let applied = (pass as usize * self.due.len() + before + part.len()) / K::PASSES as usize;
            let applied = u32::try_from(applied).unwrap_or(u32::MAX);
            let progress = Progress { pass, through: last.line, applied };
            let began = std::time::Instant::now();
            match self.apply_part(part, progress).await {
                Ok(left_out) => before += part.len() - left_out,
                Err(error) => match (sentence_of_row(&error), part) {
                    (Some(sentence), [row]) => self.leave_out(row, sentence, progress).await?,
                    (Some(_), _) => {
                        let (first, second) = part.split_at(part.len() / 2);
                        parts.extend([second, first]);
                    }
                    (None, _) => return Err(error),
                },
            }
            self.ports.workers.rest((began.elapsed() * REST).min(LONGEST_REST)).await;
        }
        Ok(())
    }

    /// Applies rows in one transaction, and says how many of them were left out.
    async fn apply_part(&mut self, rows: &[DueRow<K::Row>], progress: Progress) -> Result<usize> {
        let moment = self.ports.moment();
        let work = self.begin(&moment).await?;
        if self.told_at.is_none_or(|at| moment.now - at >= BETWEEN_MESSAGES) {
            for push in told_to(self.import.owner) {
                work.push_along(push);
            }
            self.told_at = Some(moment.now);
        }
        let outcomes = self.kind.apply(&work, self.author, &self.options(), progress.pass, rows).await?;
        let sorted = Sorted::of(rows, outcomes);
        self.note(work, rows, sorted, progress).await
    }

    /// Leaves out the only row of a piece.
    async fn leave_out(&mut self, row: &DueRow<K::Row>, sentence: String, progress: Progress) -> Result<()> {
        let moment = self.ports.moment();
        let work = self.begin(&moment).await?;
        let problem = Problem { column: "".into(), value: String::new(), sentence };
        let rows = std::slice::from_ref(row);
        let sorted = Sorted::of(rows, vec![Outcome::LeftOut(problem)]);
        self.note(work, rows, sorted, progress).await?;
        Ok(())
    }

    /// Notes what became of the rows of a piece, and ends its transaction.
    async fn note(
        &mut self,
        work: Work<'_>,
        rows: &[DueRow<K::Row>],
        mut sorted: Sorted,
        progress: Progress,
    ) -> Result<usize> {
        if progress.pass > 0 {
            sorted.are_there_in_part();
        }
        let counts = sorted.counts(self.import.counts, rows);
        work.imports().note(self.import.id, &AppliedPiece { progress, counts, left_out: sorted.left_out }).await?;
        work.commit().await?;
        self.due.retain(|row| !sorted.lines.contains(&row.line));
        (self.import.progress, self.import.counts) = (progress, counts);
        Ok(sorted.lines.len())
    }

    /// Begins a unit of work that holds the mark.
    async fn begin<'m>(&self, moment: &'m Moment) -> Result<Work<'m>>
    where
        'a: 'm,
    {
        let work = self.ports.begin(moment, self.author.origin).await?;
        work.imports().hold(self.import.id, self.by).await.map_err(|error| match error {
            StoreError::Stale => Error::Conflict(Conflict::ImportUnderWay),
            other => other.into(),
        })?;
        Ok(work)
    }

    /// Ends the import in this unit of work, which applied all of it or comes after the last piece.
    async fn finish(&mut self, work: Work<'_>, left_out: Vec<(u32, Problem)>) -> Result<Done> {
        self.kind.finish(&work, self.author).await?;
        let is_out: BTreeSet<u32> = left_out.iter().map(|(line, _)| *line).collect();
        let gone = self.due.iter().filter(|row| is_out.contains(&row.line));
        let counts = gone.fold(self.import.counts, |counts, row| counts.leaving_out(row.action));
        let progress = Progress { pass: K::PASSES, through: 0, applied: counts.due() };
        work.imports().note(self.import.id, &AppliedPiece { progress, counts, left_out }).await?;
        let (state, applied_at) = (ImportState::Applied, Some(work.moment.now));
        work.imports().end(self.import.id, self.by, &ImportEnd { state, applied_at, reason: None }).await?;
        let applied = Import { counts, state, progress, applied_at, ..self.import.clone() };
        work.record(events::import_applied(&applied), told_to(applied.owner)).await?;
        work.commit().await?;
        self.import = applied;
        Ok(Done::Applied)
    }

    /// Plans the file anew, and lets the old plan go.
    async fn plan_anew(mut self) -> Result<Import> {
        self.due.clear();
        let end = ImportEnd { reason: Some(CHANGED.to_owned()), ..UNDONE };
        ended(self.ports, self.author, self.import.id, self.by, &end).await?;
        let readable = read_again::<K>(self.ports, &self.import).await?;
        let now = self.plan_now(&readable).await?;
        drop(readable);
        let mut rows = gathered(self.ports, self.import.id, None).await?;
        replan(&mut rows, now);
        make_anew(self.ports, self.author, &self.import, &rows).await
    }
}
