//! A committed change as the frames that an order's watchers get.

use bus::{Announcement, News};
use live::{Frame, FrameKind, SourceTag};

use super::view::end_of;
use crate::{
    protocol::{EndFrame, EstimateFrame, ServerFrame, StatusFrame},
    source_tag, topic_id,
};

/// The frames, encoded once for all watchers on this node: a status and the end where it is final, or an estimate.
pub(crate) fn frames_of(news: &Announcement) -> impl Iterator<Item = Frame> {
    let (order, rev) = (news.order(), news.rev());
    let (topic, source): (_, Option<SourceTag>) = (topic_id(order), news.car().map(source_tag));
    let (first, end) = match &news.news {
        News::Status(status) => {
            let frame = ServerFrame::Status(StatusFrame::of_news(order, news.seq(), rev, status));
            let first = Frame::new(&frame, FrameKind::Event(topic, news.seq(), rev, source));
            let end = end_of(status.status).map(|reason| {
                let end = ServerFrame::End(EndFrame { order_id: order.to_string(), reason });
                Frame::new(&end, FrameKind::End(topic))
            });
            (Some(first), end)
        }
        News::Change(outlook) => {
            let frame = |outlook| ServerFrame::Estimate(EstimateFrame::new(order, rev, &outlook));
            (outlook.map(|outlook| Frame::new(&frame(outlook.into()), FrameKind::State(topic, rev, source))), None)
        }
    };
    first.into_iter().chain(end)
}
