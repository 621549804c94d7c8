//! The verifier: it verifies the audit log when somebody asked for it, and at three each night. After a standstill it does so at once. One
//! instance has a verification at a time.

use crate::periodic_job::{JobContext, JobSpec, Worker};
use application::audit::{Holder, verify_next};
use domain::oversight::jobs::Job;
use std::time::{Duration, Instant};

/// It rests no longer than this between two steps.
const REST: Duration = Duration::from_secs(1);

/// Sets it to work. It stops after the step that it is at, and the first one free goes on with the next one.
pub(crate) fn start(context: &JobContext) -> Worker {
    let spec =
        JobSpec { what: "the verification of the audit log", job: Some(Job::Verify), pause: Duration::from_secs(1) };
    let holder = Holder::new(&context.ports);
    Worker::start(spec, context, move |context| async move {
        let began = Instant::now();
        let has_more = verify_next(&context.ports, holder).await?;
        if has_more {
            // It gives way: after each step it rests half as long as that took.
            tokio::time::sleep((began.elapsed() / 2).min(REST)).await;
        }
        Ok(has_more)
    })
}
