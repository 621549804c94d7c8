//! Everybody, in memory: lists of people are pages of it.
//!
//! In a database a page far back costs a walk past all before it, the number of those found a walk past all of them, and a search for
//! a part of a name a look at everybody's. Here a list costs one look-up, whether anybody has changed, see [`crate::kept`].

use std::sync::Arc;

use application::ports::{AccountStatus, DirectoryEntry, HeadCount, PeopleFilter, PersonView, Result, StoreError};
use chrono::NaiveDate;
use constcat::concat;
use domain::access::Scope;
use domain::id::UserId;
use domain::person::{Role, Standing};
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
    view: PersonView,
    search_text: String,
    /// Whether there is a manager, who would lead them but for a block.
    has_manager: bool,
    manager_is_blocked: bool,
}

row! {
    MEMBER_COLUMNS, member("users") -> Member {
        view: [VIEW_COLUMNS => view],
        search_text: "u.search_text",
        has_manager: "m.id IS NOT NULL AND m.role = 'Manager' AND m.is_active",
        manager_is_blocked: "coalesce(m.is_blocked, false)",
    }
}

/// In the order of lists.
const EVERYBODY: &str = concat!(
    "SELECT ",
    MEMBER_COLUMNS,
    " FROM users u LEFT JOIN users m ON m.id = u.manager_id ORDER BY u.sort_name, u.employee_number"
);

fn stand_in(columns: &mut Columns<'_>) -> Result<(UserId, Days), Failure> {
    let place = columns.place("substitutions");
    Ok((columns.column(&place, "manager_id")?, substitutions::days(columns)?))
}

/// Who stands in for whom on days that are not over, where they can act. Read with everybody, and few.
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
struct Facets {
    standing: Standing,
    led: Led,
}

/// Everybody at one moment.
pub(crate) struct Roster {
    people: Vec<PersonView>,
    facets: Vec<Facets>,
    /// The texts that searches look into, one after the other, and where each ends. A line end keeps them apart, and no search has one.
    texts: String,
    ends: Vec<usize>,
    pub(super) head_count: HeadCount,
    stand_ins: Vec<(UserId, Days)>,
}

impl Roster {
    fn new(members: Vec<Member>, stand_ins: Vec<(UserId, Days)>) -> Self {
        let mut roster = Self {
            people: Vec::with_capacity(members.len()),
            facets: Vec::with_capacity(members.len()),
            texts: String::new(),
            ends: Vec::with_capacity(members.len()),
            head_count: HeadCount::default(),
            stand_ins,
        };
        for Member { view, search_text, has_manager, manager_is_blocked } in members {
            let standing = Standing { role: view.role, is_active: view.is_active, is_blocked: view.is_blocked };
            roster.head_count = roster.head_count.and(standing);
            let led = match &view.manager {
                _ if view.role != Role::Employee => Led::Always,
                Some((manager, _)) if has_manager && manager_is_blocked => Led::ByAStandIn(*manager),
                Some(_) if has_manager => Led::Always,
                _ => Led::Never,
            };
            roster.facets.push(Facets { standing, led });
            roster.people.push(view);
            roster.texts.push_str(&search_text);
            roster.texts.push('\n');
            roster.ends.push(roster.texts.len());
        }
        roster
    }

    /// The places of those whom a search finds, of everybody where nothing is looked for; in order, each once.
    fn found<'a>(&'a self, search: Option<&str>) -> Box<dyn Iterator<Item = usize> + 'a> {
        let Some(search) = search else { return Box::new(0..self.people.len()) };
        let finder = memmem::Finder::new(folded(search).as_bytes()).into_owned();
        let mut ends = self.ends.iter().copied().enumerate();
        let mut from = 0;
        Box::new(std::iter::from_fn(move || {
            let at = from + finder.find(self.texts.as_bytes().get(from..)?)?;
            let (place, end) = ends.find(|(_, end)| *end > at)?;
            from = end;
            Some(place)
        }))
    }

    /// A page (from 1) of those whom a search finds and the condition lets through, and how many these are.
    fn page<T>(
        &self,
        search: Option<&str>,
        (page, limit): (u32, u32),
        fits: impl Fn(&Facets, &PersonView) -> bool,
        shown: impl Fn(&PersonView) -> T,
    ) -> (Vec<T>, u32) {
        let first = u64::from(page.saturating_sub(1)) * u64::from(limit);
        let (mut people, mut total) = (Vec::new(), 0_u32);
        for place in self.found(search) {
            let (Some(facets), Some(person)) = (self.facets.get(place), self.people.get(place)) else { continue };
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
        self.page(filter.search.as_deref(), page, fits, PersonView::clone)
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
        self.page(search, page, fits, shown)
    }
}

impl Database {
    async fn people_version(&self) -> Result<i64> {
        let version = self.first(VERSION, vec![], |columns| Ok(columns.take()?)).await?;
        version.ok_or_else(|| StoreError::Corrupt { table: "counters", column: "value", id: "people".into() })
    }

    /// Everybody as of now. One reads them, for all who ask meanwhile.
    pub(super) async fn roster(&self) -> Result<Arc<Roster>, StoreError> {
        let kept = self.kept_people();
        if let Some(roster) = kept.at(self.people_version().await?) {
            return Ok(roster);
        }
        let _turn = kept.turn().await;
        let version = self.people_version().await?;
        if let Some(roster) = kept.at(version) {
            return Ok(roster);
        }
        let read = self.read(|connection| async move {
            let members = sql::rows(&*connection, EVERYBODY, vec![], member).await?;
            Ok((members, sql::rows(&*connection, STAND_INS, vec![], stand_in).await?))
        });
        let (members, stand_ins) = read.await?;
        Ok(kept.keep(version, Roster::new(members, stand_ins)))
    }
}
