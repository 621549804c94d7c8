//! The operations, one module an area. A handler reads, calls its use case, and shapes the answer.

pub mod accounts;
pub mod activity;
pub mod attendance;
pub mod auth;
pub mod dashboard;
pub mod holidays;
pub mod notices;
pub mod operations;
pub mod passwords;
pub mod people;
pub mod portal;
pub mod registration;
pub mod resubmissions;
pub mod socket;
pub mod team;
pub mod timesheets;
pub mod unlocks;

use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpResponse, Resource, Responder, Route};

use crate::error::Failure;

/// Every address of the portal that is not a file.
pub(crate) fn configure(app: &mut ServiceConfig) {
    at("/api/auth/login").post(auth::login).add(app);
    at("/api/auth/logout").post(auth::logout).add(app);
    at("/api/auth/change-first-login-password").put(auth::change_first_login_password).add(app);
    at("/api/auth/profile").get(auth::profile).put(auth::update_profile).add(app);
    at("/api/auth/register").post(registration::register).add(app);
    at("/api/auth/forgot-password").post(passwords::forgot_password).add(app);
    at("/api/auth/reset-password/{token}").post(passwords::reset_password).add(app);
    at("/api/users/change-password").patch(passwords::change_password).add(app);
    at("/api/portal").get(portal::portal).add(app);
    at("/api/session").get(portal::session).add(app);
    at("/api/users").get(people::users).add(app);
    at("/api/users/stats").get(people::user_stats).add(app);
    at("/api/users/assign-manager").post(accounts::assign_manager).add(app);
    at("/api/users/attendance-summary").get(attendance::summary).add(app);
    at("/api/users/attendance-summary/pdf").get(attendance::pdf).add(app);
    at("/api/users/{id}").get(people::user).put(accounts::update_user).add(app);
    at("/api/users/{id}/toggle-block").patch(accounts::toggle_block).add(app);
    at("/api/timesheets/my").get(timesheets::my).post(timesheets::submit).add(app);
    at("/api/timesheets/calendar").get(timesheets::calendar).add(app);
    at("/api/timesheets/all").get(timesheets::all).add(app);
    at("/api/timesheets/download").get(timesheets::download).add(app);
    at("/api/timesheets/team").get(team::team).add(app);
    at("/api/timesheets/bulk-approve").post(team::bulk_approve).add(app);
    at("/api/timesheets/bulk-reject").post(team::bulk_reject).add(app);
    at("/api/timesheets/notifications/resubmissions").get(resubmissions::resubmissions).add(app);
    at("/api/timesheets/notifications/viewed").post(resubmissions::viewed).add(app);
    at("/api/timesheets/approval-stats").get(activity::approval_stats).add(app);
    at("/api/timesheets/latest-users").get(activity::latest_users).add(app);
    at("/api/timesheets/frozen-users").get(activity::frozen_users).add(app);
    at("/api/notifications").get(notices::notifications).add(app);
    at("/api/notifications/viewed").post(notices::viewed).add(app);
    at("/api/holidays/upcoming").get(holidays::upcoming).add(app);
    at("/api/holidays").get(holidays::holidays).post(holidays::add).add(app);
    at("/api/holidays/{id}").put(holidays::update).delete(holidays::delete).add(app);
    at("/api/timesheet-unlock/my-requests").get(unlocks::my_requests).add(app);
    at("/api/timesheet-unlock/window").get(unlocks::window).add(app);
    at("/api/timesheet-unlock/direct-unlock").post(unlocks::direct_unlock).add(app);
    at("/api/dashboard").get(dashboard::dashboard).add(app);
    at("/api/settings/open-positions").put(dashboard::set_open_positions).add(app);
    at("/ws/session").get(socket::session_socket).add(app);
    at("/healthz").get(operations::healthz).add(app);
    at("/readyz").get(operations::readyz).add(app);
    at("/metrics").get(operations::metrics).add(app);
}

/// An address with its handlers. It remembers its methods, so that a request with another one learns which there are.
struct Endpoint {
    resource: Resource,
    methods: Vec<&'static str>,
}

fn at(address: &str) -> Endpoint {
    Endpoint { resource: web::resource(address), methods: Vec::new() }
}

impl Endpoint {
    fn get<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.route("GET", web::get().to(handler))
    }

    fn post<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.route("POST", web::post().to(handler))
    }

    fn put<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.route("PUT", web::put().to(handler))
    }

    fn patch<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.route("PATCH", web::patch().to(handler))
    }

    fn delete<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.route("DELETE", web::delete().to(handler))
    }

    fn route(mut self, method: &'static str, route: Route) -> Self {
        self.methods.push(method);
        self.resource = self.resource.route(route);
        self
    }

    fn add(self, app: &mut ServiceConfig) {
        let allow = self.methods.join(", ");
        let refuse = move || {
            let failure = Failure::method_not_allowed(allow.clone());
            async move { Err::<HttpResponse, _>(failure) }
        };
        app.service(self.resource.default_service(web::to(refuse)));
    }
}
