//! One extractor for each handler: the caller, what they may do, and what they sent.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use application::months::is_closing;
use application::sessions::{Caller, authenticate};
use application::{Error, Ports};
use chrono::NaiveDate;
use domain::time::Month;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, LocalBoxFuture};

use super::body::{self, Input};
use super::query::{Pairs, Query};
use super::registering::Registering;
use crate::edge::{Arrival, CalledBy};
use crate::error::{Code, Failure};
use crate::permission::Permission;
use crate::portal::Portal;
use crate::runner::{Deadline, Patience};

/// The query.
#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: Query + 'static> Input for Params<T> {
    type Raw = ();

    async fn receive(request: &HttpRequest, payload: Payload) -> Result<(), Failure> {
        body::ignore(request, payload).await
    }

    fn parse((): (), request: &HttpRequest) -> Result<Self, Failure> {
        Ok(Self(T::read(&Pairs::parse(request.query_string()))?))
    }
}

/// A call by somebody who is signed in and whose role has the permission `P`.
pub struct Call<P, I = ()> {
    portal: Data<Portal>,
    /// The portal's ports, or for a report those that read from a standby.
    ports: Arc<Ports>,
    caller: Caller,
    deadline: Deadline,
    input: I,
    permission: PhantomData<P>,
}

impl<P: Permission, I: Input> Call<P, I> {
    /// What came in, and the call without it.
    pub fn input(self) -> (I, Call<P>) {
        let rest = Call {
            portal: self.portal,
            ports: self.ports,
            caller: self.caller,
            deadline: self.deadline,
            input: (),
            permission: PhantomData,
        };
        (self.input, rest)
    }

    async fn receive(request: HttpRequest, payload: Payload) -> Result<Self, Failure> {
        let portal = portal_of(&request)?;
        let deadline = Deadline::of(P::PATIENCE);
        let caller = caller_of(&portal, &request, deadline).await?;
        if !P::BEFORE_FIRST_PASSWORD {
            caller.require_own_password()?;
        }
        if !P::BEFORE_SECOND_FACTOR {
            caller.require_second_factor()?;
        }
        let allowed = P::asked_by(&request).map_or(Ok(()), |capability| caller.actor.require(capability));
        if let Err(forbidden) = allowed
            && I::IS_LARGE
            && body::may_be_long(&request)
        {
            body::skip(payload).await;
            return Err(Error::from(forbidden).into());
        }
        let began = Instant::now();
        let raw = I::receive(&request, payload).await?;
        let deadline = deadline.moved_by(began.elapsed());
        allowed.map_err(Error::from)?;
        let input = I::parse(raw, &request)?;
        let ports =
            if P::IS_REPORT { portal.ports_of_report(&request, deadline).await } else { Arc::clone(&portal.ports) };
        Ok(Self { portal, ports, caller, deadline, input, permission: PhantomData })
    }
}

impl<P: Permission> Call<P> {
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn today(&self) -> NaiveDate {
        self.portal.ports.moment().today
    }

    /// Asks a use case that reads.
    pub async fn read<T, F>(self, ask: impl FnOnce(Arc<Ports>, Caller) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        let work = ask(self.ports, self.caller);
        self.portal.runner.read(self.deadline, work).await
    }

    /// Asks a use case that writes in one unit of work, and once more where another writer got in its way.
    pub async fn write<T, F>(
        self,
        ask: impl FnOnce(Arc<Ports>, Caller) -> F + Clone + Send + 'static,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        let (ports, caller) = (self.ports, self.caller);
        let work = move || ask.clone()(Arc::clone(&ports), caller.clone());
        self.portal.runner.write_again(self.deadline, closing(&self.portal), work).await
    }

    /// Asks a use case that writes and is not to be run again: it counts attempts, each of which counts once, or is more than one
    /// unit of work.
    pub async fn attempt<T, F>(self, ask: impl FnOnce(Arc<Ports>, Caller) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        let work = ask(self.ports, self.caller);
        self.portal.runner.write(self.deadline, work).await
    }

    /// The same of a use case that may take longer than the request waits: then `meanwhile` answers, and it goes on.
    pub async fn attempt_or<T, F, M>(
        self,
        ask: impl FnOnce(Arc<Ports>, Caller) -> F,
        meanwhile: impl FnOnce(Arc<Ports>, Caller) -> M,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        M: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        let work = ask(Arc::clone(&self.ports), self.caller.clone());
        match self.portal.runner.write_or_leave(self.deadline, work).await? {
            Some(done) => Ok(done),
            None => self.portal.runner.read(Deadline::usual(), meanwhile(self.ports, self.caller)).await,
        }
    }
}

