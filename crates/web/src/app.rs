//! The production router and its server. Tests build the very same.

use std::io;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::web::{self, Data};
use actix_web::{App, Error, HttpServer};

use crate::portal::Portal;
use crate::routes::operations::StateFigures;
use crate::{routes, statics};

/// How many connections a worker holds at most.
const CONNECTIONS: usize = 4_096;
/// How many all of them hold: half of the file descriptors that the systemd unit allows.
const ALL_CONNECTIONS: usize = 32_768;
/// The most connections of the server for monitoring.
const WATCHERS: usize = 64;
const HEAD: Duration = Duration::from_secs(5);
const IDLE: Duration = Duration::from_secs(15);
const FAREWELL: Duration = Duration::from_secs(2);
/// How long requests may run on after a stop, in seconds.
const SHUTDOWN: u64 = 10;

/// The application of one worker.
pub fn app(
    portal: Data<Portal>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let edge = portal.edge();
    App::new().app_data(portal).wrap(edge).configure(routes::configure).default_service(web::to(statics::serve))
}

/// The open listener of the server.
#[derive(Debug)]
pub enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

/// The server on an open listener, with `workers` threads that answer. It leaves signals alone: its owner closes the sockets before
/// stopping it, because an open socket would hold it up for the whole of its patience.
pub fn serve(portal: Data<Portal>, listener: Listener, workers: usize) -> io::Result<Server> {
    let server = HttpServer::new(move || app(portal.clone()))
        .workers(workers)
        .max_connections(CONNECTIONS.min(ALL_CONNECTIONS / workers.max(1)))
        .client_request_timeout(HEAD)
        .client_disconnect_timeout(FAREWELL)
        .keep_alive(IDLE)
        .shutdown_timeout(SHUTDOWN)
        .disable_signals();
    let server = match listener {
        Listener::Tcp(listener) => server.listen(listener)?,
        Listener::Unix(listener) => server.listen_uds(listener)?,
    };
    Ok(server.run())
}

/// The server for monitoring: health and metrics, and nothing else.
pub fn serve_watchers(portal: Data<Portal>, state: Arc<StateFigures>, listener: TcpListener) -> io::Result<Server> {
    let state = Data::from(state);
    let server = HttpServer::new(move || {
        let edge = portal.edge();
        App::new().app_data(portal.clone()).app_data(state.clone()).wrap(edge).configure(routes::watch)
    })
    .workers(1)
    .max_connections(WATCHERS)
    .client_request_timeout(HEAD)
    .client_disconnect_timeout(FAREWELL)
    .keep_alive(IDLE)
    .disable_signals()
    .listen(listener)?;
    Ok(server.run())
}
