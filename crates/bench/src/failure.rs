//! Why the benchmark stopped: a sentence for the person who ran it.

/// What everything here returns.
pub(crate) type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// For `map_err`: says what was tried, then the cause.
pub(crate) fn because<E: std::fmt::Display>(
    what: impl std::fmt::Display,
) -> impl FnOnce(E) -> Box<dyn std::error::Error + Send + Sync> {
    move |cause| format!("{what}: {cause}").into()
}
