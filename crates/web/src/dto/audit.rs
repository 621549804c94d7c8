//! The audit log (oversight.md 3).

use application::audit::{AuditPage, AuditQuery};
use application::events::{Change, KINDS};
use application::facts::Fact;
use application::ports::{ActedBy, AuditChain, AuditNames, AuditPart, AuditVerification, AuditView};
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use domain::id::{LeaveTypeId, UserId};
use domain::oversight::audit as rules;
use domain::person::FullName;
use serde::Serialize;
use serde_json::{Map, Number, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use uuid::Uuid;

use super::names::wire_names;
use super::people::{ManagerRef, PersonRef, Role};
use super::requests::days;
use super::same::same_fields;
use crate::input::Refused;
use crate::input::query::{Pairs, Query};

/// Entries on a page where no number is given.
const PAGE: u32 = 50;

/// Which entries of the audit log.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct AuditLogQuery {
    /// The first day.
    pub from: Option<NaiveDate>,
    /// The last day; not before the first.
    pub to: Option<NaiveDate>,
    /// Who acted: an `_id`, or `none` for jobs and commands.
    #[param(value_type = Option<String>)]
    pub actor_id: Option<ActedBy>,
    /// Whom it is about, among others.
    #[param(value_type = Option<Uuid>)]
    pub subject_id: Option<UserId>,
    /// One or more actions, with commas between them.
    #[param(value_type = Option<String>)]
    pub action: Vec<&'static str>,
    /// Whether sign-ins and sign-outs are left out, where no action is named.
    #[param(value_type = Option<bool>)]
    pub without_sign_ins: bool,
}

impl Query for AuditLogQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let (from, to) = days(pairs)?;
        let actor_id = match pairs.text("actorId")? {
            Some("none") => Some(ActedBy::Nobody),
            _ => pairs.id("actorId")?.map(ActedBy::Person),
        };
        let known = |action: &str| KINDS.iter().copied().find(|kind| *kind == action);
        let action = match pairs.text("action")? {
            None => Some(Vec::new()),
            Some(actions) => actions.split(',').map(known).collect(),
        };
        let mut action = action.ok_or_else(|| Refused::because("action must be an action of the audit log"))?;
        action.sort_unstable();
        action.dedup();
        let without_sign_ins = pairs.flag("withoutSignIns")?.unwrap_or_default();
        Ok(Self { from, to, actor_id, subject_id: pairs.id("subjectId")?, action, without_sign_ins })
    }
}

same_fields! {
    AuditLogQuery => AuditQuery { from, to, actor: actor_id, subject: subject_id, kinds: action, without_sign_ins }
}

/// Which page.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct AuditPageQuery {
    /// What an earlier answer gave as `nextCursor`.
    #[param(value_type = Option<String>)]
    pub cursor: Option<i64>,
    /// Entries on a page; 50 where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub limit: u32,
}

impl Query for AuditPageQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let below = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| text.parse().ok()).flatten().filter(|below| *below > 0)
        };
        let cursor = match pairs.text("cursor")? {
            None => None,
            Some(text) => {
                let below = below(text);
                Some(below.ok_or_else(|| Refused::because("cursor must be one that an earlier answer gave"))?)
            }
        };
        Ok(Self { cursor, limit: pairs.whole("limit", 1..=1000)?.unwrap_or(PAGE) })
    }
}

wire_names! {
    /// Through what the portal was made to act.
    pub struct AuditSource(application::events::Source);
}

/// Who acted, with the role at that moment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditActor {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    /// Null in events from before 22 November 2026.
    #[schema(required = true)]
    pub role: Option<Role>,
}

/// A field before and after. A value is a text, a number, true or false, null, a list of these, or a person with `_id` and names.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditChange {
    pub field: String,
    #[schema(value_type = Value)]
    pub before: Value,
    #[schema(value_type = Value)]
    pub after: Value,
    /// Whether only the change is told. Both values are null then.
    pub is_masked: bool,
}

