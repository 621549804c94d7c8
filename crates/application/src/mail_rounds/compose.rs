//! What stands in the digests of some people: an Employee's unread notices; for everybody else what waits in the teams that they
//! lead, and the requests that wait for them.

use super::{NewsDigestLetter, WaitingDigestLetter};
use crate::Result;
use crate::mail::by_choice;
use crate::ports::{DigestNotice, MissingDays, NewMail, Recipient, UndecidedRequest, WaitingEntries};
use crate::work::Work;
use crate::working_days::WorkingDays;
use chrono::NaiveDate;
use domain::access::{Actor, Leads};
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::person::Role;
use domain::round::Round;
use domain::unlock::WaitsFor;
use std::collections::{BTreeSet, HashMap};

/// How many people with missing days are named.
const MOST_NAMES: usize = 20;

/// What the digests of one step are made of.
pub(super) struct Composer<'a> {
    pub(super) work: &'a Work<'a>,
    pub(super) working: &'a WorkingDays,
    pub(super) round: &'a Round,
    /// The requests to unlock that wait for anybody.
    pub(super) requests: &'a [(UndecidedRequest, WaitsFor)],
    /// The first day that is told where it is missing.
    pub(super) since: NaiveDate,
}

/// Whether a person has a kind of mail in the digest.
struct Chosen(HashMap<(UserId, MailKind), MailTiming>);

impl Chosen {
    fn has_in_digest(&self, reader: &Recipient, kind: MailKind) -> bool {
        kind.timing(reader.role, self.0.get(&(reader.user, kind)).copied()) == Some(MailTiming::Digest)
    }

    fn has_any(&self, reader: &Recipient) -> bool {
        MailKind::ALL.iter().any(|kind| self.has_in_digest(reader, *kind))
    }
}

/// What stands in the teams of some managers.
#[derive(Default)]
struct Teams {
    waiting: Vec<WaitingEntries>,
    missing: Vec<MissingDays>,
    resubmissions: HashMap<UserId, u32>,
    leave: HashMap<UserId, u32>,
}

