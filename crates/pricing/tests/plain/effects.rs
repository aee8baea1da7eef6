//! What campaigns take off lines (docs/spec/ordering.md, "The order of the rules", steps 5 to 7).

use std::collections::BTreeMap;

use chain::{Campaign, CampaignEffect, Combo, CrossSell, UnitEffect};

use super::{Item, Pricing, conditions::takes, outcome, spread::spread};

/// A unit that a campaign could take.
struct Candidate {
    item: usize,
    unit: usize,
    saving: i64,
    price: i64,
    uuid: String,
    /// Whether its base costs nothing.
    is_free: bool,
}

impl<'a> Pricing<'a> {
    /// Step 5.
    pub(crate) fn combos(&mut self) {
        let cost = self.cost();
        let mut in_combos: Vec<usize> = Vec::new();
        for taking in self.takings.clone() {
            let (Some(combo), Some((_, code))) = (taking.campaign.combo(), taking.code) else { continue };
            if let Some(said) = self.first_failing(taking.campaign, cost) {
                self.refuse(taking, said);
                continue;
            }
            let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (at, item) in self.items.iter().enumerate() {
                if let Some(mark) = item.combo.as_ref().filter(|mark| mark.code.as_ref() == Some(code)) {
                    groups.entry(mark.id.to_string()).or_default().push(at);
                }
            }
            groups.retain(|_, group| self.is_whole(combo, group));
            if groups.is_empty() {
                let said = self.nothing_for(taking.campaign);
                self.refuse(taking, said);
                continue;
            }
            let mut sum = 0;
            for group in groups.values() {
                let bases: Vec<(i64, String)> =
                    group.iter().map(|at| (self.items[*at].unit.base, self.items[*at].about.uuid.clone())).collect();
                let discount = (bases.iter().map(|(base, _)| base).sum::<i64>() - combo.price.0).max(0);
                sum += discount;
                for (at, share) in group.iter().zip(spread(discount, &bases)) {
                    let item = &mut self.items[*at];
                    item.takes_off("combo", share);
                    item.note(taking.campaign, 1);
                    item.units[0] = Some(taking.campaign);
                    in_combos.push(*at);
                }
            }
            self.took_effect(taking, sum);
        }
        for (at, item) in self.items.iter_mut().enumerate() {
            if !in_combos.contains(&at) {
                item.combo = None;
            }
        }
    }

    /// Whether lines are a combo: one unit each, as many as options, and some order of them fits the options.
    fn is_whole(&self, combo: &Combo, group: &[usize]) -> bool {
        let fits = |at: usize, option: &chain::ComboOption| {
            let kept = &self.items[at].kept;
            option.products.contains(&kept.product.id) && option.sizes.contains(&kept.size.id)
        };
        let is_single = group.iter().all(|at| self.items[*at].units.len() == 1);
        is_single
            && group.len() == combo.options.len()
            && orders(group).iter().any(|order| order.iter().zip(&combo.options).all(|(at, option)| fits(*at, option)))
    }

    /// Step 6.
    pub(crate) fn line_campaigns(&mut self) {
        let cost = self.cost();
        for taking in self.takings.clone() {
            let campaign = taking.campaign;
            let is_of_lines = matches!(
                campaign.effect.kind(),
                "percent" | "productPrice" | "freeProduct" | "buyPay" | "toppingOffer" | "crossSell"
            );
            if !is_of_lines {
                continue;
            }
            if let Some(said) = self.first_failing(campaign, cost) {
                self.refuse(taking, said);
                continue;
            }
            let taken = self.take_units(campaign);
            let sum: i64 = taken.iter().map(|one| one.saving).sum();
            if sum == 0 {
                let said = self.nothing_for(campaign);
                self.refuse(taking, said);
                continue;
            }
            for one in taken {
                let item = &mut self.items[one.item];
                item.units[one.unit] = Some(campaign);
                item.takes_off("campaign", one.saving);
                item.note(campaign, 1);
                item.line.for_nothing += u32::from(one.is_free);
            }
            self.took_effect(taking, sum);
        }
    }

    /// The units that a campaign takes, with what each saves.
    fn take_units(&self, campaign: &Campaign) -> Vec<Candidate> {
        let mut free: Vec<Candidate> = Vec::new();
        for (at, item) in self.items.iter().enumerate().filter(|(_, item)| takes(&campaign.filter, item)) {
            for (unit, taken) in item.units.iter().enumerate() {
                if taken.is_none() {
                    let (price, uuid) = (item.unit.price, item.about.uuid.clone());
                    let is_free = matches!(campaign.effect, CampaignEffect::Units(UnitEffect::FreeProduct { .. }));
                    let saving = self.saving(campaign, item);
                    free.push(Candidate { item: at, unit, saving, price, uuid, is_free });
                }
            }
        }
        if let CampaignEffect::Units(UnitEffect::BuyPay { buy, pay }) = campaign.effect {
            return in_groups(free, buy as usize, pay as usize);
        }
        let most = match &campaign.effect {
            CampaignEffect::Units(
                UnitEffect::ProductPrice { max_units, .. } | UnitEffect::FreeProduct { max_units },
            ) => *max_units,
            CampaignEffect::Units(UnitEffect::CrossSell(offer)) => {
                self.trigger_units(offer) - self.units_taken(campaign)
            }
            _ => u32::MAX,
        };
        free.retain(|one| one.saving > 0);
        free.sort_by(|a, b| b.saving.cmp(&a.saving).then(b.price.cmp(&a.price)).then(a.uuid.cmp(&b.uuid)));
        free.truncate(most as usize);
        free
    }

