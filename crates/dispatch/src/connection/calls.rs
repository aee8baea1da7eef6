//! The calls of a dispatch connection that are in work.

use std::{
    collections::{HashMap, VecDeque},
    future::pending,
    pin::Pin,
    sync::Arc,
};

use domain::{
    car::Position,
    error::Code,
    ids::{CarId, OrderId, RestaurantId},
    words::name,
};
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use jiff::Timestamp;
use live::{Connection, Frame, FrameKind};
use serde_json::Value;
use server::{ApiError, dispatch_key::DispatchCaller, security::Witness};
use tokio::time::Instant;

use super::{
    SUBPROTOCOL,
    frames::{AckFrame, DispatchAnswer, DispatchErrorFrame, DispatchServerFrame, Watching, answer_frame, write_acks},
    request::{CallKind, DispatchCall, read_positions, read_restaurant},
};
use crate::{
    Dispatch,
    positions::{self, CheckedPositions, NewPosition, positions_error},
    state::find_order,
    statuses::{SetOneStatus, SetStatus, set_one},
};

/// Names of other shops whose orders' numbers are remembered.
const REMEMBERED: usize = 4096;

type PendingFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Calls that wait for each other: those on one order, one car, one restaurant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum CallLane {
    Order(OrderId),
    Car(CarId),
    Restaurant(RestaurantId),
}

/// A call that has been read.
struct CallTask {
    id: i64,
    key: Arc<DispatchCaller>,
    job: CallJob,
    /// When its frame was read.
    accepted: Instant,
}

enum CallJob {
    Status(SetStatus),
    /// Those that were checked.
    Positions(Vec<Position>),
    RawPositions(Vec<Value>),
    Watch,
}

/// An answer; none where it has been given already.
type AnsweredCall = Option<(i64, Result<DispatchAnswer, ApiError>)>;

/// A call on an order by another shop's name for it: the order is looked up before anything else is
/// read, so that calls on it by its number keep their place.
struct NamedCall {
    name: String,
    task: CallTask,
    order: Result<OrderId, ApiError>,
}

/// Positions that were received, and behind which no other call of their car is in work. They are carried out together when
/// all that has come was received, and before any call that may have to wait for one of them: most wait for nothing.
struct ReceivedPositions {
    id: i64,
    key: Arc<DispatchCaller>,
    car: CarId,
    positions: CheckedPositions,
    accepted: Instant,
    /// Whether it was found that it has to wait for something.
    waits: bool,
}

/// The calls of a connection that are in work.
pub(super) struct Calls {
    connection: Arc<dyn Connection>,
    dispatch: Arc<Dispatch>,
    witness: Witness,
    names: HashMap<String, OrderId>,
    naming: Option<PendingFuture<NamedCall>>,
    /// What waits behind a call of its lane that is being carried out.
    lanes: HashMap<CallLane, VecDeque<CallTask>>,
    running: FuturesUnordered<PendingFuture<(CallLane, AnsweredCall)>>,
    in_work: usize,
    received: Vec<ReceivedPositions>,
    /// When the first of them was received, by the machine's clock and by that of the day.
    receiving: Option<(Instant, Timestamp)>,
    answers: Vec<(i64, Result<DispatchAnswer, ApiError>)>,
}

impl Calls {
    pub(super) fn new(connection: Arc<dyn Connection>, dispatch: Dispatch, witness: Witness) -> Self {
        Self {
            connection,
            dispatch: Arc::new(dispatch),
            witness,
            names: HashMap::new(),
            naming: None,
            lanes: HashMap::new(),
            running: FuturesUnordered::new(),
            in_work: 0,
            received: Vec::new(),
            receiving: None,
            answers: Vec::new(),
        }
    }

    /// Whether there is room for another call.
    pub(super) fn has_room(&self) -> bool {
        let work = self.in_work + self.received.len() + self.answers.len();
        self.naming.is_none() && work < self.dispatch.limits.work
    }

    /// Takes a call in.
    pub(super) fn take(&mut self, id: i64, key: &Arc<DispatchCaller>, call: DispatchCall<'_>) {
        let task = |job| CallTask { id, key: Arc::clone(key), job, accepted: Instant::now() };
        let taken = match call {
            DispatchCall::Positions(car, positions) => self.receive_positions(id, key, car, &positions),
            DispatchCall::Raw(CallKind::Status, fields) => {
                self.take_status(&fields, |status| task(CallJob::Status(status)))
            }
            DispatchCall::Raw(CallKind::Position, fields) => read_positions(fields)
                .map(|(car, positions)| self.start(CallLane::Car(car), task(CallJob::RawPositions(positions)))),
            DispatchCall::Raw(CallKind::Watch, fields) => read_restaurant(&fields)
                .map(|restaurant| self.start(CallLane::Restaurant(restaurant), task(CallJob::Watch))),
        };
        if let Err(error) = taken {
            self.answers.push((id, Err(error)));
        }
    }