/// The kind of something that happened: each one that this version records.
#[derive(Debug, Serialize)]
pub struct AuditAction(String);

impl PartialSchema for AuditAction {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .description(Some("The kind of something that happened."))
            .enum_values(Some(KINDS))
            .into()
    }
}

impl ToSchema for AuditAction {}

/// Something that happened.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    pub seq: i64,
    /// Its position in the chain; null while it is not sealed.
    #[schema(required = true)]
    pub position: Option<i64>,
    pub at: DateTime<Utc>,
    pub action: AuditAction,
    /// Null in events from before 22 November 2026.
    #[schema(required = true)]
    pub source: Option<AuditSource>,
    #[schema(required = true)]
    pub actor: Option<AuditActor>,
    /// For whom the actor stood in.
    #[schema(required = true)]
    pub on_behalf_of: Option<ManagerRef>,
    /// By name.
    #[schema(max_items = 20)]
    pub subjects: Vec<PersonRef>,
    /// How many people it is about.
    pub subject_count: u32,
    pub changes: Vec<AuditChange>,
    /// By name. The values are as those of a change.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub details: Map<String, Value>,
    /// As it is counted: IPv6 by /64.
    #[schema(required = true)]
    pub ip: Option<String>,
    #[schema(required = true)]
    pub request_id: Option<String>,
    /// 64 lower-case hexadecimal digits.
    #[schema(required = true)]
    pub hash: Option<String>,
}

/// The newest seal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewestSeal {
    pub position: i64,
    /// 64 lower-case hexadecimal digits.
    pub hash: String,
    pub sealed_at: DateTime<Utc>,
}

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLogPage {
    /// The newest `seq` first.
    pub logs: Vec<AuditEntry>,
    /// Asks for the next page; null on the last one.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    #[schema(required = true)]
    pub newest: Option<NewestSeal>,
}

/// A position of the chain with its hash.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChainPoint {
    /// 0 before the first.
    pub position: i64,
    /// 64 lower-case hexadecimal digits.
    pub hash: String,
}

/// The first position at which event or hash does not fit.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrokenAt {
    pub position: i64,
    /// Null where the position itself is gone.
    #[schema(required = true)]
    pub seq: Option<i64>,
    /// Null where the event is gone or cannot be read.
    #[schema(required = true)]
    pub at: Option<DateTime<Utc>>,
    /// Null where the event is gone or cannot be read.
    #[schema(required = true)]
    pub action: Option<String>,
}

/// Whether a verification goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerificationState {
    Running,
    Done,
}

/// A verification of the chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    pub state: VerificationState,
    pub started_at: DateTime<Utc>,
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
    /// How many entries have been looked at.
    pub checked: i64,
    /// How many there are to look at.
    pub total: i64,
    /// Null while it is running.
    #[schema(required = true)]
    pub is_intact: Option<bool>,
    #[schema(required = true)]
    pub broken_at: Option<BrokenAt>,
    /// From where it began.
    pub checkpoint: ChainPoint,
    /// The newest seal now.
    #[schema(required = true)]
    pub newest: Option<NewestSeal>,
}

/// A verification that was begun, or is running already.
#[derive(Debug, Serialize, ToSchema)]
pub struct VerificationData {
    pub verification: Verification,
}

/// The running verification, or the last one.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastVerification {
    /// Null before the first.
    #[schema(required = true)]
    pub verification: Option<Verification>,
}

impl From<AuditPage> for AuditLogPage {
    fn from(AuditPage { part: AuditPart { entries, named }, next, chain }: AuditPage) -> Self {
        Self {
            logs: entries.into_iter().map(|entry| AuditEntry::new(entry, &named)).collect(),
            next_cursor: next.map(|below| below.to_string()),
            newest: NewestSeal::of(&chain),
        }
    }
}

