//! The statuses that an order goes through while it is measured: up to the road once, then failed and tried again for as
//! long as somebody reports.

/// The statuses of a run's orders, each order's in turn.
pub(crate) struct Ladder {
    /// The last status' number of each order.
    seqs: Vec<i64>,
    next: usize,
}

/// A status to be reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LadderStep {
    /// Which of the run's orders.
    pub(crate) order: usize,
    /// The number that it will have.
    pub(crate) seq: i64,
    pub(crate) status: i64,
}

impl Ladder {
    /// Orders that were just registered.
    pub(crate) fn new(orders: usize) -> Self {
        Self { seqs: vec![0; orders], next: 0 }
    }

    /// The next order's next status.
    pub(crate) fn step(&mut self) -> LadderStep {
        let order = self.next % self.seqs.len();
        self.next += 1;
        self.step_of(order)
    }

    /// An order's next status.
    pub(crate) fn step_of(&mut self, order: usize) -> LadderStep {
        self.seqs[order] += 1;
        let seq = self.seqs[order];
        LadderStep { order, seq, status: status(seq) }
    }
}

/// 1 to 8 (being delivered), then 9 (failed) and 8 by turns.
pub(crate) fn status(seq: i64) -> i64 {
    if seq <= 8 { seq } else { 8 + seq % 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_climbs_and_then_goes_to_and_fro() {
        let mut ladder = Ladder::new(2);
        let steps: Vec<LadderStep> = (0..24).map(|_| ladder.step()).collect();
        let of_second: Vec<i64> = steps.iter().filter(|step| step.order == 1).map(|step| step.status).collect();
        assert_eq!(of_second, [1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 9, 8]);
        assert_eq!(steps[23], LadderStep { order: 1, seq: 12, status: 8 });
    }
}
