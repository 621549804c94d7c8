//! What the shell of the portal asks for.

use crate::dto::envelope::Answer;
use crate::dto::pattern::Pattern;
use crate::dto::people::SessionUser;
use crate::dto::sessions::{Badges, PortalData, SessionData, SignInProvider};
use crate::input::{Call, Open, ask};
use crate::openapi::{OpenRefusals, PlainRefusals};
use crate::permission::SignedIn;
use crate::reply::Outcome;
use application::accounts::is_registration_open;
use application::{Moment, portal};
use domain::access::accounts;
use domain::settings::Key;

/// What anybody may know of this portal.
#[utoipa::path(
    get, path = "/api/portal",
    responses((status = 200, description = "The portal", body = Answer<PortalData>), OpenRefusals),
    security(()),
)]
pub async fn portal(open: Open) -> Outcome<PortalData> {
    let ports = &open.portal.ports;
    let in_force = ports.policy.in_force();
    let Moment { today, rules, .. } = ports.moment();
    let Pattern { working_days, full_day_hours, half_day_hours } =
        Pattern::from(*rules.work_patterns.of_organisation().on(today));
    let has_providers = !ports.providers.is_empty();
    Ok(Answer::of(PortalData {
        organisation: in_force.settings.text(Key::OrganisationName).to_owned(),
        timezone: rules.zones.on(today).name(),
        self_registration: is_registration_open(ports),
        password_minimum: rules.password_minimum,
        working_days,
        full_day_hours,
        half_day_hours,
        providers: has_providers.then(|| ports.providers.all().map(SignInProvider::from).collect()),
        passwords: has_providers.then(|| ports.providers.passwords.into()),
    }))
}

/// Who is signed in, the organisation's day, and the badge.
#[utoipa::path(
    get, path = "/api/session",
    responses((status = 200, description = "The session", body = Answer<SessionData>), PlainRefusals),
)]
pub async fn session(call: Call<SignedIn>) -> Outcome<SessionData> {
    let who = call.caller().clone();
    let current = ask!(call.read(portal::current)).await?;
    Ok(Answer::of(SessionData {
        today: current.today,
        timezone: current.timezone,
        expires_at: who.expires_at,
        can: who.actor.capabilities().map(Into::into).collect(),
        manages: accounts::gives(who.actor.role).map(Into::into).collect(),
        user: SessionUser::of_caller(who),
        badges: Badges { notifications: current.notifications.into(), leave: current.leave.into() },
        substitute_for: current.substitute_for.into_iter().map(Into::into).collect(),
        currency: current.currency,
    }))
}
