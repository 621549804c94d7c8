//! Lists of people: accounts for those who look after them, and the directory for everyone.

use application::people::{Directory, ListQuery, People};
use application::ports::{AccountStatus, DirectoryEntry, HeadCount, PersonView};
use application::sessions::{Profile, ProviderWords};
use domain::person::{EMAIL_MAX, EmployeeId, Role as DomainRole};
use serde::Serialize;
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::envelope::Pagination;
use super::names::wire_names;
use super::people::{Role, User};
use super::requests::PageQuery;
use crate::input::Refused;
use crate::input::query::{Pairs, Query};
use crate::input::wire::display;

/// Which page of which people.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct UsersQuery {
    /// Only people with this role; several stand with commas between them, `Employee,Manager`.
    #[param(value_type = Option<String>)]
    pub role: Vec<DomainRole>,
    /// From 1, which is also where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 2_147_483_647)]
    pub page: u32,
    /// Rows on a page; 20 where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub limit: u32,
    /// True: the directory, with active accounts alone and nothing private, for every role.
    #[param(value_type = Option<bool>)]
    pub view_all: bool,
    /// A part of the name, the employee ID, the department or the e-mail address, in any case.
    #[param(max_length = 254)]
    pub search: Option<String>,
    /// `none`: only Employees without a manager that can act. Not in the directory.
    #[param(inline)]
    pub manager: Option<ManagerWanted>,
    /// Only accounts that stand like this. Not in the directory.
    #[param(inline)]
    pub status: Option<Standing>,
}

/// Which manager the people of a list have.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum ManagerWanted {
    /// None that can act.
    None,
}

wire_names! {
    /// How an account stands.
    pub struct Standing(AccountStatus);
}

impl Query for UsersQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let PageQuery { page, limit } = PageQuery::read(pairs)?;
        let standings = AccountStatus::ALL.map(|status| (status.name(), status.into()));
        Ok(Self {
            role: pairs.roles("role")?,
            page,
            limit,
            view_all: pairs.flag("viewAll")?.unwrap_or(false),
            search: pairs.search("search", EMAIL_MAX)?,
            manager: pairs.one_of("manager", &[("none", ManagerWanted::None)])?,
            status: pairs.one_of("status", &standings)?,
        })
    }
}

impl From<UsersQuery> for ListQuery {
    fn from(query: UsersQuery) -> Self {
        Self {
            roles: query.role,
            search: query.search,
            without_manager: query.manager.is_some(),
            status: query.status.map(|status| status.0),
            page: query.page,
            limit: query.limit,
        }
    }
}

/// A colleague, as everyone may see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectoryUser {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    #[schema(required = true)]
    pub department: Option<String>,
    #[schema(required = true)]
    pub position: Option<String>,
    /// Always true: the directory leaves out people who have left.
    pub is_active: bool,
}

impl From<DirectoryEntry> for DirectoryUser {
    fn from(entry: DirectoryEntry) -> Self {
        Self {
            id: entry.person.id.uuid(),
            employee_id: entry.person.employee_id,
            first_name: entry.person.name.first,
            last_name: entry.person.name.last,
            email: entry.email,
            role: entry.role.into(),
            department: entry.department,
            position: entry.position,
            is_active: true,
        }
    }
}

/// How many people the whole directory holds, whatever was searched for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectoryTotals {
    pub total: u32,
    /// HR and administrators.
    pub management: u32,
    /// Employees and Managers.
    pub team_members: u32,
    pub hr: u32,
    pub administrators: u32,
    /// Those with the role Boss; there only while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u32>, required = false, minimum = 1)]
    pub boss: Option<u32>,
    /// Employees who are not blocked.
    pub active_today: u32,
}

impl From<HeadCount> for DirectoryTotals {
    fn from(count: HeadCount) -> Self {
        let (hr, administrators) = (count.hr.active, count.admins.active);
        let (management, team_members) = (hr + administrators, count.employees.active + count.managers.active);
        let (bosses, active_today) = (count.bosses.active, count.employees.acting);
        let total = management + team_members + bosses;
        Self { total, management, team_members, hr, administrators, boss: (bosses > 0).then_some(bosses), active_today }
    }
}

/// Somebody in a list.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ListedUser {
    /// With the account.
    Account(Box<User>),
    /// As the directory shows people.
    Colleague(DirectoryUser),
}

/// A page of people, by first name.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserList {
    /// `DirectoryUser` where the directory was asked for.
    #[schema(schema_with = listed_users, required = true)]
    pub users: Vec<ListedUser>,
    pub pagination: Pagination,
    /// Where the directory was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = DirectoryTotals, required = false)]
    pub totals: Option<DirectoryTotals>,
}

/// What an account shows is more than the directory shows, so both forms fit a colleague.
fn listed_users() -> RefOr<Schema> {
    let either = AnyOfBuilder::new().item(Ref::from_schema_name("User")).item(Ref::from_schema_name("DirectoryUser"));
    ArrayBuilder::new().items(either).into()
}

impl UserList {
    pub fn of_accounts(found: People, page: u32, limit: u32) -> Self {
        let (salaries, sees_external_id) = (found.salaries, found.sees_external_ids);
        let account = |person: PersonView| {
            let salary = salaries.as_ref().map(|salaries| salaries.get(&person.person.id).copied());
            let account = Profile {
                person,
                sees_external_id,
                sees_phone_number: true,
                salary,
                work_pattern: None,
                providers: ProviderWords::default(),
                can_be_invited: false,
            };
            ListedUser::Account(Box::new(User::from(account)))
        };
        Self {
            pagination: Pagination::new(page, limit, found.total),
            users: found.people.into_iter().map(account).collect(),
            totals: None,
        }
    }

    pub fn of_directory(found: Directory, page: u32, limit: u32) -> Self {
        Self {
            pagination: Pagination::new(page, limit, found.total),
            users: found.people.into_iter().map(|entry| ListedUser::Colleague(entry.into())).collect(),
            totals: Some(found.head_count.into()),
        }
    }
}

/// How many accounts there are, by role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RoleBreakdown {
    pub employee: u32,
    pub manager: u32,
    #[serde(rename = "HR")]
    pub hr: u32,
    pub admin: u32,
    /// There only while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u32>, required = false, minimum = 1)]
    pub boss: Option<u32>,
}

/// How many accounts there are.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserStats {
    pub total_users: u32,
    pub role_breakdown: RoleBreakdown,
}

/// The same under the name `stats`.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserStatsData {
    pub stats: UserStats,
}

impl From<HeadCount> for UserStatsData {
    fn from(count: HeadCount) -> Self {
        let [employee, manager, hr, admin, bosses] = DomainRole::ALL.map(|role| count.of(role).all);
        let total_users = employee + manager + hr + admin + bosses;
        let boss = (bosses > 0).then_some(bosses);
        Self { stats: UserStats { total_users, role_breakdown: RoleBreakdown { employee, manager, hr, admin, boss } } }
    }
}
