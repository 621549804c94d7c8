//! Who is calling, as far as it can be believed.

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use actix_web::HttpRequest;
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderMap, X_FORWARDED_FOR, X_FORWARDED_PROTO};
use ipnet::IpNet;

/// The proxies whose word is taken for where a request came from.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    networks: Vec<IpNet>,
    /// Whether the portal listens on a Unix socket, whose peers have no address. A network peer that is gone has none either.
    has_socket: bool,
}

impl Proxies {
    /// Reads addresses and networks separated by commas. The error continues a sentence that begins with the setting's name.
    pub fn parse(text: &str) -> Result<Self, String> {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        let networks = words.map(|word| {
            network(word).ok_or_else(|| {
                format!(
                    "must be IP addresses or networks such as 10.0.0.0/8, separated by commas, and {word:?} is not one"
                )
            })
        });
        Ok(Self { networks: networks.collect::<Result<_, _>>()?, has_socket: false })
    }

    /// These, and those at the other end of the Unix socket.
    #[must_use]
    pub fn and_the_socket(mut self) -> Self {
        self.has_socket = true;
        self
    }

    pub fn is_empty(&self) -> bool {
        self.networks.is_empty() && !self.has_socket
    }

    fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.networks.iter().any(|network| network.contains(&address))
    }

    fn trusts_peer(&self, peer: Option<SocketAddr>) -> bool {
        peer.map_or(self.has_socket, |peer| self.trusts(peer.ip()))
    }

    /// The address of the client: the peer, or behind trusted proxies the last hop that is not one of them. `None` for a peer of
    /// the Unix socket that names no client.
    pub(crate) fn client(&self, request: &ServiceRequest) -> Option<IpAddr> {
        let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
        if self.is_empty() {
            return peer;
        }
        let client = self.behind(peer, request.headers());
        // Health checks name none either.
        if client.is_none() && self.has_socket && request.path().starts_with("/api/") {
            warn_of_nameless_clients();
        }
        client
    }

    fn behind(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let mut client = peer;
        // A client that writes something else than text must not take the hop with it that a proxy of ours has put behind it.
        let lines = headers.get_all(X_FORWARDED_FOR).map(|line| String::from_utf8_lossy(line.as_bytes()));
        let lines: Vec<Cow<'_, str>> = lines.collect();
        let mut hops = lines.iter().rev().flat_map(|line| line.rsplit(','));
        while client.map_or(self.has_socket, |client| self.trusts(client)) {
            // A hop that is no address was not written by a proxy of ours: nothing before it counts.
            match hops.next().and_then(hop) {
                before @ Some(_) => client = before,
                None => break,
            }
        }
        client
    }
}

/// A network, or an address as a network of one. Addresses are compared in their shortest form, and so are networks.
fn network(text: &str) -> Option<IpNet> {
    let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).ok()?;
    match (network.addr().to_canonical(), network) {
        (IpAddr::V4(address), IpNet::V6(wide)) => IpNet::new(address.into(), wide.prefix_len().checked_sub(96)?).ok(),
        _ => Some(network),
    }
}

fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    text.parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|with_port| with_port.ip()))
        .ok()
        .map(|address| address.to_canonical())
}

/// Says once what a proxy on the Unix socket leaves out.
fn warn_of_nameless_clients() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::warn!(
            "a request over the Unix socket has no X-Forwarded-For: all people count as one address, and share its limits"
        );
    });
}

/// Whether a program on this machine calls over TCP, unless a proxy forwards somebody else.
pub(crate) fn is_local(request: &HttpRequest) -> bool {
    request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback())
}

/// Whether the browser spoke TLS, which only a trusted proxy can say.
pub fn is_https(request: &HttpRequest, proxies: &Proxies) -> bool {
    let trusted = proxies.trusts_peer(request.peer_addr());
    let claims = request.headers().get(X_FORWARDED_PROTO);
    trusted && claims.is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn client(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let proxies = Proxies::parse(&trusted.join(",")).unwrap();
        let mut request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 1));
        for line in forwarded {
            request = request.append_header(("X-Forwarded-For", *line));
        }
        proxies.client(&request.to_srv_request()).unwrap().to_string()
    }

    #[test]
    fn nobody_is_believed_unless_trusted() {
        assert_eq!(client(&[], "9.9.9.9", &["1.1.1.1"]), "9.9.9.9");
        assert_eq!(client(&["10.0.0.1"], "9.9.9.9", &["1.1.1.1"]), "9.9.9.9");
    }

    #[test]
    fn the_last_untrusted_hop_is_the_client() {
        let trusted = ["10.0.0.1", "10.0.0.2"];
        assert_eq!(client(&trusted, "10.0.0.1", &["6.6.6.6, 1.1.1.1"]), "1.1.1.1");
        assert_eq!(client(&trusted, "10.0.0.1", &["6.6.6.6, 1.1.1.1, 10.0.0.2"]), "1.1.1.1");
        assert_eq!(client(&trusted, "10.0.0.1", &["6.6.6.6", "1.1.1.1"]), "1.1.1.1");
        assert_eq!(client(&trusted, "10.0.0.1", &["1.1.1.1, nonsense"]), "10.0.0.1");
        assert_eq!(client(&trusted, "10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client(&trusted, "10.0.0.1", &["\u{fc}, 1.1.1.1"]), "1.1.1.1");
        assert_eq!(client(&trusted, "::ffff:10.0.0.1", &["[2001:db8::1]:443"]), "2001:db8::1");
    }

    #[test]
    fn a_network_is_trusted_as_a_whole() {
        assert_eq!(client(&["10.1.0.0/16"], "10.1.255.7", &["1.1.1.1, 10.1.2.3"]), "1.1.1.1");
        assert_eq!(client(&["10.1.0.0/16"], "10.2.0.1", &["1.1.1.1"]), "10.2.0.1");
        assert_eq!(client(&["10.1.2.3/16", "2001:db8::/32"], "2001:db8:7::1", &["1.1.1.1"]), "1.1.1.1");
        assert_eq!(client(&["::ffff:10.1.0.0/112"], "10.1.0.1", &["1.1.1.1"]), "1.1.1.1");
        for wrong in ["10.0.0.0/33", "10.0.0/8", "proxy", "10.0.0.1-10.0.0.9", "::ffff:10.1.0.0/90"] {
            assert!(Proxies::parse(wrong).unwrap_err().contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_peer_without_an_address_is_believed_on_a_unix_socket_alone() {
        let request = || TestRequest::default().append_header(("X-Forwarded-For", "1.1.1.1")).to_srv_request();
        let named = |proxies: Proxies| proxies.client(&request()).map(|address| address.to_string());
        assert_eq!(named(Proxies::default().and_the_socket()).as_deref(), Some("1.1.1.1"));
        assert_eq!(named(Proxies::parse("0.0.0.0/0").unwrap()), None);
        assert_eq!(named(Proxies::default()), None);
    }

    #[test]
    fn fifty_hops_are_read_from_the_right() {
        let many = vec!["5.5.5.5"; 50].join(", ");
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &[&many]), "5.5.5.5");
    }
}
