//! A cable between this machine's network and another one inside it, to be pulled out: packets vanish both ways, and
//! nobody is told.
//!
//! It is a pair of virtual network cards, one of them in a network namespace. While it is pulled, each end addresses its
//! frames to a card that does not exist, so that they are dropped on arrival as a switch without that port would.

use std::{
    fs::File,
    net::{IpAddr, Ipv4Addr},
    os::fd::AsFd,
    sync::atomic::{AtomicU32, Ordering},
};

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use crate::{
    guard::Guard,
    privilege::{is_root, lack, run},
};

/// Addresses that are kept for measuring networks (RFC 2544); each cable takes four.
const FIRST: u32 = 0xC612_0000;
const NETWORKS: u32 = 1 << 15;
/// The cards' own addresses, and that of a card that does not exist.
const NEAR_CARD: &str = "02:00:00:00:00:01";
const FAR_CARD: &str = "02:00:00:00:00:02";
const NO_CARD: &str = "02:00:00:00:00:ff";

/// A cable. It goes with its network when dropped, and when the test's process ends.
#[derive(Debug)]
pub struct Cable {
    _guard: Guard,
    name: String,
    near: Ipv4Addr,
    far: Ipv4Addr,
}

impl Cable {
    /// Lays one; none without the right to, which was said on stderr.
    ///
    /// # Panics
    /// Where `REQUIRE_PRIVILEGED=1` and it cannot be had.
    #[must_use]
    pub fn lay() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if !is_root() || !run("ip", &["netns", "list"]) {
            lack("a network whose packets are dropped needs root and the program ip");
            return None;
        }
        let (pid, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let network = FIRST + (pid.wrapping_mul(7).wrapping_add(count) % NETWORKS) * 4;
        // A network card's name has at most 15 letters.
        let name = format!("ov{}x{count}", pid % 10_000_000);
        let cable = Self {
            _guard: Guard::at_our_end(&["ip", "netns", "del", &name]),
            name,
            near: Ipv4Addr::from_bits(network + 1),
            far: Ipv4Addr::from_bits(network + 2),
        };
        if cable.begin() {
            return Some(cable);
        }
        lack("this machine has no network namespaces");
        None
    }

    fn begin(&self) -> bool {
        let (name, far_name) = (self.name.as_str(), self.far_name());
        let (near, far) = (format!("{}/30", self.near), format!("{}/30", self.far));
        let pair = ["link", "add", name, "address", NEAR_CARD, "type", "veth", "peer", "name", &far_name];
        let laid = run("ip", &["netns", "add", name])
            && run("ip", &[&pair[..], &["address", FAR_CARD, "netns", name]].concat())
            && run("ip", &["address", "add", &near, "dev", name])
            && run("ip", &["link", "set", name, "up"])
            && run("ip", &["-n", name, "address", "add", &far, "dev", &far_name])
            && run("ip", &["-n", name, "link", "set", &far_name, "up"]);
        laid && self.lead_to(FAR_CARD, NEAR_CARD)
    }

    fn far_name(&self) -> String {
        format!("{}f", self.name)
    }

    /// Which cards the two ends take each other for.
    fn lead_to(&self, far_card: &str, near_card: &str) -> bool {
        let (near, far) = (self.near.to_string(), self.far.to_string());
        let lead = |address: &str, card: &str, device: &str, prefix: &[&str]| {
            let neighbour = ["neighbour", "replace", address, "lladdr", card, "dev", device, "nud", "permanent"];
            run("ip", &[prefix, &neighbour[..]].concat())
        };
        lead(&far, far_card, &self.name, &[]) && lead(&near, near_card, &self.far_name(), &["-n", &self.name])
    }

    /// This end's address: what listens on it is reached from the far end.
    #[must_use]
    pub fn near(&self) -> IpAddr {
        self.near.into()
    }

    /// Pulls it out: from now on all packets vanish.
    ///
    /// # Panics
    /// Where that fails.
    pub fn pull(&self) {
        assert!(self.lead_to(NO_CARD, NO_CARD), "a cable of ours can be pulled");
    }

    /// Plugs it in again.
    ///
    /// # Panics
    /// Where that fails.
    pub fn plug(&self) {
        assert!(self.lead_to(FAR_CARD, NEAR_CARD), "a cable of ours can be plugged in");
    }

    /// Runs something at the far end, on a thread and a runtime of its own, until it ends.
    pub(crate) fn run_beyond(&self, work: impl Future<Output = ()> + Send + 'static) {
        let network = File::open(format!("/run/netns/{}", self.name)).expect("a network of ours");
        std::thread::spawn(move || {
            move_into_link_name_space(network.as_fd(), Some(LinkNameSpaceType::Network)).expect("root may go there");
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(work);
        });
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        // Both cards go with it.
        run("ip", &["netns", "del", &self.name]);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
        time::timeout,
    };

    use super::*;
    use crate::proxy::Proxy;

    #[tokio::test]
    async fn what_is_pulled_out_carries_nothing_and_closes_nothing() {
        let Some(cable) = Cable::lay() else { return };
        let listener = TcpListener::bind((cable.near(), 0)).await.unwrap();
        let proxy = Proxy::start_beyond(&cable, listener.local_addr().unwrap(), 1);
        let mut here = TcpStream::connect(proxy.address()).await.unwrap();
        let (mut there, _) = listener.accept().await.unwrap();
        let mut heard = [0; 3];
        here.write_all(b"hei").await.unwrap();
        there.read_exact(&mut heard).await.unwrap();
        cable.pull();
        here.write_all(b"moi").await.unwrap();
        assert!(timeout(Duration::from_millis(100), there.read_exact(&mut heard)).await.is_err());
        cable.plug();
        there.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"moi", "what was sent meanwhile is sent again");
    }
}
