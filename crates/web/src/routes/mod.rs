//! The operations, one module for each area. A handler reads, calls its use case, and shapes the answer.

pub mod accounts;
pub mod activity;
pub mod attendance;
pub mod audit;
pub mod auth;
pub mod dashboard;
pub mod exports;
pub mod holidays;
pub mod identities;
pub mod imports;
pub mod invitations;
pub mod leave;
pub mod leave_calendar;
pub mod leave_ledger;
pub mod leave_types;
pub mod mail_choices;
pub mod months;
pub mod notices;
pub mod operations;
pub mod passwords;
pub mod payroll;
pub mod people;
pub mod portal;
pub mod registration;
pub mod reports;
pub mod resubmissions;
pub mod second_factors;
pub mod settings;
pub mod sign_in;
pub mod socket;
mod spreadsheets;
pub mod statements;
pub mod substitutions;
pub mod system_reports;
pub mod team;
pub mod timesheets;
pub mod unlocks;
pub mod work_patterns;

use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpResponse, Resource, Responder, Route};
use utoipa::OpenApi;

use crate::error::Failure;
use crate::input::Waits;
use crate::openapi::Conventions;
use crate::runner::Patience;

/// Names the operations of the API once, after the tags of their modules: the router serves them, and the document describes them,
/// each under the name of its handler.
macro_rules! operations {
    (
        $([$tag:literal = $description:literal: $($tagged:ident),+])+
        $($address:literal: $($method:ident $area:ident::$handler:ident),+;)+
    ) => {
        /// Under which name the document has the operations of a module.
        pub(crate) fn tag_of(area: &str) -> Option<&'static str> {
            $(if [$(stringify!($tagged)),+].contains(&area) { return Some($tag); })+
            None
        }

        fn documented() -> Vec<Endpoint> {
            vec![$(at($address)$(.$method($area::$handler))+),+]
        }

        /// The operations as the API document has them.
        #[derive(OpenApi)]
        #[openapi(
            paths($($($area::$handler),+),+),
            tags($((name = $tag, description = $description)),+),
            modifiers(&Conventions),
        )]
        pub(crate) struct Operations;
    };
}

