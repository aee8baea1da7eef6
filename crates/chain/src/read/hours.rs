//! Opening hours of a restaurant.

use domain::hours::{DayHours, HoursKind, WeekHours};

use crate::{
    json::{JsonFields, JsonNode, SeenNames},
    shop::{HoursException, Week},
    time::DayTimes,
};

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Weeks by kind.
type Weeks<T> = Vec<(HoursKind, T)>;

/// The weeks twice: as orders and their watchers keep them, and for rules.
pub(super) fn hours(node: &JsonNode<'_>) -> (Weeks<WeekHours>, Weeks<Week>) {
    let mut seen = SeenNames::default();
    let weeks = node.list(|node| {
        node.object(|fields| {
            let number = fields.must("openingHourtypeID");
            let kind = kind(&number);
            if let Some(kind) = kind {
                seen.take(&number, "the kind of hours", &u8::from(kind));
            }
            (kind.unwrap_or(HoursKind::General), week(fields))
        })
    });
    (weeks.iter().map(|(kind, week)| (*kind, written(week))).collect(), weeks)
}

fn kind(node: &JsonNode<'_>) -> Option<HoursKind> {
    u8::try_from(node.count(1..=4)).ok().and_then(|number| HoursKind::try_from(number).ok())
}

fn week(fields: &JsonFields<'_>) -> Week {
    Week(DAYS.map(|day| {
        fields.maybe(day).map(|node| {
            node.object(|fields| DayTimes {
                from: fields.must("start").start_time(),
                until: fields.must("end").end_time(),
            })
        })
    }))
}

fn written(week: &Week) -> WeekHours {
    let [mon, tue, wed, thu, fri, sat, sun] =
        week.0.map(|day| day.map(|times| DayHours { start: times.from.to_string(), end: times.until.to_string() }));
    WeekHours { mon, tue, wed, thu, fri, sat, sun }
}

/// Hours of one date; none where a time is not decided yet (`xx`).
pub(super) fn exception(node: &JsonNode<'_>) -> Option<HoursException> {
    node.object(|fields| {
        let date = fields.must("exceptionDate").date();
        let kind = kind(&fields.must("openingHourtypeID"));
        let (start, end) = (fields.maybe("startTime"), fields.maybe("endTime"));
        let is_open = |node: &Option<JsonNode<'_>>| node.as_ref().is_some_and(JsonNode::is_undecided);
        let times = match (&start, &end) {
            _ if is_open(&start) || is_open(&end) => return None,
            (None, None) => None,
            (Some(start), Some(end)) => Some(DayTimes { from: start.start_time(), until: end.end_time() }),
            (Some(one), None) | (None, Some(one)) => {
                one.fault("has no other end: startTime and endTime are both null, or both times");
                None
            }
        };
        Some(HoursException { date, kind: kind?, times })
    })
}
