//! The fields that bodies share, each written once: where, how and when an order is wanted, and what a line holds.

/// A body that says where, how and when an order is wanted, beside its own fields.
macro_rules! wanted_body {
    ($(#[$($meta:tt)*])* pub struct $name:ident { $($own:tt)* }) => {
        #[derive(Debug, Clone, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$($meta)*])*
        pub struct $name {
            /// The restaurant's number.
            #[schema(max_length = 9)]
            pub(super) shop_id: String,
            #[schema(value_type = WantedType, required)]
            order_type: Option<WantedType>,
            #[schema(ignore)]
            delivery_type: Option<WantedType>,
            #[schema(ignore)]
            delivery_method: Option<WantedType>,
            /// `YYYY-MM-DD HH:mm` in Helsinki; absent or empty: now.
            pre_order_time: Option<String>,
            #[schema(ignore)]
            preorder_time: Option<String>,
            #[schema(ignore)]
            pre_oder_time: Option<String>,
            #[schema(ignore)]
            preorder_date_time: Option<String>,
            $($own)*
        }

        impl $name {
            pub(super) fn types(&self) -> [Spelled<'_, WantedType>; 3] {
                [
                    ("orderType", &self.order_type),
                    ("deliveryType", &self.delivery_type),
                    ("deliveryMethod", &self.delivery_method),
                ]
            }

            pub(super) fn times(&self) -> [Spelled<'_, String>; 4] {
                [
                    ("preOrderTime", &self.pre_order_time),
                    ("preorderTime", &self.preorder_time),
                    ("preOderTime", &self.pre_oder_time),
                    ("preorderDateTime", &self.preorder_date_time),
                ]
            }
        }
    };
}

/// A product in one of its sizes with what is on it, beside its own fields. Whether its name and its units must be there,
/// their types say.
macro_rules! item_body {
    ($(#[$($meta:tt)*])* struct $name:ident {
        $(#[$($of_uuid:tt)*])* uuid: [$($uuid:tt)+], quantity: [$($quantity:tt)+], $($own:tt)*
    }) => {
        #[derive(Debug, Clone, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$($meta)*])*
        pub(crate) struct $name {
            $(#[$($of_uuid)*])*
            #[schema(max_length = 64)]
            pub(super) uuid: $($uuid)+,
            #[schema(max_length = 64)]
            pub(super) product_id: String,
            #[schema(max_length = 64)]
            pub(super) size_id: String,
            #[schema(minimum = 1, maximum = 99)]
            pub(super) quantity: $($quantity)+,
            $($own)*
            /// All that is on it; absent or null: the recipe.
            #[schema(max_items = 40)]
            pub(super) ingredients: Option<Vec<IngredientBody>>,
        }
    };
}

pub(super) use {item_body, wanted_body};
