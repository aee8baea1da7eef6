//! Which fields stories and blocks have, and what each holds (docs/spec/people.md, "Content").

use crate::slug::StorySlug;

/// The fields of something, by name.
pub(crate) type Fields = &'static [(&'static str, FieldKind)];

/// What a field holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FieldKind {
    /// Words, whose links are judged.
    Text,
    /// True or false.
    Flag,
    /// A number, or its digits.
    Number,
    /// An iframe's height in pixels.
    Height,
    /// Where somebody is led.
    Address,
    /// The same, as `{url}`.
    Link,
    /// Where a picture lies.
    Picture,
    /// The same or a video's file, as `{filename, alt?}`.
    File,
    /// Where a video plays.
    Video,
    /// Code of a host that is allowed.
    Script,
    /// A page of a host that is allowed.
    Frame,
    /// Ids.
    Names,
    /// Blocks, each with its component.
    Blocks,
    /// Objects with these fields.
    Elements(Fields),
    /// One object with these fields.
    One(Fields),
}

use FieldKind::{
    Address, Blocks, Elements, File, Flag, Frame, Height, Link, Names, Number, One, Picture, Script, Text, Video,
};

/// A block of a page.
#[derive(Debug)]
pub(crate) struct Component {
    pub(crate) fields: Fields,
    /// Without which it is nothing.
    pub(crate) required: Option<&'static str>,
}

/// The fields of a story, of which each has those that it needs.
pub(crate) fn of_story(slug: &StorySlug) -> Fields {
    match slug.as_str() {
        "homepage" => HOMEPAGE,
        "footer" => FOOTER,
        "kirjaudu" => &[("image", Picture)],
        "address-selection" => ADDRESS_SELECTION,
        "menu/menuPage" => MENU_PAGE,
        "product-page/productPage" => PRODUCT_PAGE,
        "loyalty-landing" | "kupongit" | "kupongit/couponsPage" => COUPON_STORY,
        _ => PAGE,
    }
}

/// What a block of this name is; none: there is no such block.
pub(crate) fn of_component(name: &str) -> Option<Component> {
    let (fields, required): (Fields, _) = match name {
        "text" => (&[("text", Text)], Some("text")),
        "video" | "headerVideo" => (&[("video_url", Video), ("auto_play", Flag)], Some("video_url")),
        "image" | "headerImage" => (&[("image", Picture), ("image_mobile", Picture), ("alt", Text)], Some("image")),
        "linkCardList" => (&[("cards", Elements(CARD))], Some("cards")),
        "productPicks" => (&[("productIds", Names)], Some("productIds")),
        "linkButton" => (&[("text", Text), ("url", Address), ("productId", Text), ("newWindow", Flag)], Some("text")),
        "script" => (&[("src", Script)], Some("src")),
        "iframe" => (&[("src", Frame), ("heightPx", Height)], Some("src")),
        "faq" => (&[("questions", Elements(QUESTION))], Some("questions")),
        "loyaltyLanding" | "couponPage" => (COUPON_PAGE, None),
        "banner" => (BANNER, None),
        _ => return None,
    };
    Some(Component { fields, required })
}

/// What says of a block which it is.
pub(crate) const COMPONENT: &str = "component";
/// Fields of every block, and of every element of a list.
pub(crate) const OF_ALL: Fields = &[("_uid", Text), ("title", Text)];

const PAGE: Fields = &[("title", Text), ("lead", Text), ("blocks", Blocks), ("endBlocks", Blocks)];

const HOMEPAGE: Fields = &[
    ("Carousel", Elements(SLIDE)),
    ("blocks", Blocks),
    ("endBlocks", Blocks),
    ("top_alert", Elements(ALERT)),
    ("banner", One(BANNER)),
    ("header_desktop_text", File),
    ("menu_react", File),
];

/// A slide of the carousel (CT-11), or a product's with words beside it.
const SLIDE: Fields = &[
    ("campaign_name", Text),
    ("image", Picture),
    ("image_mobile", Picture),
    ("link", Link),
    ("video_variant", File),
    ("video_mobile_variant", File),
    ("start", Text),
    ("end", Text),
    ("visibility", Text),
    ("text", Text),
    ("label", Text),
    ("productId", Text),
];

