//! Where imports do not run one way yet.

/// Modules that import each other still, in crates that nobody has taken apart yet. No row is ever added here.
pub(crate) const KNOTS: [(&str, &[&str]); 1] = [(
    "simulator",
    &[
        "batch",
        "course",
        "dispatch",
        "kitchen",
        "neighbourhood",
        "opening",
        "orders",
        "plan",
        "preorder",
        "promise",
        "receiver",
        "way",
        "week",
    ],
)];
