//! The audit log. An event has the number of its place among all that were ever recorded.

use super::records::AuditRecord;
use super::state::State;
use super::{Memory, Unit};
use application::events::{Change, Event, Source};
use application::facts::Fact;
use application::ports::{
    ActedBy, AuditChain, AuditFilter, AuditNames, AuditOrder, AuditPart, AuditReads, AuditRepository,
    AuditVerification, AuditView, Backlog, PersonName, RecordedEvent, Result, Unsealed,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{LeaveTypeId, UserId};
use domain::oversight::audit::{ChainEntry, ChainPoint, Gap, Seal, SealedEvent, Sealing, Stray};
use uuid::Uuid;

fn number(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl State {
    /// The events that are kept, each with its number.
    fn numbered(&self) -> impl DoubleEndedIterator<Item = (i64, &Event)> {
        self.events.iter().enumerate().map(|(place, event)| (number(self.audit.removed + place + 1), event))
    }

    fn audit_view(&self, seq: i64, event: &Event, subjects: u32) -> AuditView {
        let mut recorded = recorded(seq, event);
        let about = std::mem::take(&mut recorded.record.subjects);
        let mut named: Vec<PersonName> = about.iter().filter_map(|user| Some(self.people.get(user)?.name())).collect();
        named.sort_by_key(|person| (person.name.to_string().to_lowercase(), person.employee_id));
        named.truncate(subjects as usize);
        let seal = self.audit.seals.iter().find(|seal| seal.seq == seq);
        AuditView {
            seal: seal.map(|seal| (seal.point.position, seal.point.hash.to_string())),
            actor: recorded.actor.and_then(|user| self.name_of(user)),
            on_behalf_of: recorded.on_behalf_of.and_then(|user| self.name_of(user)),
            subjects: named,
            subject_count: u32::try_from(about.len()).unwrap_or(u32::MAX),
            event: recorded,
        }
    }

    /// The event with the next lower number, where that has neither a seal nor a gap.
    fn stray_before(&self, seq: i64) -> Option<Stray> {
        let (seq, event) = self.numbered().rfind(|(number, _)| *number < seq)?;
        let AuditRecord { seals, gaps, .. } = &self.audit;
        let is_known = seals.iter().any(|seal| seal.seq == seq) || gaps.iter().any(|gap| gap.seq == seq);
        (!is_known).then(|| Stray { seq, at: Some(event.at), kind: Some(event.record.kind.to_string()) })
    }

    fn running_verification(&mut self) -> Option<&mut AuditVerification> {
        self.audit.verifications.last_mut().filter(|last| last.finished_at.is_none())
    }
}

fn recorded(seq: i64, event: &Event) -> RecordedEvent {
    let origin = &event.origin;
    RecordedEvent {
        seq,
        id: event.id,
        at: event.at,
        source: Some(origin.source),
        actor: origin.actor.map(|(user, _)| user),
        role: origin.actor.map(|(_, role)| role),
        on_behalf_of: origin.on_behalf_of,
        session: origin.session,
        request_id: origin.request.map(|request| request.id.to_string()),
        address: origin.request.map(|request| request.counted_address()),
        record: event.record.clone(),
    }
}

fn sealed(seq: i64, event: &Event) -> SealedEvent {
    let recorded = recorded(seq, event);
    SealedEvent {
        seq,
        id: recorded.id,
        at: recorded.at,
        kind: recorded.record.kind.to_string(),
        source: recorded.source.map(|source| source.name().to_owned()),
        actor: recorded.actor,
        actor_role: recorded.role.map(|role| role.name().to_owned()),
        on_behalf_of: recorded.on_behalf_of,
        ip: recorded.address,
        request_id: recorded.request_id,
        payload: format!("{:?} {:?}", recorded.record.details, recorded.record.changes),
        subjects: recorded.record.subjects.into_iter().collect(),
    }
}

fn is_asked_for(filter: &AuditFilter, event: &Event) -> bool {
    let is_by = |by: &ActedBy| match by {
        ActedBy::Person(user) => event.origin.actor.is_some_and(|(actor, _)| actor == *user),
        ActedBy::Nobody => event.origin.source != Source::Portal,
    };
    filter.from.is_none_or(|from| event.at >= from)
        && filter.until.is_none_or(|until| event.at < until)
        && filter.actor.as_ref().is_none_or(is_by)
        && filter.subject.is_none_or(|subject| event.record.subjects.contains(&subject))
        && (filter.kinds.is_empty() || filter.kinds.iter().any(|kind| *kind == event.record.kind))
        && !filter.except.iter().any(|kind| *kind == event.record.kind)
}

fn note_ids(fact: &Fact, named: &mut Vec<Uuid>) {
    match fact {
        Fact::Id(id) => named.push(*id),
        Fact::List(facts) => facts.iter().for_each(|fact| note_ids(fact, named)),
        _ => {}
    }
}

#[async_trait]
impl AuditRepository for Unit {
    async fn lock_chain(&self) -> Result<AuditChain> {
        self.ask("AuditRepository::lock_chain", |state| state.audit.chain)
    }

    async fn seal(&self, sealing: &Sealing, at: Instant) -> Result<()> {
        self.ask("AuditRepository::seal", |state| {
            let audit = &mut state.audit;
            audit.chain.newest_seq = sealing.newest_seq;
            if let Some(last) = sealing.seals.last() {
                audit.chain = AuditChain { newest: last.point, sealed_at: Some(at), ..audit.chain };
            }
            audit.seals.extend_from_slice(&sealing.seals);
            let have_appeared: Vec<i64> = state.numbered().map(|(seq, _)| seq).collect();
            let is_over = |seq: &i64| {
                sealing.closed.contains(seq) || sealing.given_up.contains(seq) && !have_appeared.contains(seq)
            };
            state.audit.gaps.retain(|gap| !is_over(&gap.seq));
            // Nobody else can have a unit of work open.
            state.audit.gaps.extend(sealing.opened.iter().map(|seq| Gap { seq: *seq, may_appear: false }));
        })
    }

    async fn begin_verification(&self, night: Option<NaiveDate>, at: Instant) -> Result<bool> {
        self.ask("AuditRepository::begin_verification", |state| {
            if state.running_verification().is_some() {
                return false;
            }
            let AuditRecord { chain, verifications, holder, .. } = &mut state.audit;
            *holder = None;
            verifications.push(AuditVerification {
                number: number(verifications.len() + 1),
                started_at: at,
                finished_at: None,
                night,
                total: chain.newest.position - chain.checkpoint.position,
                checked: 0,
                checkpoint: chain.checkpoint,
                through: chain.newest,
                reached: chain.checkpoint,
                found: None,
            });
            true
        })
    }

    async fn take_verification(&self, holder: Uuid, now: Instant, until: Instant) -> Result<Option<AuditVerification>> {
        self.ask("AuditRepository::take_verification", |state| {
            if state.audit.holder.is_some_and(|(other, held)| other != holder && held > now) {
                return None;
            }
            let running = state.running_verification().cloned()?;
            state.audit.holder = Some((holder, until));
            Some(running)
        })
    }

    async fn keep_verification(&self, holder: Uuid, verification: &AuditVerification) -> Result<bool> {
        self.ask("AuditRepository::keep_verification", |state| {
            let is_held = state.audit.holder.is_some_and(|(other, _)| other == holder);
            match state.running_verification().filter(|running| is_held && running.number == verification.number) {
                Some(running) => {
                    *running = verification.clone();
                    true
                }
                None => false,
            }
        })
    }

    async fn prune(&self, through: ChainPoint) -> Result<()> {
        self.ask("AuditRepository::prune", |state| {
            state.audit.chain.checkpoint = through;
            let gone = state.audit.seals.iter().filter(|seal| seal.point.position <= through.position).count();
            state.audit.seals.drain(..gone);
            state.events.drain(..gone);
            state.audit.removed += gone;
        })
    }
}

#[async_trait]
impl AuditReads for Memory {
    async fn chain(&self) -> Result<AuditChain> {
        self.read("AuditReads::chain", |state| state.audit.chain)
    }

    async fn unsealed(&self, limit: u32) -> Result<Unsealed> {
        self.read("AuditReads::unsealed", |state| {
            let (chain, gaps) = (state.audit.chain, state.audit.gaps.clone());
            let of = |wanted: &dyn Fn(i64) -> bool| {
                let found = state.numbered().filter(|(seq, _)| wanted(*seq)).take(limit as usize);
                found.map(|(seq, event)| sealed(seq, event)).collect()
            };
            let late = of(&|seq| gaps.iter().any(|gap| gap.seq == seq));
            let newer = of(&|seq| seq > chain.newest_seq);
            Unsealed { chain, gaps, late, newer, unreadable: Vec::new() }
        })
    }

    async fn backlog(&self) -> Result<Backlog> {
        self.read("AuditReads::backlog", |state| {
            let newer = || state.numbered().filter(|(seq, _)| *seq > state.audit.chain.newest_seq);
            let events = u32::try_from(newer().count()).unwrap_or(u32::MAX);
            Backlog { events, since: newer().next().map(|(_, event)| event.at) }
        })
    }

    async fn chain_entries(&self, after: i64, limit: u32) -> Result<Vec<ChainEntry>> {
        self.read("AuditReads::chain_entries", |state| {
            let seals = state.audit.seals.iter().filter(|seal| seal.point.position > after).take(limit as usize);
            let entry = |Seal { seq, point }: &Seal| ChainEntry {
                position: point.position,
                seq: *seq,
                hash: point.hash.to_string(),
                event: state.numbered().find(|(number, _)| number == seq).map(|(seq, event)| sealed(seq, event)),
                stray: state.stray_before(*seq),
            };
            seals.map(entry).collect()
        })
    }

    async fn audit_part(
        &self,
        filter: &AuditFilter,
        order: AuditOrder,
        limit: u32,
        subjects: u32,
    ) -> Result<AuditPart> {
        self.read("AuditReads::audit_part", |state| {
            let mut found: Vec<(i64, &Event)> =
                state.numbered().filter(|(_, event)| is_asked_for(filter, event)).collect();
            match order {
                AuditOrder::Above(after) => found.retain(|(seq, _)| *seq > after),
                AuditOrder::Below(before) => {
                    found.retain(|(seq, _)| *seq < before);
                    found.reverse();
                }
            }
            found.truncate(limit as usize);
            let entries: Vec<AuditView> =
                found.into_iter().map(|(seq, event)| state.audit_view(seq, event, subjects)).collect();
            let mut ids = Vec::new();
            for AuditView { event, .. } in &entries {
                event.record.details.iter().for_each(|(_, fact)| note_ids(fact, &mut ids));
                for change in &event.record.changes {
                    if let Change::Told { before, after, .. } = change {
                        before.iter().chain(after).for_each(|fact| note_ids(fact, &mut ids));
                    }
                }
            }
            let person = |id: &Uuid| state.named(UserId::new(*id));
            let leave_type = |id: &Uuid| {
                let found = state.leave_types.0.get(&LeaveTypeId::new(*id))?;
                Some((found.id, found.name.clone()))
            };
            let people = ids.iter().filter_map(person).collect();
            let leave_types = ids.iter().filter_map(leave_type).collect();
            AuditPart { entries, named: AuditNames { people, leave_types } }
        })
    }

    async fn count_audit(&self, filter: &AuditFilter, limit: u32) -> Result<u32> {
        self.read("AuditReads::count_audit", |state| {
            let found = state.events.iter().filter(|event| is_asked_for(filter, event)).take(limit as usize);
            u32::try_from(found.count()).unwrap_or(u32::MAX)
        })
    }

    async fn last_verification(&self) -> Result<Option<AuditVerification>> {
        self.read("AuditReads::last_verification", |state| state.audit.verifications.last().cloned())
    }

    async fn last_finished_verification(&self) -> Result<Option<AuditVerification>> {
        self.read("AuditReads::last_finished_verification", |state| {
            state.audit.verifications.iter().rfind(|verification| verification.finished_at.is_some()).cloned()
        })
    }

    async fn last_night_verified(&self) -> Result<Option<NaiveDate>> {
        self.read("AuditReads::last_night_verified", |state| {
            state.audit.verifications.iter().filter_map(|verification| verification.night).max()
        })
    }
}
