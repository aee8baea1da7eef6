//! Routes of which the API's document tells.

use std::sync::OnceLock;

use axum::Router;
use utoipa_axum::router::OpenApiRouter;

/// Routes without their part of the document, which is much work to make: once in a process, however many nodes it serves.
pub struct DocumentedRoutes<S: 'static> {
    documented: fn() -> OpenApiRouter<S>,
    kept: OnceLock<Router<S>>,
}

impl<S: Clone + Send + Sync + 'static> DocumentedRoutes<S> {
    /// Those that a function says.
    #[must_use]
    pub const fn new(documented: fn() -> OpenApiRouter<S>) -> Self {
        Self { documented, kept: OnceLock::new() }
    }

    /// The routes.
    pub fn router(&self) -> Router<S> {
        self.kept.get_or_init(|| (self.documented)().split_for_parts().0).clone()
    }
}
