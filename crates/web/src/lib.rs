//! The web adapter: HTTP and sockets on one side, use cases on the other.
//!
//! A request passes [`edge`] (what is true of every answer), is read by [`input`] (who calls, what comes in, in which
//! order it is refused), runs its use case under [`runner`], and leaves as a shape of [`dto`] or as the envelope of
//! [`error`]. No rule of the product stands here, and no SQL.

mod app;
pub mod attachment;
pub mod dto;
pub mod edge;
pub mod error;
mod flow_cookies;
pub mod hub;
pub mod input;
pub mod metrics;
mod openapi;
pub mod permission;
mod portal;
pub mod reply;
pub mod routes;
pub mod runner;
mod statics;

pub use app::{Listener, app, serve, serve_watchers};
pub use dto::settings::{DatabaseEngine, MailRoute};
pub use edge::{Hsts, Proxies};
pub use hub::Hub;
pub use metrics::{Exposition, Metrics};
pub use openapi::openapi;
pub use portal::{Lent, Parts, Portal, Ready, Settings, Standby};
pub use routes::operations::{NO_ANSWER, StateFigures};
pub use routes::routes;
pub use statics::licences;
