//! Everybody, in memory: lists of people are pages of it.
//!
//! A database would skip all rows before a late page, count all rows for the total, and scan everybody's text for a part of a name.
//! Here a list costs one look-up, whether anybody has changed, see [`crate::kept`]. The people who have changed are read by the
//! numbers of their changes, see the migration `person_changes`.

use std::collections::HashSet;
use std::sync::Arc;

use application::ports::{AccountStatus, DirectoryEntry, HeadCount, PeopleFilter, PersonView, Result, StoreError};
use chrono::NaiveDate;
use constcat::concat;
use domain::access::Scope;
use domain::id::UserId;
use domain::person::{EmployeeId, Role, Standing};
use domain::substitution::Days;
use memchr::memmem;

use super::reads::{VIEW_COLUMNS, view};
use crate::database::Database;
use crate::fault::Failure;
use crate::row::{Columns, row};
use crate::{sql, substitutions};
use domain::text::folded;

pub(crate) const VERSION: &str = "SELECT value FROM counters WHERE name = 'people'";

/// Somebody on the roster, as read.
pub(crate) struct Member {
    listed: Listed,
    search_text: String,
    external_key: Option<String>,
    /// Whether there is a manager, who would lead them but for a block.
    has_manager: bool,
    manager_is_blocked: bool,
}

/// A person as lists show them. The rosters before and after a change of others share it.
pub(crate) struct Listed {
    view: PersonView,
    sort_name: String,
}

row! {
    LISTED_COLUMNS, listed("users") -> Listed {
        view: [VIEW_COLUMNS => view],
        sort_name: "u.sort_name",
    }
}

row! {
    MEMBER_COLUMNS, member("users") -> Member {
        listed: [LISTED_COLUMNS => listed],
        search_text: "u.search_text",
        external_key: "u.external_key",
        has_manager: "m.id IS NOT NULL AND m.role = 'Manager' AND m.is_active",
        manager_is_blocked: "coalesce(m.is_blocked, false)",
    }
}

/// A person who has changed, as read; `None` for a person who no longer exists.
type Change = (UserId, Option<Member>);

const CHANGE_COLUMNS: &str = concat!("u.id IS NOT NULL, ", MEMBER_COLUMNS);

fn change(columns: &mut Columns<'_>) -> Result<Change, Failure> {
    let id = UserId::new(columns.take()?);
    Ok((id, if columns.take()? { Some(member(columns)?) } else { None }))
}

const EVERYBODY: &str =
    concat!("SELECT u.id, ", CHANGE_COLUMNS, " FROM users u LEFT JOIN users m ON m.id = u.manager_id");

/// The people who have changed since the number `$1`, and those whose manager has.
pub(crate) const CHANGED: &str = concat!(
    "SELECT c.id, ",
    CHANGE_COLUMNS,
    " FROM (SELECT n.user_id AS id FROM person_changes n WHERE n.number > $1 \
        UNION SELECT t.id FROM person_changes n JOIN users t ON t.manager_id = n.user_id WHERE n.number > $1) c \
      LEFT JOIN users u ON u.id = c.id LEFT JOIN users m ON m.id = u.manager_id"
);

fn stand_in(columns: &mut Columns<'_>) -> Result<(UserId, Days), Failure> {
    let place = columns.place("substitutions");
    Ok((columns.column(&place, "manager_id")?, substitutions::days(columns)?))
}

/// The substitutions on days that are not over, of substitutes who can act. They are few, and read with each change.
const STAND_INS: &str = "\
    SELECT x.manager_id, x.first_day, x.last_day FROM substitutions x JOIN users d ON d.id = x.substitute_id \
    WHERE x.ended_at IS NULL AND d.is_active AND NOT d.is_blocked";

/// Whether somebody acts as the manager of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Led {
    /// Somebody does, or nobody has to, because the person is no Employee.
    Always,
    /// The substitute of this manager, who is blocked.
    ByAStandIn(UserId),
    Never,
}

/// What lists filter by, for a walk past everybody that touches little memory.
#[derive(Debug, Clone, Copy)]
struct Facets {
    standing: Standing,
    led: Led,
}