operations! {
    ["auth" = "Accounts of one's own": auth, identities, passwords, registration, second_factors, sign_in]
    ["people" = "Other people's accounts": accounts, activity, attendance, invitations, people]
    ["portal" = "The shell of the portal": portal]
    ["dashboard" = "Figures": dashboard]
    ["timesheets" = "Days": timesheets]
    ["team" = "The team's days": resubmissions, substitutions, team]
    ["unlock" = "Locked days": unlocks]
    ["notifications" = "Notices": mail_choices, notices]
    ["holidays" = "Holidays": holidays]
    ["leave" = "Leave": leave, leave_calendar, leave_ledger, leave_types]
    ["months" = "Months and payroll": months, payroll, statements]
    ["imports" = "Moving in and out": exports, imports]
    ["reports" = "Reports": reports, system_reports]
    ["settings" = "What the organisation decides": settings, work_patterns]
    ["audit" = "The audit log": audit]
    ["socket" = "The socket": socket]

    "/api/auth/login": post auth::login;
    "/api/auth/second-factor": post auth::second_factor;
    "/api/auth/oidc/exchange": post sign_in::exchange_code;
    "/api/auth/oidc/{name}/start": get sign_in::start_sign_in;
    "/api/auth/oidc/{name}/callback": get sign_in::end_sign_in;
    "/api/auth/oidc/{name}/logout": post identities::log_out_there;
    "/api/auth/logout": post auth::logout;
    "/api/auth/change-first-login-password": put auth::change_first_login_password;
    "/api/auth/profile": get auth::profile, put auth::update_profile;
    "/api/auth/register": post registration::register;
    "/api/auth/forgot-password": post passwords::forgot_password;
    "/api/auth/reset-password/{token}": post passwords::reset_password;
    "/api/auth/credentials": get second_factors::credentials;
    "/api/auth/identities/{name}": delete identities::remove_identity;
    "/api/auth/identities/{name}/begin": post identities::begin_identity;
    "/api/auth/totp": delete second_factors::turn_off_totp;
    "/api/auth/totp/begin": post second_factors::begin_totp;
    "/api/auth/totp/confirm": post second_factors::confirm_totp;
    "/api/auth/recovery-codes": post second_factors::make_recovery_codes;
    "/api/users/change-password": patch passwords::change_password;
    "/api/portal": get portal::portal;
    "/api/session": get portal::session;
    "/api/users": get people::users;
    "/api/users/stats": get people::user_stats;
    "/api/users/assign-manager": post accounts::assign_manager;
    "/api/users/invite": get invitations::invitable, post invitations::invite_everybody;
    "/api/users/attendance-summary": get attendance::attendance_summary;
    "/api/users/attendance-summary/pdf": get attendance::attendance_summary_pdf;
    "/api/users/attendance-summary/csv": get attendance::attendance_csv;
    "/api/users/{id}": get people::user, put accounts::update_user;
    "/api/users/{id}/salary-history": get people::salary_history;
    "/api/users/{id}/toggle-block": patch accounts::toggle_block;
    "/api/users/{id}/reset-password": post accounts::reset_password_for;
    "/api/users/{id}/invite": post invitations::invite_user;
    "/api/users/{id}/identities": get second_factors::identities;
    "/api/users/{id}/identities/{name}": delete identities::remove_user_identity;
    "/api/users/{id}/second-factor": delete second_factors::reset_second_factor;
    "/api/users/{id}/break-glass": put second_factors::mark_break_glass;
    "/api/timesheets/my": get timesheets::my_timesheets, post timesheets::submit_timesheet;
    "/api/timesheets/calendar": get timesheets::calendar;
    "/api/timesheets/all": get timesheets::all_timesheets;
    "/api/timesheets/download": get timesheets::download_timesheet;
    "/api/timesheets/team": get team::team_timesheets;
    "/api/timesheets/bulk-approve": post team::bulk_approve;
    "/api/timesheets/bulk-reject": post team::bulk_reject;
    "/api/timesheets/notifications/resubmissions": get resubmissions::resubmissions;
    "/api/timesheets/notifications/viewed": post resubmissions::view_resubmissions;
    "/api/timesheets/approval-stats": get activity::approval_stats;
    "/api/timesheets/latest-users": get activity::latest_users;
    "/api/timesheets/frozen-users": get activity::frozen_users;
    "/api/timesheets/{id}/history": get timesheets::timesheet_history;
    "/api/notifications": get notices::notices;
    "/api/notifications/viewed": post notices::view_notices;
    "/api/notifications/preferences": get mail_choices::mail_choices, put mail_choices::choose_mails;
    "/api/holidays/upcoming": get holidays::upcoming_holidays;
    "/api/holidays": get holidays::holidays, post holidays::add_holiday;
    "/api/holidays/{id}": put holidays::update_holiday, delete holidays::delete_holiday;
    "/api/imports/countries": get imports::import_countries;
    "/api/imports/holidays/country": post imports::plan_country;
    "/api/imports/{id}": get imports::import_plan, post imports::plan_import;
    "/api/imports/{id}/rows": get imports::import_rows;
    "/api/imports/{id}/apply": post imports::apply_import;
    "/api/imports/{id}/refused": get imports::refused_rows;
    "/api/leave/types": get leave_types::leave_types, post leave_types::add_leave_type;
    "/api/leave/types/{id}": put leave_types::change_leave_type;
    "/api/leave/ledger": get leave_ledger::leave_ledger;
    "/api/leave/adjustments": post leave_ledger::adjust_leave;
    "/api/leave/balances/download": get leave_ledger::download_leave_balances;
    "/api/leave/my": get leave::my_leave;
    "/api/leave/preview": post leave::preview_leave;
    "/api/leave/requests": post leave::ask_for_leave;
    "/api/leave/requests/{id}/cancel": post leave::cancel_leave;
    "/api/leave/requests/{id}/keep": post leave::keep_leave;
    "/api/leave/team": get leave::team_leave;
    "/api/leave/bulk-approve": post leave::approve_leave;
    "/api/leave/bulk-reject": post leave::reject_leave;
    "/api/leave/calendar": get leave_calendar::leave_calendar;
    "/api/leave/feed": get leave_calendar::leave_feed, post leave_calendar::make_leave_feed,
        delete leave_calendar::end_leave_feed;
    "/api/leave/feed/{token}.ics": get leave_calendar::read_leave_feed;
    "/api/months": get months::months;
    "/api/months/check": post payroll::check_payroll;
    "/api/months/mine": get statements::statements;
    "/api/months/{month}": get months::month;
    "/api/months/{month}/readiness": get months::month_readiness;
    "/api/months/{month}/remind": post months::remind_about_month;
    "/api/months/{month}/accept": post months::accept_as_absent;
    "/api/months/{month}/close": post months::close_month;
    "/api/months/{month}/reopen": post months::reopen_month;
    "/api/months/{month}/payroll": get payroll::payroll;
    "/api/months/{month}/export": post payroll::export_payroll;
    "/api/months/{month}/differences": get payroll::payroll_differences;
    "/api/months/{month}/mine/pdf": get statements::receipt;
    "/api/timesheet-unlock/my-requests": get unlocks::my_unlock_requests;
    "/api/timesheet-unlock/request": post unlocks::ask_for_unlock;
    "/api/timesheet-unlock/requests": get unlocks::unlock_requests;
    "/api/timesheet-unlock/requests/{id}/approve": post unlocks::approve_unlock_request;
    "/api/timesheet-unlock/requests/{id}/decline": post unlocks::decline_unlock_request;
    "/api/timesheet-unlock/window": get unlocks::unlock_window;
    "/api/timesheet-unlock/direct-unlock": post unlocks::direct_unlock;
    "/api/reports/team": get reports::team_report;
    "/api/reports/team/csv": get reports::team_report_csv;
    "/api/reports/departments": get reports::departments;
    "/api/reports/departments/csv": get reports::departments_csv;
    "/api/reports/headcount": get reports::headcount;
    "/api/reports/headcount/csv": get reports::headcount_csv;
    "/api/reports/missing-days": get reports::missing_days;
    "/api/reports/missing-days/csv": get reports::missing_days_csv;
    "/api/dashboard": get dashboard::dashboard;
    "/api/settings/open-positions": put dashboard::set_open_positions;
    "/api/exports/people": get exports::export_people;
    "/api/exports/balances": get exports::export_balances;
    "/api/exports/holidays": get exports::export_holidays;
    "/api/settings": get settings::settings;
    "/api/settings/{key}": put settings::change_setting;
    "/api/work-patterns": get work_patterns::work_patterns, put work_patterns::change_work_pattern;
    "/api/substitutions": get substitutions::substitutions, post substitutions::name_substitute;
    "/api/substitutions/{id}": delete substitutions::end_substitution;
    "/api/reports/system/users": get system_reports::system_users;
    "/api/reports/system/users/csv": get system_reports::system_users_csv;
    "/api/reports/system/activity": get system_reports::system_activity;
    "/api/reports/system/activity/csv": get system_reports::system_activity_csv;
    "/api/reports/system/approvals": get system_reports::system_approvals;
    "/api/reports/system/approvals/csv": get system_reports::system_approvals_csv;
    "/api/reports/system/jobs": get system_reports::system_jobs;
    "/api/reports/system/health": get system_reports::system_health;
    "/api/reports/system/health/csv": get system_reports::system_health_csv;
    "/api/audit-logs": get audit::audit_logs;
    "/api/audit-logs/export": get audit::export_audit_logs;
    "/api/audit-logs/verify": get audit::audit_verification, post audit::verify_audit_log;
    "/ws/session": get socket::session_socket;
}

