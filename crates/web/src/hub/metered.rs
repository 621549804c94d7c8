//! What comes in on a socket, up to a limit.
//!
//! The parser of frames looks at the size of a frame only once the whole of it is there. Without a limit before it, anybody who
//! is signed in could promise a frame without an end and fill the memory with it.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use futures_util::StreamExt;
use tokio::time::Instant;

/// What a client may send within a minute: many times the heartbeats of any client of ours, and as much of one frame that is
/// too large as is kept before it is refused.
const BYTES_A_MINUTE: usize = 64 * 1024;

/// The same bytes, which end with an error where they are too many.
pub fn metered(payload: Payload) -> Payload {
    let mut minute = Instant::now();
    let mut bytes = 0_usize;
    let counted = payload.map(move |chunk| {
        let chunk = chunk?;
        if minute.elapsed() > Duration::from_mins(1) {
            minute = Instant::now();
            bytes = 0;
        }
        bytes = bytes.saturating_add(chunk.len());
        if bytes > BYTES_A_MINUTE { Err(PayloadError::Overflow) } else { Ok(chunk) }
    });
    Payload::Stream { payload: Box::pin(counted) }
}