/// Everybody at one moment.
#[derive(Default)]
pub(crate) struct Roster {
    /// In the order of lists.
    people: Vec<Arc<Listed>>,
    facets: Vec<Facets>,
    /// The texts that searches look into, one after the other, and where each ends. A line end keeps them apart, and no search has one.
    texts: String,
    ends: Vec<TextEnd>,
    pub(super) head_count: HeadCount,
    stand_ins: Vec<(UserId, Days)>,
}

/// Where somebody's text ends: what everybody finds them by, and the external ID behind it.
#[derive(Debug, Clone, Copy)]
struct TextEnd {
    open: usize,
    all: usize,
}

/// Somebody on a roster.
struct Line<'a> {
    person: Arc<Listed>,
    facets: Facets,
    /// What everybody finds them by, and the external ID.
    texts: (&'a str, &'a str),
}

impl Listed {
    /// The key by which people are sorted.
    fn order(&self) -> (&str, EmployeeId) {
        (&self.sort_name, self.view.person.employee_id)
    }

    fn standing(&self) -> Standing {
        let PersonView { role, is_active, is_blocked, .. } = self.view;
        Standing { role, is_active, is_blocked }
    }
}

impl Member {
    fn facets(&self) -> Facets {
        let led = match &self.listed.view.manager {
            _ if self.listed.view.role != Role::Employee => Led::Always,
            Some((manager, _)) if self.has_manager && self.manager_is_blocked => Led::ByAStandIn(*manager),
            Some(_) if self.has_manager => Led::Always,
            _ => Led::Never,
        };
        Facets { standing: self.listed.standing(), led }
    }
}

impl Roster {
    /// The roster with these changes, in any order, and with these stand-ins.
    fn with(&self, changes: Vec<Change>, stand_ins: Vec<(UserId, Days)>) -> Self {
        let count = self.people.len() + changes.len();
        let mut next = Self {
            people: Vec::with_capacity(count),
            facets: Vec::with_capacity(count),
            texts: String::with_capacity(self.texts.len()),
            ends: Vec::with_capacity(count),
            head_count: HeadCount::default(),
            stand_ins,
        };
        let replaced: HashSet<UserId> = changes.iter().map(|(id, _)| *id).collect();
        let mut members: Vec<Member> = changes.into_iter().filter_map(|(_, member)| member).collect();
        members.sort_unstable_by(|one, other| one.listed.order().cmp(&other.listed.order()));
        let unchanged = |line: &Line<'_>| !replaced.contains(&line.person.view.person.id);
        let mut others = self.lines().filter(unchanged).peekable();
        for member in members {
            while let Some(before) = others.next_if(|line| line.person.order() < member.listed.order()) {
                next.push(before);
            }
            let facets = member.facets();
            let texts = (member.search_text.as_str(), member.external_key.as_deref().unwrap_or_default());
            next.push(Line { person: Arc::new(member.listed), facets, texts });
        }
        others.for_each(|line| next.push(line));
        next
    }

