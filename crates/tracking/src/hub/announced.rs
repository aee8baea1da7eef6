//! A committed change as the frames that an order's watchers get.

use bus::{Announcement, OrderNews, StatusNews};
use domain::ids::{OrderId, Rev, Seq};
use live::{Frame, FrameKind, SourceTag};
use protocol::{
    frames::{EndFrame, EstimateFrame, ServerFrame, StatusFrame},
    payload::{BatchData, EstimatePayload, OutlookPayload},
};

use super::view::end_of;
use crate::{source_tag, topic_id};

/// The frames, encoded once for all watchers on this node: a status and the end where it is final, or an estimate.
pub(crate) fn frames_of(news: &Announcement) -> impl Iterator<Item = Frame> {
    let (order, rev) = (news.order(), news.rev());
    let (topic, source): (_, Option<SourceTag>) = (topic_id(order), news.car().map(source_tag));
    let (first, end) = match &news.news {
        OrderNews::Status(status) => {
            let frame = ServerFrame::Status(status_frame(order, news.seq(), rev, status));
            let first = Frame::new(&frame, FrameKind::Event(topic, news.seq(), rev, source));
            let end = end_of(status.status).map(|reason| {
                let end = ServerFrame::End(EndFrame { order_id: order.to_string(), reason });
                Frame::new(&end, FrameKind::End(topic))
            });
            (Some(first), end)
        }
        OrderNews::Change(outlook) => {
            let frame = |outlook| ServerFrame::Estimate(EstimateFrame::new(order, rev, &outlook));
            (outlook.map(|outlook| Frame::new(&frame(shown(outlook)), FrameKind::State(topic, rev, source))), None)
        }
    };
    first.into_iter().chain(end)
}

fn status_frame(order: OrderId, seq: Seq, rev: Rev, news: &StatusNews) -> StatusFrame {
    let OutlookPayload { estimate, batch_data, stops_before } = shown(news.outlook);
    StatusFrame {
        order_id: order.to_string(),
        seq: seq.0,
        rev: rev.0,
        status: news.status.number(),
        at: news.at,
        source: news.source.into(),
        note: news.note.clone(),
        batch_data,
        stops_before,
        estimate,
    }
}

/// What nodes tell each other of an order's state, as its watchers see it.
fn shown(outlook: bus::OrderOutlook) -> OutlookPayload {
    OutlookPayload {
        estimate: outlook.estimate.map(EstimatePayload::from),
        batch_data: outlook.batch.map(|batch| BatchData::new(batch.minutes, batch.updated_at)),
        stops_before: outlook.batch.map(|batch| batch.stops_before),
    }
}
