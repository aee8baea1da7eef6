//! The six calls, the same for machines and for people.

/// The calls below `base`, for those who look and those who change something, each an extractor that is [`super::IntoStateReporter`].
macro_rules! calls {
    (
        base: $base:literal, tag: $tag:literal, security: $security:literal, header: ($($header:tt)*),
        looks: $Looking:ident, changes: $Changing:ident,
        ids: [$get:literal, $pause:literal, $resume:literal, $busy:literal, $out:literal, $back:literal]
    ) => {
        /// What a restaurant says of itself.
        #[utoipa::path(get, context_path = $base, path = "/{shopId}/state", operation_id = $get, tag = $tag,
            params(("shopId" = String, Path, description = "The restaurant's number")),
            security(($security = [])),
            responses(
                (status = 200, description = "What the restaurant says now", body = RestaurantState),
                NotShown<$Looking>))]
        pub(in crate::routes) async fn get_state(
            State(ordering): State<Ordering>,
            caller: $Looking,
            Path(restaurant): Path<String>,
        ) -> StateAnswer {
            show(&ordering, &caller.into_state_reporter()?, &restaurant)
        }

        /// Takes no orders for a while, of all types or of some; in the place of any pause before.
        #[utoipa::path(put, context_path = $base, path = "/{shopId}/pause", operation_id = $pause, tag = $tag,
            params(("shopId" = String, Path, description = "The restaurant's number"), $($header)*),
            request_body = PauseRestaurant, security(($security = [])),
            responses(
                (status = 200, description = "What the restaurant says now", body = RestaurantState),
                (status = "4XX", description = "Refused", body = ErrorBody),
                NotSaid<$Changing>))]
        pub(in crate::routes) async fn pause_restaurant(
            State(ordering): State<Ordering>,
            caller: $Changing,
            Path(restaurant): Path<String>,
            Json(body): Json<PauseRestaurant>,
        ) -> StateAnswer {
            let reporter = caller.into_state_reporter()?;
            say(&ordering, &reporter, &restaurant, |view, _| body.check(reporter.writer, &reporter.by, view.now())).await
        }

        /// Takes orders again.
        #[utoipa::path(delete, context_path = $base, path = "/{shopId}/pause", operation_id = $resume, tag = $tag,
            params(("shopId" = String, Path, description = "The restaurant's number"), $($header)* Ended),
            security(($security = [])),
            responses(
                (status = 200, description = "What the restaurant says now", body = RestaurantState),
                NotSaid<$Changing>))]
        pub(in crate::routes) async fn resume_restaurant(
            State(ordering): State<Ordering>,
            caller: $Changing,
            Path(restaurant): Path<String>,
            Query(query): Query<Ended>,
        ) -> StateAnswer {
            say(&ordering, &caller.into_state_reporter()?, &restaurant, |_, _| Ok((StateChange::Resume, rev(query.if_rev)?))).await
        }

        /// Lets orders take longer for a while; those that were placed keep their promise.
        #[utoipa::path(put, context_path = $base, path = "/{shopId}/busy", operation_id = $busy, tag = $tag,
            params(("shopId" = String, Path, description = "The restaurant's number"), $($header)*),
            request_body = SetBusy, security(($security = [])),
            responses(
                (status = 200, description = "What the restaurant says now", body = RestaurantState),
                (status = "4XX", description = "Refused", body = ErrorBody),
                NotSaid<$Changing>))]
        pub(in crate::routes) async fn set_busy(
            State(ordering): State<Ordering>,
            caller: $Changing,
            Path(restaurant): Path<String>,
            Json(body): Json<SetBusy>,
        ) -> StateAnswer {
            say(&ordering, &caller.into_state_reporter()?, &restaurant, |view, _| body.check(view.now())).await
        }

        /// Says that something has run out, in one size or in all.
        #[utoipa::path(put, context_path = $base, path = "/{shopId}/out/{kind}/{id}", operation_id = $out, tag = $tag,
            params(("shopId" = String, Path, description = "The restaurant's number"),
                ("kind" = String, Path, description = "`product` or `ingredient`"),
                ("id" = String, Path, description = "Which one"), $($header)*),
            request_body = MarkOut, security(($security = [])),
            responses(
                (status = 200, description = "What the restaurant says now", body = RestaurantState),
                (status = "4XX", description = "Refused", body = ErrorBody),
                NotSaid<$Changing>))]
        pub(in crate::routes) async fn mark_out(
            State(ordering): State<Ordering>,
            caller: $Changing,
            Path((restaurant, kind, id)): Path<(String, String, String)>,
            Json(body): Json<MarkOut>,
        ) -> StateAnswer {
            let reporter = caller.into_state_reporter()?;
            let check = |view: &ChainView, _| {
                let article = article(view, &kind, &id)?;
                body.check(view.chain().menu(), article, &reporter.by, view.now())
            };
            say(&ordering, &reporter, &restaurant, check).await
        }

        /// Says that something is there again, also what the chain's files call out.
        #[utoipa::path(delete, context_path = $base, path = "/{shopId}/out/{kind}/{id}", operation_id = $back, tag = $tag,
            params(("shopId" = String, Path, description = "The restaurant's number"),
                ("kind" = String, Path, description = "`product` or `ingredient`"),
                ("id" = String, Path, description = "Which one"), $($header)* TakenBack),
            security(($security = [])),
            responses(
                (status = 200, description = "What the restaurant says now", body = RestaurantState),
                NotSaid<$Changing>))]
        pub(in crate::routes) async fn take_back(
            State(ordering): State<Ordering>,
            caller: $Changing,
            Path((restaurant, kind, id)): Path<(String, String, String)>,
            Query(query): Query<TakenBack>,
        ) -> StateAnswer {
            let reporter = caller.into_state_reporter()?;
            say(&ordering, &reporter, &restaurant, |view, shop| back(view, shop, (&kind, &id), query)).await
        }
    };
}

/// What the calls are made of.
mod parts {
    pub(super) use axum::extract::State;
    pub(super) use domain::live_state::StateChange;
    pub(super) use protocol::payload::RestaurantState;
    pub(super) use server::{ErrorBody, Json, Path, Query};

    pub(super) use super::super::{
        Ended, IntoStateReporter, StateAnswer, TakenBack, article, back,
        refusals::{NotSaid, NotShown},
        say, show,
    };
    pub(super) use crate::{
        chain_view::ChainView,
        ordering::Ordering,
        restaurants::{MarkOut, PauseRestaurant, SetBusy, rev},
    };
}

/// Of machines, with a dispatch key.
pub(in crate::routes) mod dispatch {
    use server::dispatch_key::DispatchCaller;

    use super::parts::*;

    calls! {
        base: "/api/dispatch/restaurants", tag: "dispatch", security: "dispatchKey", header: (),
        looks: DispatchCaller, changes: DispatchCaller,
        ids: ["getRestaurantState", "pauseRestaurant", "resumeRestaurant", "setRestaurantBusy", "markOut", "takeBack"]
    }
}

/// Of people: those of the restaurant change its state, others of the staff look at it.
pub(in crate::routes) mod staff {
    use server::work_place::{StaffAtWork, StaffLooking};

    use super::parts::*;

    calls! {
        base: "/api/staff/restaurants", tag: "staff", security: "staffSession",
        header: (("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`"),),
        looks: StaffLooking, changes: StaffAtWork,
        ids: [
            "getStaffRestaurantState", "pauseStaffRestaurant", "resumeStaffRestaurant", "setStaffRestaurantBusy",
            "markStaffOut", "takeStaffBack"
        ]
    }
}