impl AuditEntry {
    fn new(
        AuditView { event, seal, actor, on_behalf_of, subjects, subject_count }: AuditView,
        named: &AuditNames,
    ) -> Self {
        let (position, hash) = seal.unzip();
        let role = event.role.map(Role::from);
        let actor = event.actor.zip(actor).map(|(id, FullName { first, last })| AuditActor {
            id: id.uuid(),
            first_name: first,
            last_name: last,
            role,
        });
        let details = event.record.details.iter().map(|(name, fact)| (name.to_owned(), told(fact, named)));
        Self {
            seq: event.seq,
            position,
            at: event.at,
            action: AuditAction(event.record.kind.into_owned()),
            source: event.source.map(Into::into),
            actor,
            on_behalf_of: event.on_behalf_of.zip(on_behalf_of).map(ManagerRef::from),
            subjects: subjects.into_iter().map(PersonRef::from).collect(),
            subject_count,
            details: details.collect(),
            changes: event.record.changes.into_iter().map(|change| AuditChange::new(change, named)).collect(),
            ip: event.address,
            request_id: event.request_id,
            hash,
        }
    }
}

impl AuditChange {
    fn new(change: Change, named: &AuditNames) -> Self {
        let value = |fact: Option<Fact>| fact.map_or(Value::Null, |fact| told(&fact, named));
        match change {
            Change::Masked { field } => {
                Self { field: field.into_owned(), before: Value::Null, after: Value::Null, is_masked: true }
            }
            Change::Told { field, before, after } => {
                Self { field: field.into_owned(), before: value(before), after: value(after), is_masked: false }
            }
        }
    }
}

/// A value. People and leave types are told by their present names.
fn told(fact: &Fact, named: &AuditNames) -> Value {
    match fact {
        Fact::Text(text) => Value::String(text.clone()),
        // No event tells a secret.
        Fact::Secret(_) => Value::Null,
        // As people write it: `8`, not `8.0`.
        Fact::Number(number) => number.to_string().parse::<Number>().map_or(Value::Null, Value::Number),
        Fact::Bool(value) => Value::Bool(*value),
        Fact::Date(day) => Value::String(day.to_string()),
        Fact::Instant(at) => Value::String(at.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
        Fact::Id(id) => {
            let user = UserId::new(*id);
            let person = named.people.get(&user).cloned().map(|name| ManagerRef::from((user, name)));
            let person = person.and_then(|person| serde_json::to_value(person).ok());
            let leave_type = named.leave_types.get(&LeaveTypeId::new(*id));
            person.unwrap_or_else(|| Value::String(leave_type.cloned().unwrap_or_else(|| id.to_string())))
        }
        Fact::List(facts) => facts.iter().map(|fact| told(fact, named)).collect(),
    }
}

impl NewestSeal {
    fn of(chain: &AuditChain) -> Option<Self> {
        let rules::ChainPoint { position, hash } = chain.newest;
        Some(Self { position, hash: hash.to_string(), sealed_at: chain.sealed_at? })
    }
}

impl From<rules::ChainPoint> for ChainPoint {
    fn from(rules::ChainPoint { position, hash }: rules::ChainPoint) -> Self {
        Self { position, hash: hash.to_string() }
    }
}

impl Verification {
    pub fn new(verification: AuditVerification, chain: &AuditChain) -> Self {
        let AuditVerification { started_at, finished_at, total, checked, checkpoint, found, .. } = verification;
        let broken_at = |found: rules::Break| BrokenAt {
            position: found.position,
            seq: found.seq,
            at: found.at,
            action: found.kind,
        };
        Self {
            state: if finished_at.is_some() { VerificationState::Done } else { VerificationState::Running },
            started_at,
            finished_at,
            checked,
            total,
            is_intact: finished_at.map(|_| found.is_none()),
            broken_at: found.map(broken_at),
            checkpoint: checkpoint.into(),
            newest: NewestSeal::of(chain),
        }
    }
}
