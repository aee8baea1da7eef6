//! What can go wrong outside.

/// Why a service outside gave no answer that can be used. None of the texts holds an address or a key.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The configured address of the service is not an `http` or `https` URL.
    #[error("the service's address is not an http(s) URL")]
    Address,
    /// The HTTP client could not be made.
    #[error("cannot make an HTTP client: {0}")]
    Client(#[source] reqwest::Error),
    /// No whole answer within the time-out.
    #[error("no answer in time")]
    Timeout,
    /// The connection failed or broke.
    #[error("no connection: {0}")]
    Connection(#[source] reqwest::Error),
    /// An answer with a status other than success.
    #[error("answered with status {0}")]
    Status(u16),
    /// An answer that is larger than any this service has reason to send.
    #[error("the answer is too large")]
    TooLarge,
    /// An answer that is not what the service's documentation says.
    #[error("the answer is not understood: {0}")]
    Garbage(String),
    /// The router knows no way between the two points.
    #[error("there is no route")]
    NoRoute,
}

impl From<reqwest::Error> for ProviderError {
    fn from(error: reqwest::Error) -> Self {
        // The URL holds the address of a customer.
        let error = error.without_url();
        if error.is_timeout() { Self::Timeout } else { Self::Connection(error) }
    }
}