    fn push(&mut self, Line { person, facets, texts: (open, external_key) }: Line<'_>) {
        self.head_count = self.head_count.and(facets.standing);
        self.people.push(person);
        self.facets.push(facets);
        self.texts.push_str(open);
        self.texts.push('\n');
        let open = self.texts.len();
        self.texts.push_str(external_key);
        self.texts.push('\n');
        self.ends.push(TextEnd { open, all: self.texts.len() });
    }

    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|end| end.all));
        let text = |from: usize, to: usize| self.texts.get(from..to - 1).unwrap_or_default();
        let texts = starts.zip(&self.ends).map(move |(start, end)| (text(start, end.open), text(end.open, end.all)));
        let known = self.people.iter().zip(&self.facets).zip(texts);
        known.map(|((person, facets), texts)| Line { person: Arc::clone(person), facets: *facets, texts })
    }

    pub(super) fn ids(&self) -> Vec<UserId> {
        self.people.iter().map(|person| person.view.person.id).collect()
    }

    /// The places of those whom a search finds, of everybody where nothing is looked for; in order, each once. `by_external_id`:
    /// whether it looks at external IDs too.
    fn found<'a>(&'a self, search: Option<&str>, by_external_id: bool) -> Box<dyn Iterator<Item = usize> + 'a> {
        let Some(search) = search else { return Box::new(0..self.people.len()) };
        let finder = memmem::Finder::new(folded(search).as_bytes()).into_owned();
        let mut ends = self.ends.iter().copied().enumerate();
        let mut from = 0;
        Box::new(std::iter::from_fn(move || {
            loop {
                let at = from + finder.find(self.texts.as_bytes().get(from..)?)?;
                let (place, end) = ends.find(|(_, end)| end.all > at)?;
                from = end.all;
                if by_external_id || at < end.open {
                    return Some(place);
                }
            }
        }))
    }

    /// A page (from 1) of those whom a search finds and the condition lets through, and how many these are.
    fn page<T>(
        &self,
        (search, by_external_id): (Option<&str>, bool),
        (page, limit): (u32, u32),
        fits: impl Fn(&Facets, &PersonView) -> bool,
        shown: impl Fn(&PersonView) -> T,
    ) -> (Vec<T>, u32) {
        let first = u64::from(page.saturating_sub(1)) * u64::from(limit);
        let (mut people, mut total) = (Vec::new(), 0_u32);
        for place in self.found(search, by_external_id) {
            let (Some(facets), Some(person)) = (self.facets.get(place), self.people.get(place)) else { continue };
            let person = &person.view;
            if !fits(facets, person) {
                continue;
            }
            if (first..first + u64::from(limit)).contains(&u64::from(total)) {
                people.push(shown(person));
            }
            total += 1;
        }
        (people, total)
    }

    pub(super) fn list(&self, filter: &PeopleFilter, page: (u32, u32)) -> (Vec<PersonView>, u32) {
        let stands_in = |manager: UserId, today: NaiveDate| {
            self.stand_ins.iter().any(|(other, days)| *other == manager && days.contain(today))
        };
        let is_unled = |led: Led, today: NaiveDate| match led {
            Led::Always => false,
            Led::ByAStandIn(manager) => !stands_in(manager, today),
            Led::Never => true,
        };
        let fits = |facets: &Facets, person: &PersonView| {
            let standing = facets.standing;
            filter.roles.contains(&standing.role)
                && filter.without_manager.is_none_or(|today| is_unled(facets.led, today))
                && filter.status.is_none_or(|status| status == AccountStatus::of(standing))
                && match &filter.scope {
                    Scope::Own(user) => person.person.id == *user,
                    Scope::Team(leads) => leads.cover(person.manager.as_ref().map(|(manager, _)| *manager)),
                    Scope::Everyone => true,
                }
        };
        self.page((filter.search.as_deref(), filter.scope == Scope::Everyone), page, fits, PersonView::clone)
    }

    pub(super) fn directory(
        &self,
        roles: &[Role],
        search: Option<&str>,
        page: (u32, u32),
    ) -> (Vec<DirectoryEntry>, u32) {
        let fits =
            |Facets { standing, .. }: &Facets, _: &PersonView| standing.is_active && roles.contains(&standing.role);
        let shown = |person: &PersonView| DirectoryEntry {
            person: person.person.clone(),
            email: person.email.clone(),
            role: person.role,
            department: person.department.clone(),
            position: person.position.clone(),
        };
        self.page((search, false), page, fits, shown)
    }
}

impl Database {
    async fn people_version(&self) -> Result<i64> {
        let version = self.first(VERSION, vec![], |columns| Ok(columns.take()?)).await?;
        version.ok_or_else(|| StoreError::Corrupt { table: "counters", column: "value", id: "people".into() })
    }

    /// Everybody, up to date. One caller reads the changes for all who ask meanwhile.
    pub(super) async fn roster(&self) -> Result<Arc<Roster>, StoreError> {
        let kept = self.kept_people();
        if let Some(roster) = kept.at(self.people_version().await?) {
            return Ok(roster);
        }
        let _turn = kept.turn().await;
        let version = self.people_version().await?;
        let (before, statement, values) = match kept.newest() {
            Some((number, roster)) if number == version => return Ok(roster),
            Some((number, roster)) if number < version => (roster, CHANGED, vec![number.into()]),
            // A lower number than before belongs to another database, which has replaced this one.
            _ => (Arc::default(), EVERYBODY, vec![]),
        };
        let read = self.read(move |connection| async move {
            let changes = sql::rows(&*connection, statement, values, change).await?;
            Ok((changes, sql::rows(&*connection, STAND_INS, vec![], stand_in).await?))
        });
        let (changes, stand_ins) = read.await?;
        Ok(kept.keep(version, before.with(changes, stand_ins)))
    }
}
