//! The whole chain as one value.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use domain::{
    geo::LatLng,
    ids::RestaurantId,
    loyalty::{BenefitTypes, LoyaltyRules},
    money::Cents,
    restaurant::Restaurant,
    wheel::WheelRules,
};

use sha2::{Digest, Sha256};

use crate::{
    area::Area,
    area_index::AreaIndex,
    campaign::{Campaign, CampaignCode},
    code::PromotionCode,
    experiments::Experiments,
    highlights::Highlights,
    ids::{CampaignId, MethodId},
    menu::Menu,
    payment::{GiftCard, PaymentMethod},
    settings::Settings,
    shop::Shop,
    stock::OutOfStock,
    survey::Survey,
};

/// What the files of a chain say, in their order. No file's values contradict another's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Contents {
    pub(crate) version: String,
    pub(crate) shops: Vec<Shop>,
    pub(crate) areas: Vec<Area>,
    pub(crate) menu: Menu,
    pub(crate) campaigns: Vec<Campaign>,
    pub(crate) codes: HashMap<PromotionCode, CampaignCode>,
    pub(crate) stock: HashMap<RestaurantId, OutOfStock>,
    pub(crate) methods: Vec<PaymentMethod>,
    pub(crate) gift_cards: Vec<GiftCard>,
    pub(crate) highlights: Highlights,
    pub(crate) settings: Settings,
    pub(crate) loyalty: LoyaltyRules,
    pub(crate) wheel: WheelRules,
    pub(crate) benefits: BenefitTypes,
    pub(crate) survey: Survey,
    pub(crate) experiments: Experiments,
}

/// The chain: restaurants, areas, menu, campaigns and settings, read and checked. It never changes; new data is a new chain.
#[derive(Debug, Clone)]
pub struct Chain {
    contents: Contents,
    shop_places: HashMap<RestaurantId, usize>,
    campaign_places: HashMap<CampaignId, usize>,
    slug_places: HashMap<String, usize>,
    /// The places of the campaigns that need neither a code nor a benefit.
    automatic_places: Vec<usize>,
    areas: AreaIndex,
}

impl Chain {
    pub(crate) fn new(mut contents: Contents) -> Self {
        for campaign in &mut contents.campaigns {
            campaign.find_offered(&contents.menu);
        }
        let shop_places = contents.shops.iter().enumerate().map(|(at, shop)| (shop.id(), at)).collect();
        let campaign_places = contents.campaigns.iter().enumerate().map(|(at, one)| (one.id.clone(), at)).collect();
        let combos = contents.campaigns.iter().enumerate();
        let slug_places = combos.filter_map(|(at, one)| Some((one.combo()?.slug.clone(), at))).collect();
        let coded: HashSet<&CampaignId> = contents.codes.values().map(|code| &code.campaign).collect();
        let is_automatic = |one: &Campaign| one.benefit_type.is_none() && !coded.contains(&one.id);
        let automatic = contents.campaigns.iter().enumerate().filter(|(_, one)| is_automatic(one));
        let automatic_places = automatic.map(|(at, _)| at).collect();
        let areas = AreaIndex::new(&contents.areas);
        Self { contents, shop_places, campaign_places, slug_places, automatic_places, areas }
    }

    /// The same with the restaurants that its files have no longer, out of business: who has an order of theirs finds them.
    #[must_use]
    pub fn with_former(mut self, restaurants: Vec<Restaurant>) -> Self {
        for restaurant in restaurants {
            let next = self.contents.shops.len();
            if let Entry::Vacant(place) = self.shop_places.entry(restaurant.id) {
                place.insert(next);
                self.contents.shops.push(Shop::former(restaurant, self.contents.settings.delivery_fee));
            }
        }
        self
    }

    /// The same with what a story says of highlights before `highlights.json` (docs/spec/ordering.md, "The chain as
    /// data"). What differs for it is another version.
    #[must_use]
    pub fn with_highlights(mut self, told: Highlights) -> Self {
        let highlights = told.or(&self.contents.highlights);
        if highlights != self.contents.highlights {
            let said = format!("{}{highlights:?}", self.contents.version);
            self.contents.version = short_hash(&Sha256::digest(said));
            self.contents.highlights = highlights;
        }
        self
    }

    /// What tells these files from others: a hash of their bytes, the same on every node that reads the same files.
    #[must_use]
    pub fn content_version(&self) -> &str {
        &self.contents.version
    }

    /// All restaurants.
    #[must_use]
    pub fn shops(&self) -> &[Shop] {
        &self.contents.shops
    }

    /// A restaurant.
    #[must_use]
    pub fn shop(&self, id: RestaurantId) -> Option<&Shop> {
        self.shop_places.get(&id).map(|at| &self.contents.shops[*at])
    }

    /// All restaurants, as far as orders and their watchers need them.
    #[must_use]
    pub fn restaurants(&self) -> Vec<Restaurant> {
        self.contents.shops.iter().map(|shop| shop.restaurant.clone()).collect()
    }