    /// What a campaign takes off a unit; of groups nothing yet.
    fn saving(&self, campaign: &Campaign, item: &Item<'_>) -> i64 {
        match &campaign.effect {
            CampaignEffect::Units(UnitEffect::Percent(percent)) => {
                let exact = item.unit.price * i64::from(percent.0);
                exact / 10_000 + i64::from(exact % 10_000 >= 5_000)
            }
            CampaignEffect::Units(UnitEffect::ProductPrice { price, .. }) => item.unit.base - price.0,
            CampaignEffect::Units(UnitEffect::FreeProduct { .. }) => item.unit.base,
            CampaignEffect::Units(UnitEffect::CrossSell(offer)) => offer.amount.0.min(item.unit.price),
            CampaignEffect::Units(UnitEffect::ToppingOffer { topping_price })
                if item.kept.product.included_toppings.is_none() =>
            {
                let mut savings: Vec<i64> =
                    item.unit.paid_toppings.iter().map(|paid| paid - topping_price.0).filter(|one| *one > 0).collect();
                savings.sort();
                savings.iter().rev().take(2).sum::<i64>().min(200)
            }
            _ => 0,
        }
    }

    fn trigger_units(&self, offer: &CrossSell) -> u32 {
        let triggers = self.items.iter().filter(|item| {
            let product = item.kept.product;
            offer.trigger_products.contains(&product.id) || offer.trigger_categories.contains(&product.category)
        });
        triggers.map(|item| item.units.len() as u32).sum()
    }

    fn units_taken(&self, campaign: &Campaign) -> u32 {
        let units = self.items.iter().flat_map(|item| &item.units).flatten();
        units.filter(|taken| taken.id == campaign.id).count() as u32
    }

    /// What is offered to whoever has a trigger in the cart.
    pub(crate) fn list_cross_sells(&mut self) {
        let menu = self.request.chain.menu();
        let took: i64 = self.items.iter().map(|item| item.line.steps.get("campaign").copied().unwrap_or(0)).sum();
        // Taken at the end of step 6; its conditions are of its beginning.
        let cost = self.cost() - took;
        for taking in self.takings.clone() {
            let (campaign, filter) = (taking.campaign, &taking.campaign.filter);
            let CampaignEffect::Units(UnitEffect::CrossSell(offer)) = &campaign.effect else { continue };
            let fails = self
                .failing(campaign, cost)
                .into_iter()
                .any(|(code, ..)| !["campaign/login-required", "campaign/exclusive"].contains(&code));
            let id = campaign.id.to_string();
            let is_listed = self.out.cross_sells.iter().any(|known| known.campaign == id);
            let triggers = self.trigger_units(offer);
            if triggers == 0 || fails || is_listed {
                continue;
            }
            let is_offered = |product: &&chain::Product| {
                !product.is_age_restricted
                    && !product.is_inactive
                    && filter.categories.as_ref().is_none_or(|all| all.contains(&product.category))
                    && match &filter.products {
                        Some(all) => all.contains(&product.id),
                        None => product.is_in_default_menu,
                    }
            };
            let sizes = match &filter.sizes {
                Some(sizes) => sizes.iter().map(ToString::to_string).collect(),
                None => menu.sizes().iter().map(|size| size.id.to_string()).collect(),
            };
            self.out.cross_sells.push(outcome::CrossSell {
                campaign: id,
                amount: offer.amount.0,
                sizes,
                products: menu.products().iter().filter(is_offered).map(|one| one.id.to_string()).collect(),
                default_product: offer.default_product.to_string(),
                requires_registered_user: campaign.conditions.requires_log_in || campaign.is_loyalty,
                remaining: triggers - self.units_taken(campaign),
            });
        }
    }

    /// Step 7.
    pub(crate) fn amounts(&mut self) {
        let cost = self.cost();
        for taking in self.takings.clone() {
            let CampaignEffect::Amount(amount) = taking.campaign.effect else { continue };
            if let Some(said) = self.first_failing(taking.campaign, cost) {
                self.refuse(taking, said);
                continue;
            }
            let of_filter: Vec<usize> =
                (0..self.items.len()).filter(|at| takes(&taking.campaign.filter, &self.items[*at])).collect();
            let weights: Vec<(i64, String)> =
                of_filter.iter().map(|at| (self.items[*at].left(), self.items[*at].about.uuid.clone())).collect();
            let total = amount.0.min(weights.iter().map(|(left, _)| left).sum());
            if total == 0 {
                let said = self.nothing_for(taking.campaign);
                self.refuse(taking, said);
                continue;
            }
            for (at, share) in of_filter.into_iter().zip(spread(total, &weights)) {
                if share > 0 {
                    let item = &mut self.items[at];
                    item.takes_off("spread", share);
                    item.note(taking.campaign, item.about.quantity);
                }
            }
            self.took_effect(taking, total);
        }
    }
}

/// Dearest first in groups of `buy`; of each full group all are taken, and the `buy - pay` cheapest are free, the lower name
/// first of those that cost the same.
fn in_groups(mut units: Vec<Candidate>, buy: usize, pay: usize) -> Vec<Candidate> {
    units.sort_by_key(|unit| (-unit.price, unit.uuid.clone()));
    let mut taken = Vec::new();
    while units.len() >= buy {
        let mut group: Vec<Candidate> = units.drain(..buy).collect();
        let mut cheapest: Vec<usize> = (0..buy).collect();
        cheapest.sort_by_key(|at| (group[*at].price, group[*at].uuid.clone()));
        for at in cheapest.into_iter().take(buy.saturating_sub(pay)) {
            group[at].saving = group[at].price;
            group[at].is_free = true;
        }
        taken.append(&mut group);
    }
    taken
}

/// All orders of a few places.
fn orders(places: &[usize]) -> Vec<Vec<usize>> {
    if places.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in places {
        let others: Vec<usize> = places.iter().copied().filter(|place| place != first).collect();
        for mut order in orders(&others) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}
