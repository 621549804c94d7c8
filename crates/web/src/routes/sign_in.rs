//! Signing in by a provider: the way there, the way back, and the exchange of what came back for a session.

use std::sync::Arc;

use actix_web::http::header::{LOCATION, ORIGIN, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse};
use application::Error;
use application::sign_in::{
    self, KeptFlow, Landing, ProviderAnswer, Purpose, SignInError, Started, begin, callback, flow_id, flow_of,
};
use domain::sign_in::SignInFailure;

use crate::dto::envelope::Answer;
use crate::dto::requests::ExchangeRequest;
use crate::dto::sessions::LoginData;
use crate::edge::{Arrival, log_cause};
use crate::error::Failure;
use crate::flow_cookies::FlowCookies;
use crate::input::query::Pairs;
use crate::input::{Json, Open, segment};
use crate::openapi::{LoginRefusals, WayRefusals};
use crate::portal::Portal;
use crate::reply::Outcome;
use crate::runner::{Deadline, Patience};

/// Where a sign-in goes on, and a link.
const LOGIN: &str = "/login";
const PROFILE: &str = "/profile";

/// Goes to the provider.
#[utoipa::path(
    get, path = "/api/auth/oidc/{name}/start",
    params(
        ("name" = String, Path, description = "The provider"),
        ("to" = Option<String>, Query, description = "The path of this portal to return to; anything else counts as left out"),
    ),
    responses((status = 303, description = "On to the provider, or back to the login page with a failure"), WayRefusals),
    security(()),
)]
pub async fn start_sign_in(request: HttpRequest, open: Open) -> Result<HttpResponse, Failure> {
    let Open { portal, arrival, .. } = open;
    let way = Way::of(&portal, &request, arrival);
    let pairs = Pairs::parse(request.query_string());
    let to = pairs.text("to").ok().flatten().map(str::to_owned);
    let (ports, name, kept) = (Arc::clone(&portal.ports), way.name.clone(), way.kept.clone());
    let asking = async move { Ok(begin(&ports, &name, to.as_deref(), Purpose::SignIn, &kept).await) };
    match portal.runner.read(Deadline::of(Patience::Provider), asking).await {
        Ok(Ok(started)) => leave(FlowCookies::of(&portal.operator.public_url), &started),
        Ok(Err(error)) => way.fail(error, LOGIN),
        Err(failure) => way.break_off(&failure, LOGIN),
    }
}

/// Comes back from the provider.
#[utoipa::path(
    get, path = "/api/auth/oidc/{name}/callback",
    params(
        ("name" = String, Path, description = "The provider"),
        ("state" = Option<String>, Query, description = "That of the flow"),
        ("code" = Option<String>, Query, description = "For the tokens of the provider"),
        ("error" = Option<String>, Query, description = "Why there is none"),
        ("iss" = Option<String>, Query, description = "The issuer (RFC 9207)"),
    ),
    responses((status = 303, description = "On to the login page or the profile, with a code or a failure"), WayRefusals),
    security(()),
)]
pub async fn end_sign_in(request: HttpRequest, open: Open) -> Result<HttpResponse, Failure> {
    let Open { portal, arrival, .. } = open;
    let mut way = Way::of(&portal, &request, arrival);
    let (state, answer) = answer_in(&request);
    way.used = state.as_deref().map(|state| flow_id(&portal.ports, state));
    let flow = match flow_of(&portal.ports, &way.name, state.as_deref(), &way.kept) {
        Ok(flow) => flow,
        Err(error) => return way.fail(error, LOGIN),
    };
    let page = if flow.purpose == Purpose::SignIn { LOGIN } else { PROFILE };
    let (ports, by) = (Arc::clone(&portal.ports), arrival.request());
    let asking = async move { Ok(callback(&ports, flow, answer, by).await) };
    match portal.runner.write(Deadline::of(Patience::Provider), asking).await {
        Ok(Ok(Landing::SignedIn { code, to })) => {
            let mut answer = way.go_on(&format!("{LOGIN}#{}", pairs(&[("code", &code.0), ("to", &to)])))?;
            let id = flow_id(&portal.ports, &code.0);
            let cookie = FlowCookies::of(&portal.operator.public_url).keep_code(&id)?;
            answer.headers_mut().append(SET_COOKIE, cookie);
            Ok(answer)
        }
        Ok(Ok(Landing::Linked)) => way.go_on(&format!("{PROFILE}#linked")),
        Ok(Err(error)) => way.fail(error, page),
        Err(failure) => way.break_off(&failure, page),
    }
}

