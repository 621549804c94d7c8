//! The one table from a failure's code to its status.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong, for a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = ErrorCode)]
pub enum Code {
    InvalidRequest,
    ValidationFailed,
    Unauthenticated,
    InvalidCredentials,
    SessionInvalid,
    Forbidden,
    AccountBlocked,
    AccountInactive,
    PasswordChangeRequired,
    DateLocked,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    Conflict,
    MonthClosed,
    LeaveConflict,
    BalanceTooLow,
    PayloadTooLarge,
    UnsupportedMediaType,
    TooManyAttempts,
    InternalError,
    Unavailable,
}

impl Code {
    /// The status that goes with it.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::InvalidRequest | Self::ValidationFailed => StatusCode::BAD_REQUEST,
            Self::Unauthenticated | Self::InvalidCredentials | Self::SessionInvalid => StatusCode::UNAUTHORIZED,
            Self::Forbidden
            | Self::AccountBlocked
            | Self::AccountInactive
            | Self::PasswordChangeRequired
            | Self::DateLocked => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict | Self::MonthClosed | Self::LeaveConflict | Self::BalanceTooLow => StatusCode::CONFLICT,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl Code {
    /// What a person reads where nothing more precise is known.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::InvalidRequest => "The request could not be understood",
            Self::ValidationFailed => "The request is not valid",
            Self::Unauthenticated => "Please login to access this page.",
            Self::InvalidCredentials => "Invalid email or password",
            Self::SessionInvalid => "Your session has expired. Please login again.",
            Self::Forbidden => "You do not have permission to do this",
            Self::AccountBlocked => "Your account has been blocked. Please contact your administrator.",
            Self::AccountInactive => "Your account is inactive. Please contact HR.",
            Self::PasswordChangeRequired => "Please set a new password before you continue.",
            Self::DateLocked => "This date is locked.",
            Self::NotFound => "There is nothing at this address",
            Self::MethodNotAllowed => "This address does not support that method",
            Self::RequestTimeout => "The request took too long to arrive. Please try again.",
            Self::Conflict => "This has changed in the meantime. Please review it again.",
            Self::LeaveConflict => "There is leave on this date",
            Self::BalanceTooLow => "Insufficient leave balance",
            Self::MonthClosed => "This month has been processed and is closed",
            Self::PayloadTooLarge => "The request is too large. At most 64 KiB are accepted.",
            Self::UnsupportedMediaType => "The request body must be plain JSON (application/json)",
            Self::TooManyAttempts => "Too many attempts. Please try again later.",
            Self::InternalError => "Something went wrong. Please try again.",
            Self::Unavailable => "The portal is busy. Please try again in a moment.",
        }
    }

    /// The code that fits a status which the framework chose.
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::UNAUTHORIZED => Self::Unauthenticated,
            StatusCode::FORBIDDEN => Self::Forbidden,
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::REQUEST_TIMEOUT => Self::RequestTimeout,
            StatusCode::CONFLICT => Self::Conflict,
            StatusCode::PAYLOAD_TOO_LARGE => Self::PayloadTooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            StatusCode::TOO_MANY_REQUESTS => Self::TooManyAttempts,
            StatusCode::SERVICE_UNAVAILABLE => Self::Unavailable,
            other if other.is_server_error() => Self::InternalError,
            _ => Self::InvalidRequest,
        }
    }
}
