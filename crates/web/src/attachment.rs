//! A file on its way out: under its own name, whole or piece by piece.

use std::error::Error;
use std::fmt::Write as _;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder};
use application::audit::AuditFile;
use application::downloads::Spreadsheet;
use application::months::{PayrollFile, PayrollPaper, Receipt};
use application::ports::Pieces;
use application::reports::AttendancePaper;
use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::{self, LocalBoxStream};

/// A file for the caller to keep.
pub struct Attachment {
    name: String,
    kind: &'static str,
    content: Content,
}

enum Content {
    Whole(Vec<u8>),
    Pieces(Pieces),
    /// Read from the store as it goes out.
    Flow(Flow),
}

/// Pieces that are waited for.
type Flow = LocalBoxStream<'static, Result<Vec<u8>, application::Error>>;

impl Attachment {
    /// A person's month, everybody's balances of leave or a report.
    pub fn spreadsheet(Spreadsheet { name, pieces }: Spreadsheet) -> Self {
        Self { name, kind: "text/csv; charset=utf-8", content: Content::Pieces(pieces) }
    }

    pub fn payroll_file(PayrollFile { month, revision, pieces }: PayrollFile) -> Self {
        Self {
            name: format!("Payroll_{month}_r{revision}.csv"),
            kind: "text/csv; charset=utf-8",
            content: Content::Pieces(pieces),
        }
    }

    /// The same on paper.
    pub fn payroll_paper(PayrollPaper { month, revision, file }: PayrollPaper) -> Self {
        Self {
            name: format!("Payroll_{month}_r{revision}.pdf"),
            kind: "application/pdf",
            content: Content::Whole(file),
        }
    }

    pub fn receipt(Receipt { month, revision, employee_id, file }: Receipt) -> Self {
        Self {
            name: format!("Receipt_{month}_r{revision}_{employee_id}.pdf"),
            kind: "application/pdf",
            content: Content::Whole(file),
        }
    }

    pub fn audit_log(file: AuditFile) -> Self {
        let name = file.name();
        let flow =
            stream::try_unfold(file, |mut file| async move { Ok(file.next().await?.map(|piece| (piece, file))) });
        Self { name, kind: "text/csv; charset=utf-8", content: Content::Flow(flow.boxed_local()) }
    }

    pub fn attendance(AttendancePaper { name, file }: AttendancePaper) -> Self {
        Self { name, kind: "application/pdf", content: Content::Whole(file) }
    }
}

impl Responder for Attachment {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let mut response = match self.content {
            Content::Whole(bytes) => HttpResponse::Ok().body(bytes),
            Content::Pieces(pieces) => in_pieces(pieces),
            Content::Flow(flow) => HttpResponse::Ok().body(Flowing(flow)),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if let Ok(disposition) = HeaderValue::from_str(&disposition(&self.name)) {
            headers.insert(CONTENT_DISPOSITION, disposition);
        }
        response
    }
}

/// A file that is one piece goes out whole, with its length and in one packet less.
fn in_pieces(mut pieces: Pieces) -> HttpResponse {
    match (pieces.next(), pieces.next()) {
        (Some(Ok(only)), None) => HttpResponse::Ok().body(only),
        (first, second) => HttpResponse::Ok().body(Stream(Box::new(first.into_iter().chain(second).chain(pieces)))),
    }
}

/// Pieces as a body. The server asks for the next one when the one before is on its way, so a slow client holds no more of the
/// file in memory than a fast one.
struct Stream(Pieces);

impl MessageBody for Stream {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Poll::Ready(self.0.next().map(|piece| piece.map(Bytes::from).map_err(broken_off)))
    }
}

/// The same of pieces that are waited for.
struct Flowing(Flow);

impl MessageBody for Flowing {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        self.0.poll_next_unpin(context).map(|piece| piece.map(|piece| piece.map(Bytes::from).map_err(broken_off)))
    }
}

/// The answer has begun, so it cannot become another one: it ends early, which the client notices, and the log says why.
fn broken_off(why: impl Error + 'static) -> Box<dyn Error> {
    tracing::error!(target: "daybook::failure", cause = %why, "a file broke off");
    why.into()
}

/// The name twice: in plain letters for old clients, and with all of its letters (RFC 6266).
fn disposition(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use application::ports::DocumentError;
    use std::future::poll_fn;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_header_has_the_name_in_plain_letters_and_in_its_own() {
        assert_eq!(
            disposition("Jürgen_O'Neil_timesheet_June_2026.csv"),
            "attachment; filename=\"J_rgen_O'Neil_timesheet_June_2026.csv\"; \
             filename*=UTF-8''J%C3%BCrgen_O%27Neil_timesheet_June_2026.csv"
        );
    }

    #[actix_web::test]
    async fn pieces_are_made_when_they_are_asked_for_and_join_in_order() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let pieces = (0..3).map(move |n| {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(format!("piece {n}.").into_bytes())
        });
        let mut stream = Stream(Box::new(pieces));
        let first = poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await.unwrap().unwrap();
        assert_eq!((first.as_ref(), made.load(Ordering::Relaxed)), (b"piece 0.".as_slice(), 1));
        assert_eq!(to_bytes(stream).await.unwrap(), "piece 1.piece 2.");
        let in_pieces =
            |texts: &'static [&str]| in_pieces(Box::new(texts.iter().map(|text| Ok(text.as_bytes().to_vec()))));
        assert_eq!(in_pieces(&["one", "two", "three"]).body().size(), BodySize::Stream);
        assert_eq!(to_bytes(in_pieces(&["one", "two", "three"]).into_body()).await.unwrap(), "onetwothree");
        assert_eq!(in_pieces(&["all of it"]).body().size(), BodySize::Sized(9));
        let broken = vec![Ok(b"one".to_vec()), Err(DocumentError::Failed("out of ink".to_owned()))];
        let error = to_bytes(Stream(Box::new(broken.into_iter()))).await.unwrap_err();
        assert!(error.to_string().contains("out of ink"));
    }
}
