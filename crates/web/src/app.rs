//! The production router and its server. Tests build the very same.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::web::{self, Data};
use actix_web::{App, Error, HttpServer};

use crate::portal::Portal;
use crate::{routes, statics};

/// Two workers serve thousands of requests a second; more would only hold more memory.
const WORKERS: usize = 2;
const CONNECTIONS: usize = 4096;
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

/// The server on an open listener. It leaves signals alone: its owner closes the sockets before stopping it,
/// because an open socket would hold it up for the whole of its patience.
pub fn serve(portal: Data<Portal>, listener: TcpListener) -> io::Result<Server> {
    let server = HttpServer::new(move || app(portal.clone()))
        .workers(WORKERS)
        .max_connections(CONNECTIONS)
        .client_request_timeout(HEAD)
        .client_disconnect_timeout(FAREWELL)
        .keep_alive(IDLE)
        .shutdown_timeout(SHUTDOWN)
        .disable_signals()
        .listen(listener)?;
    Ok(server.run())
}