impl Composer<'_> {
    /// The digests of these people. There is none where there is nothing to say.
    pub(super) async fn compose(&self, readers: Vec<Recipient>) -> Result<Vec<NewMail>> {
        let ids: Vec<UserId> = readers.iter().map(|reader| reader.user).collect();
        let choices = self.work.digests().choices_of(&ids).await?;
        let chosen = Chosen(choices.into_iter().map(|(user, kind, timing)| ((user, kind), timing)).collect());
        let (employees, leaders): (Vec<Recipient>, Vec<Recipient>) =
            readers.into_iter().filter(|reader| chosen.has_any(reader)).partition(|one| one.role == Role::Employee);
        let mut mails = self.news(employees, &chosen).await?;
        mails.extend(self.waiting(leaders, &chosen).await?);
        Ok(mails)
    }

    async fn news(&self, readers: Vec<Recipient>, chosen: &Chosen) -> Result<Vec<NewMail>> {
        if readers.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<UserId> = readers.iter().map(|reader| reader.user).collect();
        let unread = self.work.digests().unread_notices(&ids, self.round.since, self.round.began_at).await?;
        let mut of: HashMap<UserId, Vec<DigestNotice>> = HashMap::new();
        for notice in unread {
            of.entry(notice.user).or_default().push(notice);
        }
        let mail = |reader: Recipient| {
            let mut notices = of.remove(&reader.user)?;
            notices.retain(|notice| chosen.has_in_digest(&reader, notice.kind));
            let (titles, bodies): (Vec<_>, Vec<_>) =
                notices.into_iter().map(|notice| (notice.title, notice.body)).unzip();
            let letter = NewsDigestLetter { titles, bodies };
            (!letter.titles.is_empty()).then(|| by_choice(self.work, &letter, reader))
        };
        Ok(readers.into_iter().filter_map(mail).collect())
    }

    async fn waiting(&self, readers: Vec<Recipient>, chosen: &Chosen) -> Result<Vec<NewMail>> {
        if readers.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<UserId> = readers.iter().map(|reader| reader.user).collect();
        let mut stood_in_for: HashMap<UserId, Vec<UserId>> = HashMap::new();
        for (substitute, manager) in self.work.digests().stood_in_for_by(&ids, self.work.moment.today).await? {
            stood_in_for.entry(substitute).or_default().push(manager);
        }
        let actors: Vec<Actor> = readers
            .iter()
            .map(|reader| {
                let others = stood_in_for.remove(&reader.user).unwrap_or_default();
                Actor { id: reader.user, role: reader.role, leads: Leads::standing_in_for(reader.user, others) }
            })
            .collect();
        // Of HR and administrators there are only the teams for which they stand in.
        let managers = actors.iter().flat_map(|actor| {
            actor.leads.managers().filter(move |manager| actor.role == Role::Manager || *manager != actor.id)
        });
        let managers: BTreeSet<UserId> = managers.collect();
        let teams = self.teams(&managers.into_iter().collect::<Vec<_>>()).await?;
        let mail = |(actor, reader): (Actor, Recipient)| {
            let is_told_of = |kind| chosen.has_in_digest(&reader, kind);
            let mut letter = teams.letter(&actor.leads, is_told_of);
            if is_told_of(MailKind::UnlockRequest) {
                letter.requests = self.requests_for(&actor);
            }
            (!letter.is_empty()).then(|| by_choice(self.work, &letter, reader))
        };
        Ok(actors.into_iter().zip(readers).filter_map(mail).collect())
    }

    fn requests_for(&self, actor: &Actor) -> u32 {
        let theirs = self.requests.iter().filter(|(request, waits)| waits.concerns(actor, request.person.manager));
        u32::try_from(theirs.count()).unwrap_or(u32::MAX)
    }

    async fn teams(&self, managers: &[UserId]) -> Result<Teams> {
        if managers.is_empty() {
            return Ok(Teams::default());
        }
        let waiting = self.work.digests().waiting(managers).await?;
        let mut missing = self.work.digests().missing(managers, self.since).await?;
        // A day that became a holiday or a day off later does not count.
        missing.retain(|member| {
            let calendar = self.working.of(member.person.id);
            member.days.iter().any(|day| calendar.is_working_day(*day))
        });
        let resubmissions = self.work.digests().pending_resubmissions(managers).await?.into_iter().collect();
        let leave = self.work.digests().waiting_leave(managers).await?.into_iter().collect();
        Ok(Teams { waiting, missing, resubmissions, leave })
    }
}

impl Teams {
    /// What somebody who leads these teams is told.
    fn letter(&self, leads: &Leads, is_told_of: impl Fn(MailKind) -> bool) -> WaitingDigestLetter {
        let is_led = |manager: UserId| leads.cover(Some(manager));
        let mut letter = WaitingDigestLetter::default();
        if is_told_of(MailKind::Waiting) {
            for waiting in self.waiting.iter().filter(|waiting| is_led(waiting.manager)) {
                letter.waiting += waiting.count;
                letter.oldest = letter.oldest.into_iter().chain([waiting.oldest]).min();
            }
            let mut names =
                self.missing.iter().filter(|member| is_led(member.manager)).map(|member| &member.person.name);
            letter.missing = names.by_ref().take(MOST_NAMES).map(ToString::to_string).collect();
            letter.more_missing = u32::try_from(names.count()).unwrap_or(u32::MAX);
        }
        if is_told_of(MailKind::Resubmission) {
            letter.resubmissions = leads.managers().filter_map(|manager| self.resubmissions.get(&manager)).sum();
        }
        if is_told_of(MailKind::Leave) {
            letter.leave = leads.managers().filter_map(|manager| self.leave.get(&manager)).sum();
        }
        letter
    }
}
