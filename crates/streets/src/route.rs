//! The shortest way from one place on the streets to another.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{Point, Spot, Streets};

/// A drive along the streets.
#[derive(Debug, Clone, PartialEq)]
pub struct StreetRoute {
    /// From the place on a street that is nearest to where it was to begin, to that which is nearest to where it was to
    /// end. At least one place; one alone where both are the same.
    pub line: Vec<Point>,
    /// Its length.
    pub metres: f64,
}

impl Streets {
    /// The shortest way, one-way streets respected; none where an end is further than 150 m from every street, or no way
    /// leads there.
    #[must_use]
    pub fn way(&self, from: Point, to: Point) -> Option<StreetRoute> {
        self.way_between(self.nearest(from)?, self.nearest(to)?)
    }

    fn way_between(&self, from: Spot, to: Spot) -> Option<StreetRoute> {
        let nodes = if self.leads_straight(from, to) { Vec::new() } else { self.search(from, to)? };
        let mut line = vec![from.place];
        for place in nodes.into_iter().map(|node| self.node(node)).chain([to.place]) {
            // A spot may be at a corner itself.
            if line.last() != Some(&place) {
                line.push(place);
            }
        }
        let metres = line.windows(2).map(|leg| leg[0].metres_to(leg[1])).sum();
        Some(StreetRoute { line, metres })
    }

    /// Whether one drives from spot to spot without leaving their edge. What is further than along a straight edge can
    /// be no shorter.
    fn leads_straight(&self, from: Spot, to: Spot) -> bool {
        from.edge == to.edge && (from.share <= to.share || !self.edge(from.edge).is_one_way)
    }

    /// The nodes between two spots on the shortest way (Dijkstra's).
    fn search(&self, from: Spot, to: Spot) -> Option<Vec<usize>> {
        let (first, last) = (self.edge(from.edge), self.edge(to.edge));
        let mut search = Search::over(self.node_count());
        search.reach(first.to, (1.0 - from.share) * first.metres, None);
        if !first.is_one_way {
            search.reach(first.from, from.share * first.metres, None);
        }
        // The whole way, and the node from which its last edge is entered.
        let (mut shortest, mut enters) = (f64::INFINITY, None);
        while let Some((node, metres)) = search.pop() {
            if metres >= shortest {
                break;
            }
            let rest = match () {
                () if node == last.from => Some(to.share * last.metres),
                () if node == last.to && !last.is_one_way => Some((1.0 - to.share) * last.metres),
                () => None,
            };
            if let Some(rest) = rest.filter(|rest| metres + rest < shortest) {
                (shortest, enters) = (metres + rest, Some(node));
            }
            for (next, further) in self.next(node) {
                search.reach(next, metres + further, Some(node));
            }
        }
        Some(search.nodes_to(enters?))
    }
}

/// What a search knows so far.
struct Search {
    /// Metres to each node, and the node before it on the way there.
    reached: Vec<(f64, Option<usize>)>,
    /// Nodes to go on from, the nearest first. Metres are not negative, and such numbers are in the order of their bits.
    ahead: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Search {
    fn over(nodes: usize) -> Self {
        Self { reached: vec![(f64::INFINITY, None); nodes], ahead: BinaryHeap::new() }
    }

    fn reach(&mut self, node: usize, metres: f64, before: Option<usize>) {
        if metres < self.reached[node].0 {
            self.reached[node] = (metres, before);
            self.ahead.push(Reverse((metres.to_bits(), node)));
        }
    }

    /// The nearest node that was not gone on from yet, and how far it is.
    fn pop(&mut self) -> Option<(usize, f64)> {
        loop {
            let Reverse((bits, node)) = self.ahead.pop()?;
            let metres = f64::from_bits(bits);
            // What was reached on a shorter way since is in the heap twice.
            if metres <= self.reached[node].0 {
                return Some((node, metres));
            }
        }
    }

    /// The nodes on the way to this one, and itself.
    fn nodes_to(&self, node: usize) -> Vec<usize> {
        let mut nodes: Vec<_> = std::iter::successors(Some(node), |node| self.reached[*node].1).collect();
        nodes.reverse();
        nodes
    }
}

#[cfg(test)]
mod tests;