    /// The areas of a restaurant, in the order in which they are tried.
    pub fn areas(&self, shop: RestaurantId) -> impl Iterator<Item = &Area> {
        self.areas.of(shop).iter().map(|place| &self.contents.areas[*place])
    }

    /// The first area of a restaurant that takes a point (docs/spec/ordering.md, "Areas").
    #[must_use]
    pub fn area_of(&self, shop: &Shop, point: LatLng) -> Option<&Area> {
        self.areas(shop.id()).find(|area| area.takes(point, shop.restaurant.location))
    }

    /// The restaurants with an area that takes a point, each with the first one that does, in the order of the file.
    #[must_use]
    pub fn areas_at(&self, point: LatLng) -> Vec<(&Shop, &Area)> {
        let mut found: Vec<(&Shop, &Area)> = Vec::new();
        for place in self.areas.around(point) {
            let area = &self.contents.areas[place];
            let is_found = found.iter().any(|(_, other)| other.shop == area.shop);
            let shop = if is_found { None } else { self.shop(area.shop) };
            found.extend(shop.filter(|shop| area.takes(point, shop.restaurant.location)).map(|shop| (shop, area)));
        }
        found
    }

    /// What can be ordered.
    #[must_use]
    pub fn menu(&self) -> &Menu {
        &self.contents.menu
    }

    /// All campaigns.
    #[must_use]
    pub fn campaigns(&self) -> &[Campaign] {
        &self.contents.campaigns
    }

    /// A campaign.
    #[must_use]
    pub fn campaign(&self, id: &str) -> Option<&Campaign> {
        self.campaign_places.get(id).map(|at| &self.contents.campaigns[*at])
    }

    /// The combo of a slug.
    #[must_use]
    pub fn combo(&self, slug: &str) -> Option<&Campaign> {
        self.slug_places.get(slug).map(|at| &self.contents.campaigns[*at])
    }

    /// The campaign of a code, with what is said of the code.
    #[must_use]
    pub fn code(&self, code: &PromotionCode) -> Option<(&Campaign, &CampaignCode)> {
        let found = self.contents.codes.get(code)?;
        Some((self.campaign(found.campaign.as_str())?, found))
    }

    /// The campaigns that a type of benefit codes brings.
    pub fn campaigns_of_benefit<'c>(&'c self, benefit_type: &'c str) -> impl Iterator<Item = &'c Campaign> {
        self.contents.campaigns.iter().filter(move |one| one.benefit_type.as_deref() == Some(benefit_type))
    }

    /// The campaigns that need neither a code nor a benefit, in the order in which they are tried.
    pub fn automatic_campaigns(&self) -> impl Iterator<Item = &Campaign> {
        self.automatic_places.iter().map(|at| &self.contents.campaigns[*at])
    }

    /// What a restaurant is out of by the files; more may be by its own word.
    #[must_use]
    pub fn out_of_stock(&self, shop: RestaurantId) -> Option<&OutOfStock> {
        self.contents.stock.get(&shop)
    }

    /// All payment methods, in the order in which they are listed.
    #[must_use]
    pub fn payment_methods(&self) -> &[PaymentMethod] {
        &self.contents.methods
    }

    /// A payment method.
    #[must_use]
    pub fn payment_method(&self, id: &MethodId) -> Option<&PaymentMethod> {
        self.contents.methods.iter().find(|method| method.id == *id)
    }

    /// All gift cards.
    #[must_use]
    pub fn gift_cards(&self) -> &[GiftCard] {
        &self.contents.gift_cards
    }

    /// What the menu begins with.
    #[must_use]
    pub fn highlights(&self) -> &Highlights {
        &self.contents.highlights
    }

    /// Where people say how it was.
    #[must_use]
    pub fn survey(&self) -> &Survey {
        &self.contents.survey
    }

    /// What is tried with a part of the people.
    #[must_use]
    pub fn experiments(&self) -> &Experiments {
        &self.contents.experiments
    }

    /// The chain's figures.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.contents.settings
    }

    /// The loyalty programme's figures.
    #[must_use]
    pub fn loyalty(&self) -> &LoyaltyRules {
        &self.contents.loyalty
    }

    /// The prize wheel.
    #[must_use]
    pub fn wheel(&self) -> &WheelRules {
        &self.contents.wheel
    }

    /// The types of benefits.
    #[must_use]
    pub fn benefits(&self) -> &BenefitTypes {
        &self.contents.benefits
    }

    /// What delivery costs where no area is known.
    #[must_use]
    pub fn delivery_fee(&self, shop: RestaurantId) -> Cents {
        self.shop(shop).map_or(self.contents.settings.delivery_fee, |shop| shop.delivery_fee)
    }
}

/// The first half of a hash, in hexadecimal: a version.
pub(crate) fn short_hash(hash: &[u8]) -> String {
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
