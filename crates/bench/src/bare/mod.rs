//! The bare handler: the same statements as the portal's, through the same driver, with an answer of the same size, and nothing
//! else. No rule, no right, no log, no deadline. What the portal costs beyond it is the price of being a portal.

mod answer;
mod statements;
mod store;

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::AUTHORIZATION;
use actix_web::web::{Data, Json, Query};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, error, web};
use application::ports::{Clock, Ids};
use chrono::NaiveDate;
use security::{RandomIds, SystemClock};
use serde::Deserialize;
use uuid::Uuid;

use self::answer::{Envelope, Mine, Person, Single, Team};
use self::store::Store;
use crate::failure::{Failure, Outcome};

/// As many as the portal has.
const WORKERS: usize = 2;

/// Serves on `address` until it is stopped.
pub(crate) fn run(address: &str, url: &str) -> Outcome<()> {
    actix_web::rt::System::new().block_on(async {
        let store = Data::from(Store::open(url).await?);
        let server = HttpServer::new(move || {
            App::new()
                .app_data(Data::from(Arc::clone(&store)))
                .route("/ready", web::get().to(HttpResponse::Ok))
                .route("/month", web::get().to(month))
                .route("/sheet", web::get().to(sheet))
                .route("/week", web::get().to(week))
                .route("/submit", web::post().to(submit))
        });
        let server = server.workers(WORKERS).keep_alive(Duration::from_secs(15)).bind(address)?;
        Ok(server.run().await?)
    })
}

#[derive(Deserialize)]
struct Period {
    /// What is read: whole weeks.
    from: NaiveDate,
    to: NaiveDate,
    /// What is sent.
    first: NaiveDate,
    last: NaiveDate,
}

#[derive(Deserialize)]
struct Typed {
    date: NaiveDate,
    hours: f64,
    description: String,
}

/// The session is named as it stands: reading a signed token is part of what the portal does more.
fn session(request: &HttpRequest) -> actix_web::Result<Uuid> {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = header.and_then(|header| header.strip_prefix("Bearer "));
    token.and_then(|token| token.parse().ok()).ok_or_else(|| error::ErrorUnauthorized("no session"))
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn failed(error: Failure) -> actix_web::Error {
    error::ErrorInternalServerError(error.to_string())
}

async fn caller(store: &Store, request: &HttpRequest) -> actix_web::Result<Person> {
    let person = store.session(session(request)?).await.map_err(failed)?;
    person.ok_or_else(|| error::ErrorUnauthorized("unknown session"))
}

async fn month(store: Data<Store>, request: HttpRequest, period: Query<Period>) -> actix_web::Result<HttpResponse> {
    let person = caller(&store, &request).await?;
    let mut entries = store.month(person.id, period.from, period.to).await.map_err(failed)?;
    entries.retain(|entry| period.first <= entry.date && entry.date <= period.last);
    Ok(HttpResponse::Ok().json(Envelope::of(Mine::new(entries, &person))))
}

async fn sheet(store: Data<Store>, request: HttpRequest, period: Query<Period>) -> actix_web::Result<HttpResponse> {
    let person = caller(&store, &request).await?;
    let mut entries = store.month(person.id, period.first, period.last).await.map_err(failed)?;
    entries.reverse();
    let file = answer::sheet(&entries).map_err(Failure::because("the file could not be written")).map_err(failed)?;
    Ok(HttpResponse::Ok().content_type("text/csv; charset=utf-8").body(file))
}

async fn week(store: Data<Store>, request: HttpRequest, period: Query<Period>) -> actix_web::Result<HttpResponse> {
    let manager = caller(&store, &request).await?;
    let (entries, leave) = store.team(manager.id, period.from, period.to).await.map_err(failed)?;
    Ok(HttpResponse::Ok().json(Envelope::of(Team::new(entries, leave))))
}

async fn submit(store: Data<Store>, request: HttpRequest, typed: Json<Typed>) -> actix_web::Result<HttpResponse> {
    let person = caller(&store, &request).await?;
    let Typed { date, hours, description } = typed.into_inner();
    let entry = answer::entry(RandomIds.next(), date, hours, description, SystemClock.now());
    store.submit(&person, &entry, RandomIds.next()).await.map_err(failed)?;
    Ok(HttpResponse::Created().json(Envelope::of(Single::new(entry, person))))
}