/// Signs in with the code that the way back has brought. In place of a code, a failure that it brought is answered with its sentence.
#[utoipa::path(
    post, path = "/api/auth/oidc/exchange",
    request_body = ExchangeRequest,
    responses((status = 200, description = "Signed in", body = Answer<LoginData>), LoginRefusals),
    security(()),
)]
pub async fn exchange_code(request: HttpRequest, open: Open<Json<ExchangeRequest>>) -> Outcome<LoginData> {
    let Json(ExchangeRequest { code }) = open.input;
    let (ports, by) = (Arc::clone(&open.portal.ports), open.arrival.request());
    let cookies = FlowCookies::of(&open.portal.operator.public_url);
    // A page of this portal says where it comes from, as each page does that posts. Other programs keep no cookies.
    let is_page = request.headers().contains_key(ORIGIN);
    let is_its_browser = !is_page || cookies.have_code(&request, &flow_id(&ports, &code));
    let asking = async move { sign_in::exchange(&ports, &code, is_its_browser, by).await };
    let login = open.portal.runner.write(Deadline::usual(), asking).await?;
    Ok(Answer::of(login.into()))
}

/// The state, and everything else that the provider sent along.
fn answer_in(request: &HttpRequest) -> (Option<String>, ProviderAnswer) {
    let pairs = Pairs::parse(request.query_string());
    let mut is_ambiguous = false;
    let mut text = |name: &str| {
        let found = pairs.text(name);
        is_ambiguous |= found.is_err();
        found.ok().flatten().map(str::to_owned)
    };
    let (state, code, error, issuer) = (text("state"), text("code"), text("error"), text("iss"));
    (state, ProviderAnswer { code, error, issuer, is_ambiguous })
}

/// Where to go to a provider, with the cookies of the flow.
fn leave(cookies: FlowCookies, started: &Started) -> Result<HttpResponse, Failure> {
    let mut answer = redirect(&address_of(&started.endpoint, &started.query));
    for cookie in cookies.of_start(started)? {
        answer.append_header((SET_COOKIE, cookie));
    }
    Ok(answer.finish())
}

/// The whole address of a provider to go to.
pub(super) fn address_of(endpoint: &str, query: &[(&'static str, String)]) -> String {
    let query: Vec<(&str, &str)> = query.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let joint = if endpoint.contains('?') { '&' } else { '?' };
    format!("{endpoint}{joint}{}", pairs(&query))
}

fn pairs(pairs: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

fn redirect(to: &str) -> actix_web::HttpResponseBuilder {
    let mut answer = HttpResponse::SeeOther();
    answer.insert_header((LOCATION, to));
    answer
}

/// A request on the way to a provider or back.
struct Way<'a> {
    portal: &'a Portal,
    arrival: Arrival,
    name: String,
    kept: Vec<KeptFlow>,
    /// The flow that is over with this answer.
    used: Option<String>,
}

impl<'a> Way<'a> {
    fn of(portal: &'a Portal, request: &HttpRequest, arrival: Arrival) -> Self {
        let kept = FlowCookies::of(&portal.operator.public_url).kept(request);
        Self { portal, arrival, name: segment(request, "name").to_owned(), kept, used: None }
    }

    fn go_on(&self, to: &str) -> Result<HttpResponse, Failure> {
        let mut answer = redirect(to);
        let used = self.kept.iter().find(|kept| Some(&kept.id) == self.used.as_ref());
        if let Some(used) = used {
            answer.append_header((SET_COOKIE, FlowCookies::of(&self.portal.operator.public_url).forget(&used.id)?));
        }
        Ok(answer.finish())
    }

    /// Has the page say why it failed. Only where there is no such provider is there no page to go to.
    fn fail(&self, error: Error, page: &str) -> Result<HttpResponse, Failure> {
        match error {
            Error::NotFound(_) => Err(error.into()),
            Error::SignIn(failed) => {
                log_cause(&Failure::from(Error::SignIn(failed.clone())), self.arrival);
                self.show(&failed, page)
            }
            other => self.break_off(&other.into(), page),
        }
    }

    /// The same where the portal itself failed: a person who comes from a provider can do nothing with an answer for programs.
    fn break_off(&self, failure: &Failure, page: &str) -> Result<HttpResponse, Failure> {
        log_cause(failure, self.arrival);
        let label = self.portal.ports.providers.named(&self.name)?.provider().label.clone();
        let failed = SignInError { failure: SignInFailure::Failed, label, user: None, reason: None };
        self.show(&failed, page)
    }

    fn show(&self, failed: &SignInError, page: &str) -> Result<HttpResponse, Failure> {
        let sealed = failed.seal(&self.portal.ports)?;
        self.go_on(&format!("{page}#{}", pairs(&[("failure", &sealed)])))
    }
}