/// Asks a use case in one of these ways, as its caller: `ask!(call.read(timesheets::mine, period, user)).await?`.
macro_rules! ask {
    ($call:ident.$way:ident($use_case:path $(, $argument:expr)*)) => {
        $call.$way(move |ports, caller| async move { $use_case(&ports, &caller $(, $argument)*).await })
    };
}
pub(crate) use ask;

impl<P: Permission, I: Input> FromRequest for Call<P, I> {
    type Error = Failure;
    type Future = LocalBoxFuture<'static, Result<Self, Failure>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Self::receive(request.clone(), payload.take()).boxed_local()
    }
}

/// What a handler takes from its request, as far as it says how long the request waits. A call without a permission decides for itself.
pub(crate) trait Waits {
    const PATIENCE: Option<Patience> = None;
}

impl<P: Permission, I> Waits for Call<P, I> {
    const PATIENCE: Option<Patience> = Some(P::PATIENCE);
}

impl<I> Waits for Open<I> {}
impl<I> Waits for Registering<I> {}
impl<T: ?Sized> Waits for Data<T> {}
impl Waits for () {}

impl<A: Waits> Waits for (A,) {
    const PATIENCE: Option<Patience> = A::PATIENCE;
}

// The call is the last argument.
impl<A, B: Waits> Waits for (A, B) {
    const PATIENCE: Option<Patience> = B::PATIENCE;
}

impl<A, B, C: Waits> Waits for (A, B, C) {
    const PATIENCE: Option<Patience> = C::PATIENCE;
}

/// A call that anyone may make.
pub struct Open<I = ()> {
    pub portal: Data<Portal>,
    /// When and from where the call came.
    pub arrival: Arrival,
    pub input: I,
}

impl<I: Input> FromRequest for Open<I> {
    type Error = Failure;
    type Future = LocalBoxFuture<'static, Result<Self, Failure>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        async move {
            let raw = I::receive(&request, payload).await?;
            Ok(Self { portal: portal_of(&request)?, arrival: Arrival::of(&request), input: I::parse(raw, &request)? })
        }
        .boxed_local()
    }
}

/// Says whether a month is being closed.
pub(crate) fn closing(
    portal: &Portal,
) -> impl Fn(Month) -> BoxFuture<'static, Result<bool, Error>> + Send + Sync + use<> {
    let ports = Arc::clone(&portal.ports);
    move |month| {
        let ports = Arc::clone(&ports);
        async move { is_closing(&ports, month).await }.boxed()
    }
}

pub(super) fn portal_of(request: &HttpRequest) -> Result<Data<Portal>, Failure> {
    let portal = request.app_data::<Data<Portal>>().cloned();
    portal.ok_or_else(|| Failure::internal("the application was built without its portal"))
}

/// Finds out who calls, with one look-up, and notes it for the log.
pub(super) async fn caller_of(portal: &Portal, request: &HttpRequest, deadline: Deadline) -> Result<Caller, Failure> {
    let token = bearer(request).ok_or_else(|| Failure::new(Code::Unauthenticated))?;
    signed_in(portal, request, token, deadline).await
}

/// The caller with this token.
pub(crate) async fn signed_in(
    portal: &Portal,
    request: &HttpRequest,
    token: String,
    deadline: Deadline,
) -> Result<Caller, Failure> {
    let ports = Arc::clone(&portal.ports);
    let arrival = Arrival::of(request).request();
    let asking = async move { authenticate(&ports, &token, arrival).await };
    let caller = portal.runner.read(deadline, asking).await?;
    request.extensions_mut().insert(CalledBy { user: caller.actor.id.uuid(), session: caller.session.uuid() });
    Ok(caller)
}

/// The token of the one `Authorization: Bearer …` header. Two such headers count as no header.
fn bearer(request: &HttpRequest) -> Option<String> {
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let (Some(header), None) = (headers.next(), headers.next()) else {
        return None;
    };
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    let is_token = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    (scheme.eq_ignore_ascii_case("bearer") && is_token).then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_token_stands_in_exactly_one_header() {
        let with = |lines: &[&str]| {
            let mut request = TestRequest::default();
            for line in lines {
                request = request.append_header((AUTHORIZATION, *line));
            }
            bearer(&request.to_http_request())
        };
        assert_eq!(with(&["Bearer a.b.c"]).as_deref(), Some("a.b.c"));
        assert_eq!(with(&["bearer a.b.c"]).as_deref(), Some("a.b.c"));
        for wrong in ["", "Bearer", "Bearer ", "Bearer  a", "Bearer a b", "Basic a.b.c", "a.b.c", "Bearer\ta"] {
            assert_eq!(with(&[wrong]), None, "{wrong:?}");
        }
        assert_eq!(with(&["Bearer a", "Bearer b"]), None);
        assert_eq!(with(&[]), None);
    }
}
