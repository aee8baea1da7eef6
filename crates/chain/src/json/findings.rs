//! What readers find besides values: faults, and names that must be known in the end.

use std::{cell::RefCell, fmt::Display};

use domain::ids::RestaurantId;

use crate::{
    fault::Fault,
    ids::{CampaignId, IngredientId, MethodId, ProductCategoryId, ProductId, SizeId},
};

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) file: &'static str,
    pub(crate) line: usize,
    pub(crate) path: String,
}

impl Mark {
    pub(crate) fn fault(self, problem: impl Display) -> Fault {
        Fault { file: self.file, line: self.line, path: self.path, problem: problem.to_string() }
    }
}

/// What a value names, and what must exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReferenceTarget {
    /// The name of its type.
    Benefit(String),
    Campaign(CampaignId),
    Category(ProductCategoryId),
    Ingredient(IngredientId),
    Method(MethodId),
    Product(ProductId),
    Shop(RestaurantId),
    Size(SizeId),
    Tag(String),
}

impl ReferenceTarget {
    /// The file that says what there is.
    pub(crate) fn file(&self) -> &'static str {
        match self {
            Self::Benefit(_) => "people/benefits.json",
            Self::Campaign(_) => "campaigns.json",
            Self::Category(_) | Self::Ingredient(_) | Self::Product(_) | Self::Size(_) | Self::Tag(_) => "menu.json",
            Self::Method(_) => "payment.json",
            Self::Shop(_) => "restaurants.json",
        }
    }
}

/// The faults and names of one reading.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    faults: RefCell<Vec<Fault>>,
    names: RefCell<Vec<(Mark, ReferenceTarget)>>,
}

impl Findings {
    pub(crate) fn add(&self, fault: Fault) {
        self.faults.borrow_mut().push(fault);
    }

    /// Notes that something is named.
    pub(crate) fn name(&self, mark: Mark, target: ReferenceTarget) {
        self.names.borrow_mut().push((mark, target));
    }

    /// All names, which are forgotten here.
    pub(crate) fn take_names(&self) -> Vec<(Mark, ReferenceTarget)> {
        self.names.take()
    }

    /// Whether a file as a whole is of no use: then nobody knows what it would have said.
    pub(crate) fn is_unusable(&self, file: &str) -> bool {
        self.faults.borrow().iter().any(|fault| fault.file == file && fault.path.is_empty())
    }

    pub(crate) fn into_faults(self) -> Vec<Fault> {
        self.faults.into_inner()
    }
}