    fn receive_positions(
        &mut self,
        id: i64,
        key: &Arc<DispatchCaller>,
        car: &str,
        positions: &[NewPosition],
    ) -> Result<(), ApiError> {
        let clock = &self.dispatch.orders.deps().clock;
        let (accepted, now) = *self.receiving.get_or_insert_with(|| (Instant::now(), clock.now()));
        let car: CarId = name(car).map_err(|_| ApiError::invalid("carId"))?;
        let positions = positions::check_read(positions, now, index_of).map_err(|error| error.within("positions"))?;
        let key = Arc::clone(key);
        if self.lanes.is_empty() || !self.lanes.contains_key(&CallLane::Car(car.clone())) {
            self.received.push(ReceivedPositions { id, key, car, positions, accepted, waits: false });
        } else {
            let job = CallJob::Positions(positions.into_vec());
            self.start(CallLane::Car(car), CallTask { id, key, job, accepted });
        }
        Ok(())
    }

    /// Carries out the positions that were received.
    pub(super) fn carry_out_received(&mut self) {
        self.receiving = None;
        if self.received.is_empty() {
            return;
        }
        let (mut received, orders) = (std::mem::take(&mut self.received), &self.dispatch.orders);
        orders.touch_cars(received.iter().map(|received| &received.car));
        let (mut ids, mut calls) = (Vec::with_capacity(received.len()), Vec::with_capacity(received.len()));
        let mut waiting: Vec<&CarId> = Vec::new();
        for ReceivedPositions { id, key, car, positions, accepted, waits } in &mut received {
            let is_free = !waiting.contains(&&*car);
            match is_free.then(|| orders.ready(&key.reporter, car, positions, *accepted)).flatten() {
                Some(Ok(call)) => {
                    ids.push(*id);
                    calls.push(call);
                }
                Some(Err(error)) => self.answers.push((*id, Err(positions_error(error).within("positions")))),
                None => {
                    *waits = true;
                    waiting.push(car);
                }
            }
        }
        orders.take_ready(&mut calls);
        let taken = calls.into_iter().map(|call| Ok(DispatchAnswer::Position(call.taken.into())));
        self.answers.extend(ids.into_iter().zip(taken));
        if waiting.is_empty() {
            // Its room is used again.
            received.clear();
            self.received = received;
            return;
        }
        for ReceivedPositions { id, key, car, positions, accepted, .. } in
            received.into_iter().filter(|received| received.waits)
        {
            self.start(
                CallLane::Car(car),
                CallTask { id, key, job: CallJob::Positions(positions.into_vec()), accepted },
            );
        }
    }

    fn take_status(&mut self, fields: &Value, task: impl FnOnce(SetStatus) -> CallTask) -> Result<(), ApiError> {
        let SetOneStatus { order_id: name, status } = SetOneStatus::read(fields)?;
        let task = task(status);
        let known = if name.starts_with("ext:") { self.names.get(&name).copied() } else { name.parse().ok() };
        match known {
            Some(order) => self.start(CallLane::Order(order), task),
            None => self.look_up(name, task),
        }
        Ok(())
    }

    fn look_up(&mut self, name: String, task: CallTask) {
        let dispatch = Arc::clone(&self.dispatch);
        self.in_work += 1;
        self.naming = Some(Box::pin(async move {
            let order = find_order(&dispatch, &task.key, &name).await;
            NamedCall { name, task, order }
        }));
    }

    /// Carries a call out, after those of its lane that came before it.
    fn start(&mut self, lane: CallLane, task: CallTask) {
        self.carry_out_received();
        if let Some(waiting) = self.lanes.get_mut(&lane) {
            self.in_work += 1;
            waiting.push_back(task);
        } else if !self.is_done_at_once(lane.clone(), task) {
            self.lanes.insert(lane, VecDeque::new());
        }
    }

    /// Begins to carry a call out; whether it is done with that.
    fn is_done_at_once(&mut self, lane: CallLane, task: CallTask) -> bool {
        let (dispatch, connection) = (Arc::clone(&self.dispatch), Arc::clone(&self.connection));
        let mut work: PendingFuture<(CallLane, AnsweredCall)> = match (lane, task) {
            // Apart from the others, which take more room.
            (CallLane::Car(car), CallTask { id, key, job: CallJob::Positions(items), accepted }) => {
                Box::pin(async move {
                    let taken = positions::take_checked(&dispatch, &key, &car, items, accepted).await;
                    let taken = taken.map_err(|error| error.within("positions")).map(DispatchAnswer::Position);
                    (CallLane::Car(car), Some((id, taken)))
                })
            }
            (lane, task) => Box::pin(async move {
                let answered = carry_out(&dispatch, &connection, &lane, task).await;
                (lane, answered)
            }),
        };
        match work.as_mut().now_or_never() {
            Some((_, answered)) => {
                self.answers.extend(answered);
                true
            }
            None => {
                self.in_work += 1;
                self.running.push(work);
                false
            }
        }
    }

