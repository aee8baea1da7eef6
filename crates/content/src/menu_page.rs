//! The story that wins over `highlights.json` (docs/spec/ordering.md, "The chain as data").

use chain::{Chain, Highlight, Highlights};
use serde_json::Value;

use crate::{
    slug::StorySlug,
    source::StoriesAway,
    stories::Stories,
    story::{Story, StoryVersion},
};

/// Its slug.
pub const MENU_PAGE: &str = "menu/menuPage";

impl Stories {
    /// What the story of the menu's page says of highlights; what it is silent about is empty. Unknown products are left out.
    ///
    /// # Errors
    /// Where nobody can say what it says.
    pub async fn highlights(&self, chain: &Chain) -> Result<Highlights, StoriesAway> {
        let Ok(slug) = MENU_PAGE.parse::<StorySlug>() else { return Ok(Highlights::default()) };
        let story = self.find(&slug, StoryVersion::Published).await?;
        Ok(story.map_or_else(Highlights::default, |(_, story)| of_story(&story, chain)))
    }
}

fn of_story(story: &Story, chain: &Chain) -> Highlights {
    let text = |name: &str| story.content.get(name).and_then(Value::as_str).map(str::to_owned);
    let list = |name: &str| -> Vec<Highlight> {
        let all = story.content.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter_map(|one| highlight(one, chain)).collect()
    };
    Highlights {
        campaign: list("campaignHighlights"),
        after_lunch: list("afterLunchHighlights"),
        lunch_time: list("lunchTimeHighlights"),
        lunch_time_title: text("lunchTimeTitle"),
        lunch_time_description: text("lunchTimeDescription"),
        after_lunch_title: text("afterLunchTitle"),
        after_lunch_description: text("afterLunchDescription"),
        light_delicates_category_title: text("lightDelicatesCategoryTitle"),
        light_delicates_category_description: text("lightDelicatesCategoryDescription"),
    }
}

fn highlight(one: &Value, chain: &Chain) -> Option<Highlight> {
    let product = chain.menu().product(one.get("productId")?.as_str()?)?;
    Some(Highlight { product: product.id.clone(), menu_card_text: one.get("menuCardText")?.as_str()?.to_owned() })
}
