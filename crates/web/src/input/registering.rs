//! A registration: the one call that a visitor makes as well as somebody who is signed in.

use std::time::Instant;

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use application::accounts::{Registrar, may_register};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;

use super::body::Input;
use super::call::{caller_of, portal_of};
use crate::edge::Arrival;
use crate::error::Failure;
use crate::portal::Portal;
use crate::runner::Deadline;

/// Who registers somebody, and what came in.
pub struct Registering<I> {
    pub portal: Data<Portal>,
    pub registrar: Registrar,
    pub deadline: Deadline,
    pub input: I,
}

impl<I: Input> Registering<I> {
    async fn receive(request: HttpRequest, payload: Payload) -> Result<Self, Failure> {
        let portal = portal_of(&request)?;
        let deadline = Deadline::password();
        // A header that is there and opens nothing is refused as everywhere: nobody becomes a visitor by mistake.
        let registrar = if request.headers().contains_key(AUTHORIZATION) {
            let caller = caller_of(&portal, &request, deadline).await?;
            caller.require_own_password()?;
            caller.require_second_factor()?;
            Registrar::Staff(Box::new(caller))
        } else {
            Registrar::Visitor(Arrival::of(&request).request())
        };
        let began = Instant::now();
        let raw = I::receive(&request, payload).await?;
        let deadline = deadline.moved_by(began.elapsed());
        may_register(&portal.ports, &registrar)?;
        let input = I::parse(raw, &request)?;
        Ok(Self { portal, registrar, deadline, input })
    }
}

impl<I: Input> FromRequest for Registering<I> {
    type Error = Failure;
    type Future = LocalBoxFuture<'static, Result<Self, Failure>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Self::receive(request.clone(), payload.take()).boxed_local()
    }
}
