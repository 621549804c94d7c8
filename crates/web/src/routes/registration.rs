//! Registering.

use std::sync::Arc;

use crate::dto::accounts::{RegisterData, RegisterRequest};
use crate::dto::envelope::Answer;
use crate::input::{Json, Registering, closing};
use crate::openapi::RegisterRefusals;
use crate::reply::{Created, Made};
use application::accounts::{Registrar, register as create};

const WELCOME: &str = "Registration successful! Please check your email for login credentials.";
const WITHOUT_PASSWORD: &str = "Registration successful! Please check your email for how to sign in.";

/// Creates an account with a generated password, which goes by mail as well, or without one where passwords are off. A visitor becomes an
/// Employee.
#[utoipa::path(
    post, path = "/api/auth/register",
    request_body = RegisterRequest,
    responses((status = 201, description = "The new account", body = Answer<RegisterData>), RegisterRefusals),
    security((), ("bearer" = [])),
)]
pub async fn register(call: Registering<Json<RegisterRequest>>) -> Made<RegisterData> {
    let Registering { portal, registrar, deadline, input: Json(typed) } = call;
    let ports = Arc::clone(&portal.ports);
    let is_attempt = matches!(registrar, Registrar::Visitor(_));
    let creating = move || {
        let (ports, registrar, typed) = (Arc::clone(&ports), registrar.clone(), typed.clone());
        async move { create(&ports, &registrar, typed.into()).await }
    };
    // A visitor's attempt counts once, and is about today, whose month nobody can close.
    let registered = if is_attempt {
        portal.runner.write(deadline, creating()).await?
    } else {
        portal.runner.write_again(deadline, closing(&portal), creating).await?
    };
    let welcome = if registered.password.is_some() { WELCOME } else { WITHOUT_PASSWORD };
    Ok(Created::new(Answer::saying(welcome, registered.into())))
}
