//! The bare handler: the same statements as the portal's, through the same driver, with an answer of the same size, and nothing
//! else. No rule, no right, no log, no deadline. What the portal costs beyond it is the price of being a portal.

mod answer;
mod statements;
mod store;

use std::time::Duration;

use actix_web::error::{ErrorInternalServerError, ErrorUnauthorized};
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::{self, Data, Json, Query};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use application::ports::{Clock, Ids};
use chrono::NaiveDate;
use security::{RandomIds, SystemClock};
use serde::Deserialize;
use uuid::Uuid;

use self::answer::{Entry, Envelope, Listed, Person, Single};
use self::store::{Postgres, Sqlite, Store};
use crate::failure::Outcome;

/// Serves on `address` until it is stopped.
pub(crate) fn run(address: &str, url: &str) -> Outcome<()> {
    actix_web::rt::System::new().block_on(async {
        match url.strip_prefix("sqlite://") {
            Some(file) => serve(Data::new(Sqlite::open(file).await?), address).await,
            None => serve(Data::new(Postgres::open(url).await?), address).await,
        }
    })
}

async fn serve<S: Store>(store: Data<S>, address: &str) -> Outcome<()> {
    let server = HttpServer::new(move || {
        App::new()
            .app_data(Data::clone(&store))
            .route("/ready", web::get().to(HttpResponse::Ok))
            .route("/month", web::get().to(month::<S>))
            .route("/sheet", web::get().to(sheet::<S>))
            .route("/week", web::get().to(week::<S>))
            .route("/submit", web::post().to(submit::<S>))
    });
    // As many workers as the machine has cores, like the portal.
    Ok(server.keep_alive(Duration::from_secs(15)).bind(address)?.run().await?)
}

type Answer = actix_web::Result<HttpResponse>;

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

/// Who calls. The session is named as it stands: reading a signed token is part of what the portal does more.
async fn caller<S: Store>(store: &S, request: &HttpRequest) -> actix_web::Result<Person> {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let session =
        header.and_then(|header| header.strip_prefix("Bearer ")).and_then(|token| Uuid::try_parse(token).ok());
    let person = store.session(session.unwrap_or_default()).await.map_err(ErrorInternalServerError)?;
    person.ok_or_else(|| ErrorUnauthorized("unknown session"))
}

async fn month<S: Store>(store: Data<S>, request: HttpRequest, asked: Query<Period>) -> Answer {
    let person = caller(store.get_ref(), &request).await?;
    let mut entries = store.month(person.id, asked.from, asked.to).await.map_err(ErrorInternalServerError)?;
    entries.retain(|entry| asked.first <= entry.date && entry.date <= asked.last);
    for entry in &mut entries {
        entry.user = Some(person.clone());
    }
    Ok(HttpResponse::Ok().json(Envelope { success: true, data: Listed::new(entries, None) }))
}

async fn sheet<S: Store>(store: Data<S>, request: HttpRequest, asked: Query<Period>) -> Answer {
    let person = caller(store.get_ref(), &request).await?;
    let mut entries = store.month(person.id, asked.first, asked.last).await.map_err(ErrorInternalServerError)?;
    entries.reverse();
    let file = answer::sheet(&entries).map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok().content_type("text/csv; charset=utf-8").body(file))
}

async fn week<S: Store>(store: Data<S>, request: HttpRequest, asked: Query<Period>) -> Answer {
    let manager = caller(store.get_ref(), &request).await?;
    let (entries, leave) = store.team(manager.id, asked.from, asked.to).await.map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok().json(Envelope { success: true, data: Listed::new(entries, Some(leave)) }))
}

async fn submit<S: Store>(store: Data<S>, request: HttpRequest, typed: Json<Typed>) -> Answer {
    let person = caller(store.get_ref(), &request).await?;
    let Typed { date, hours, description } = typed.into_inner();
    let mut timesheet = Entry::new(RandomIds.next(), date, hours, description, SystemClock.now());
    store.submit(&person, &timesheet, RandomIds.next()).await.map_err(ErrorInternalServerError)?;
    timesheet.user = Some(person);
    Ok(HttpResponse::Created().json(Envelope { success: true, data: Single { timesheet } }))
}
