//! `highlights.json`.

use crate::{
    highlights::{Highlight, Highlights},
    json::JsonNode,
};

pub(super) fn highlights(root: &JsonNode<'_>) -> Highlights {
    root.object(|fields| Highlights {
        campaign: fields.maybe_list("campaignHighlights", highlight),
        after_lunch: fields.maybe_list("afterLunchHighlights", highlight),
        lunch_time: fields.maybe_list("lunchTimeHighlights", highlight),
        lunch_time_title: fields.maybe_text("lunchTimeTitle"),
        lunch_time_description: fields.maybe_text("lunchTimeDescription"),
        after_lunch_title: fields.maybe_text("afterLunchTitle"),
        after_lunch_description: fields.maybe_text("afterLunchDescription"),
        light_delicates_category_title: fields.maybe_text("lightDelicatesCategoryTitle"),
        light_delicates_category_description: fields.maybe_text("lightDelicatesCategoryDescription"),
    })
}

fn highlight(node: &JsonNode<'_>) -> Highlight {
    node.object(|fields| Highlight {
        product: fields.must("productId").product(),
        menu_card_text: fields.must("menuCardText").text(),
    })
}