    /// Goes on until something is done; for ever where nothing is in work.
    pub(super) async fn go_on(&mut self) {
        self.carry_out_received();
        if !self.answers.is_empty() {
            self.send_answers();
            return;
        }
        let Self { naming, running, .. } = self;
        tokio::select! {
            named = next_name(naming) => {
                self.naming = None;
                self.on_named(named);
            }
            Some((lane, answered)) = running.next(), if !running.is_empty() => {
                self.on_done(&lane, answered);
                while let Some(Some((lane, answered))) = self.running.next().now_or_never() {
                    self.on_done(&lane, answered);
                }
            }
        }
        self.send_answers();
    }

    fn on_named(&mut self, NamedCall { name, task, order }: NamedCall) {
        self.in_work -= 1;
        match order {
            Err(error) => self.answers.push((task.id, Err(error))),
            Ok(order) => {
                if self.names.len() >= REMEMBERED {
                    self.names.clear();
                }
                self.names.insert(name, order);
                self.start(CallLane::Order(order), task);
            }
        }
    }

    fn on_done(&mut self, lane: &CallLane, answered: AnsweredCall) {
        self.in_work -= 1;
        self.answers.extend(answered);
        while let Some(task) = self.lanes.get_mut(lane).and_then(VecDeque::pop_front) {
            self.in_work -= 1;
            if !self.is_done_at_once(lane.clone(), task) {
                return;
            }
        }
        self.lanes.remove(lane);
    }

    /// Gives the answers that are there: acknowledgements in one frame, refusals one by one.
    fn send_answers(&mut self) {
        let (mut acks, mut frames) = (Vec::with_capacity(self.answers.len()), Vec::new());
        for (id, answer) in self.answers.drain(..) {
            match answer {
                Ok(answer) => acks.push(AckFrame { id, answer }),
                Err(error) => {
                    self.witness.refused(error.refusal(), || SUBPROTOCOL.to_owned());
                    frames.push(answer_frame(&DispatchServerFrame::Error(DispatchErrorFrame::new(Some(id), &error))));
                }
            }
        }
        if !acks.is_empty() {
            frames.push(Frame::written(|into| write_acks(&acks, into), FrameKind::Answer));
        }
        self.connection.with(&mut |state| frames.iter().for_each(|frame| state.send(frame)));
    }
}

async fn next_name(naming: &mut Option<PendingFuture<NamedCall>>) -> NamedCall {
    match naming {
        Some(naming) => naming.await,
        None => pending().await,
    }
}

async fn carry_out(
    dispatch: &Dispatch,
    connection: &Arc<dyn Connection>,
    lane: &CallLane,
    task: CallTask,
) -> AnsweredCall {
    let CallTask { id, key, job, accepted } = task;
    let answer = match (job, lane) {
        (CallJob::Status(status), CallLane::Order(order)) => {
            set_one(dispatch, &key, *order, status, accepted).await.map(DispatchAnswer::Status)
        }
        (CallJob::RawPositions(items), CallLane::Car(car)) => {
            let taken = positions::take(dispatch, &key, car, &items, accepted, index_of).await;
            taken.map_err(|error| error.within("positions")).map(DispatchAnswer::Position)
        }
        (CallJob::Watch, CallLane::Restaurant(restaurant)) => {
            match watch(dispatch, connection, id, &key, *restaurant).await {
                Ok(()) => return None,
                Err(error) => Err(error),
            }
        }
        (..) => unreachable!("each kind of call has its kind of lane"),
    };
    Some((id, answer))
}

/// The path of one of several.
fn index_of(index: usize) -> String {
    format!("[{index}]")
}

/// The answer goes out with the orders, before the first of them.
async fn watch(
    dispatch: &Dispatch,
    connection: &Arc<dyn Connection>,
    id: i64,
    key: &DispatchCaller,
    restaurant: RestaurantId,
) -> Result<(), ApiError> {
    key.require(restaurant)?;
    let known = dispatch.orders.deps().store.restaurants().by_id(restaurant).await?;
    if known.is_none() {
        return Err(ApiError::new(Code::ShopNotFound));
    }
    let answer = DispatchAnswer::Watch(Watching { restaurant_id: restaurant.to_string() });
    let ack = answer_frame(&DispatchServerFrame::Ack(AckFrame { id, answer }));
    dispatch.kitchens.watch(restaurant, connection, &ack).await.map_err(ApiError::new)
}