/// Every address of the portal that is not a file.
fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = documented();
    endpoints.extend([
        at("/healthz").get(operations::healthz),
        at("/readyz").get(operations::readyz),
        at("/metrics").get(operations::metrics),
    ]);
    endpoints
}

pub(crate) fn configure(app: &mut ServiceConfig) {
    for endpoint in endpoints() {
        endpoint.add(app);
    }
}

/// The routes on the address for monitoring.
pub(crate) fn watch(app: &mut ServiceConfig) {
    for endpoint in [
        at("/healthz").get(operations::healthz),
        at("/readyz").get(operations::readyz),
        at("/metrics").get(operations::all_metrics),
    ] {
        endpoint.add(app);
    }
}

/// Every method and address that the router serves, and how long a request with a permission waits there, for tests that compare them with
/// the document and with the proxies of the manual.
pub fn routes() -> impl Iterator<Item = (&'static str, &'static str, Option<Patience>)> {
    endpoints().into_iter().flat_map(|Endpoint { address, methods, .. }| {
        methods.into_iter().map(move |(method, patience)| (method, address, patience))
    })
}

/// An address with its handlers. It remembers its methods, so that a request with another one learns which there are.
struct Endpoint {
    address: &'static str,
    resource: Resource,
    methods: Vec<(&'static str, Option<Patience>)>,
}

fn at(address: &'static str) -> Endpoint {
    Endpoint { address, resource: web::resource(address), methods: Vec::new() }
}

/// Writes how an endpoint gets the handler of each method.
macro_rules! methods {
    ($($method:ident = $name:literal),+) => {$(
        fn $method<F, Args>(self, handler: F) -> Self
        where
            F: Handler<Args>,
            Args: FromRequest + Waits + 'static,
            F::Output: Responder + 'static,
        {
            self.route($name, Args::PATIENCE, web::$method().to(handler))
        }
    )+};
}

impl Endpoint {
    methods!(get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE");

    fn route(mut self, method: &'static str, patience: Option<Patience>, route: Route) -> Self {
        self.methods.push((method, patience));
        self.resource = self.resource.route(route);
        self
    }

    fn add(self, app: &mut ServiceConfig) {
        let methods: Vec<&str> = self.methods.iter().map(|(method, _)| *method).collect();
        let allow = methods.join(", ");
        let refuse = move || {
            let failure = Failure::method_not_allowed(allow.clone());
            async move { Err::<HttpResponse, _>(failure) }
        };
        app.service(self.resource.default_service(web::to(refuse)));
    }
}
