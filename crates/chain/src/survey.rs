//! `people/survey.json`: where people say how it was (docs/spec/people.md, "Content").

/// The addresses of the chain's forms; none: our own page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    /// Where who has an order is asked.
    pub order: Option<String>,
    /// The same of who has none, and names a restaurant.
    pub restaurant: Option<String>,
    /// The same of who ordered by telephone.
    pub call_centre: Option<String>,
}
