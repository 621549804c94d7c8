//! The one table from a failure's code to its status.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// Names each code once, with its status and its sentence.
macro_rules! codes {
    ($($name:ident: $status:ident, $sentence:literal;)+) => {
        /// What went wrong, for a machine.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        #[schema(as = ErrorCode)]
        pub enum Code {
            $($name,)+
        }

        impl Code {
            /// The status that goes with it.
            pub const fn status(self) -> StatusCode {
                match self {
                    $(Self::$name => StatusCode::$status,)+
                }
            }

            /// What a person reads where nothing more precise is known.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$name => $sentence,)+
                }
            }
        }
    };
}

codes! {
    InvalidRequest: BAD_REQUEST, "The request could not be understood";
    ValidationFailed: BAD_REQUEST, "The request is not valid";
    Unauthenticated: UNAUTHORIZED, "Please login to access this page.";
    InvalidCredentials: UNAUTHORIZED, "Invalid email or password";
    SessionInvalid: UNAUTHORIZED, "Your session has expired. Please login again.";
    Forbidden: FORBIDDEN, "You do not have permission to do this";
    AccountBlocked: FORBIDDEN, "Your account has been blocked. Please contact your administrator.";
    AccountInactive: FORBIDDEN, "Your account is inactive. Please contact HR.";
    PasswordChangeRequired: FORBIDDEN, "Please set a new password before you continue.";
    SecondFactorRequired: FORBIDDEN, "Please set up two-step sign-in before you continue.";
    PasswordsOff: FORBIDDEN, "Please sign in with your organisation's account.";
    DateLocked: FORBIDDEN, "This date is locked.";
    NotFound: NOT_FOUND, "There is nothing at this address";
    MethodNotAllowed: METHOD_NOT_ALLOWED, "This address does not support that method";
    RequestTimeout: REQUEST_TIMEOUT, "The request took too long to arrive. Please try again.";
    Conflict: CONFLICT, "This has changed in the meantime. Please review it again.";
    MonthClosed: CONFLICT, "This month has been processed and is closed";
    LeaveConflict: CONFLICT, "There is leave on this date";
    BalanceTooLow: CONFLICT, "Insufficient leave balance";
    PayloadTooLarge: PAYLOAD_TOO_LARGE, "The request is too large. At most 64 KiB are accepted.";
    UnsupportedMediaType: UNSUPPORTED_MEDIA_TYPE, "The request body must be plain JSON (application/json)";
    TooManyAttempts: TOO_MANY_REQUESTS, "Too many attempts. Please try again later.";
    InternalError: INTERNAL_SERVER_ERROR, "Something went wrong. Please try again.";
    Unavailable: SERVICE_UNAVAILABLE, "The portal is busy. Please try again in a moment.";
}

impl Code {
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
