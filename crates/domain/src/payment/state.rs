//! What a provider says of one try to pay, in its own words and in ours.

/// How far a try to pay has come. It goes forward alone: what is said late, twice or in another order changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaymentState {
    /// Nobody knows yet.
    Open,
    /// Nothing was paid. A provider may still find out that it was.
    Failed,
    /// The money is there.
    Paid,
    /// The money went back.
    Refunded,
}

impl PaymentState {
    const ALL: [Self; 4] = [Self::Open, Self::Failed, Self::Paid, Self::Refunded];

    /// Its number in the database; a later state has a higher one.
    #[must_use]
    pub fn number(self) -> i16 {
        self as i16
    }

    /// The state of a number.
    #[must_use]
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }
}

macro_rules! statuses {
    ($($name:ident => $state:ident),* $(,)?) => {
        /// The words in which providers speak of a payment (PY-22).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ProviderStatus { $(#[doc = concat!("`", stringify!($name), "`")] $name),* }

        impl ProviderStatus {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name on the wire.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }

            /// What it means of a try.
            #[must_use]
            pub fn state(self) -> PaymentState {
                match self { $(Self::$name => PaymentState::$state),* }
            }
        }
    };
}

statuses! {
    Pending => Open,
    Authorized => Paid,
    Authorised => Paid,
    Refused => Failed,
    Cancelled => Failed,
    Expired => Failed,
    Captured => Paid,
    PartCaptured => Open,
    Refunded => Refunded,
    Closed => Failed,
    Cleared => Paid,
    Settled => Paid,
    Error => Failed,
    AuthenticationFinished => Open,
    AuthenticationNotRequired => Open,
    ChallengeShopper => Open,
    IdentifyShopper => Open,
    PartiallyAuthorised => Open,
    PresentToShopper => Open,
    Received => Open,
    RedirectShopper => Open,
    Success => Paid,
    Draft => Open,
}

impl ProviderStatus {
    /// Reads its name; names are told apart by their letters alone, as the wire writes them.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|status| status.as_str() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(state: PaymentState) -> Vec<&'static str> {
        let all = ProviderStatus::ALL.iter();
        all.filter(|status| status.state() == state).map(|status| status.as_str()).collect()
    }

    // spec: PY-22
    #[test]
    fn each_of_the_seeds_statuses_means_something() {
        assert_eq!(of(PaymentState::Paid), ["Authorized", "Authorised", "Captured", "Cleared", "Settled", "Success"]);
        assert_eq!(of(PaymentState::Failed), ["Refused", "Cancelled", "Expired", "Closed", "Error"]);
        assert_eq!(of(PaymentState::Refunded), ["Refunded"]);
        let open = [
            "Pending",
            "PartCaptured",
            "AuthenticationFinished",
            "AuthenticationNotRequired",
            "ChallengeShopper",
            "IdentifyShopper",
            "PartiallyAuthorised",
            "PresentToShopper",
            "Received",
            "RedirectShopper",
            "Draft",
        ];
        assert_eq!(of(PaymentState::Open), open);
    }

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for status in ProviderStatus::ALL {
            assert_eq!(ProviderStatus::parse(status.as_str()), Some(*status));
        }
        for name in ["", "paid", "authorised", "Authorised "] {
            assert_eq!(ProviderStatus::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_later_standing_has_a_higher_number() {
        for (number, state) in
            [(0, PaymentState::Open), (1, PaymentState::Failed), (2, PaymentState::Paid), (3, PaymentState::Refunded)]
        {
            assert_eq!((state.number(), PaymentState::from_number(number)), (number, Some(state)));
        }
        assert_eq!(PaymentState::from_number(4), None);
    }
}