/// A sentence over the header (SH-10).
const ALERT: Fields = &[("location", Text), ("message", Text), ("context", Text)];

/// The campaign's sentence and its time (CT-09).
const BANNER: Fields = &[
    ("campaign_banner", Text),
    ("text", Text),
    ("visibility_start_date", Text),
    ("visibility_end_date", Text),
    ("visibility", Text),
    ("visibility_visible", Flag),
];

const CARD: Fields = &[("text", Text), ("image", Picture), ("url", Address)];

/// A question and its answer (CT-22).
const QUESTION: Fields = &[("questionText", Text), ("answerText", Text), ("keywords", Text), ("lang", Text)];

/// Columns, links to other places, a last line (SH-12).
const FOOTER: Fields = &[
    ("categories", Elements(&[("links", Elements(FOOTER_LINK))])),
    ("social", Elements(FOOTER_LINK)),
    ("bottom_text", Text),
];

const FOOTER_LINK: Fields = &[("text", Text), ("url", Address), ("link", Address)];

const ADDRESS_SELECTION: Fields = &[
    ("title", Text),
    ("description", Text),
    ("preorder_title", Text),
    ("preorder_description", Text),
    ("price_color", Text),
    ("link", Link),
    ("link_label", Text),
];

const HIGHLIGHT: Fields = &[("productId", Text), ("menuCardText", Text)];

const MENU_PAGE: Fields = &[
    ("title", Text),
    ("description", Text),
    ("campaignHighlights", Elements(HIGHLIGHT)),
    ("afterLunchHighlights", Elements(HIGHLIGHT)),
    ("lunchTimeHighlights", Elements(HIGHLIGHT)),
    ("lunchTimeTitle", Text),
    ("lunchTimeDescription", Text),
    ("afterLunchTitle", Text),
    ("afterLunchDescription", Text),
    ("lightDelicatesCategoryTitle", Text),
    ("lightDelicatesCategoryDescription", Text),
];

const PRODUCT_PAGE: Fields = &[
    ("ingredient_category_description", Elements(&[("ingredientCategory", Text), ("description", Text)])),
    ("ingredient_upsell", Elements(&[("ingredientId", Text)])),
    (
        "carbon_footprint",
        One(&[
            (
                "product_types",
                Elements(&[
                    ("productCategoryId", Text),
                    ("cooking", Number),
                    ("delivery", Number),
                    ("package", Number),
                    ("average", Number),
                ]),
            ),
            ("missing_information_text", Text),
            ("information_texts", Elements(&[("text", Text)])),
        ]),
    ),
];

/// What a page of coupons shows (CP-14).
const COUPON_PAGE: Fields = &[
    ("header_mobile_text", File),
    ("header_desktop_text", File),
    ("header_mobile_notext", File),
    ("header_desktop_notext", File),
    ("terms_title", Text),
    ("terms_and_conditions", Text),
    ("instructions_title", Text),
    ("instructions_text", Text),
    ("coupons", Elements(COUPON)),
    ("valid_to", Text),
];

/// A coupon (CP-12).
const COUPON: Fields = &[
    ("code", Text),
    ("id", Text),
    ("text", Text),
    ("product_size", Text),
    ("requireLogin", Flag),
    ("image", File),
    ("isCombo", Flag),
    ("is_loyalty", Flag),
    ("comboSlug", Text),
];

/// The same as a story of its own, with what every page has.
const COUPON_STORY: Fields = &[
    ("title", Text),
    ("lead", Text),
    ("blocks", Blocks),
    ("endBlocks", Blocks),
    ("header_mobile_text", File),
    ("header_desktop_text", File),
    ("header_mobile_notext", File),
    ("header_desktop_notext", File),
    ("terms_title", Text),
    ("terms_and_conditions", Text),
    ("instructions_title", Text),
    ("instructions_text", Text),
    ("coupons", Elements(COUPON)),
    ("valid_to", Text),
];
