//! Who is calling, as far as it can be believed.

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderMap, X_FORWARDED_FOR, X_FORWARDED_PROTO};

/// The proxies whose word is taken for where a request came from.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<IpAddr>);

impl Proxies {
    pub fn new(addresses: impl IntoIterator<Item = IpAddr>) -> Self {
        Self(addresses.into_iter().map(|address| address.to_canonical()).collect())
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// The address of the client: the peer, or behind trusted proxies the last hop that is not one of them.
    pub(crate) fn client(&self, request: &ServiceRequest) -> Option<IpAddr> {
        let peer = request.peer_addr().map(|peer| peer.ip().to_canonical())?;
        if self.0.is_empty() {
            return Some(peer);
        }
        Some(self.behind(peer, request.headers()))
    }

    fn behind(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        // A client that writes something else than text must not take the hop with it that a proxy of ours has put behind it.
        let lines = headers.get_all(X_FORWARDED_FOR).map(|line| String::from_utf8_lossy(line.as_bytes()));
        let lines: Vec<Cow<'_, str>> = lines.collect();
        let mut hops = lines.iter().rev().flat_map(|line| line.rsplit(','));
        while self.trusts(client) {
            // A hop that is no address was not written by a proxy of ours: nothing before it counts.
            match hops.next().and_then(hop) {
                Some(before) => client = before,
                None => break,
            }
        }
        client
    }
}

fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    text.parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|with_port| with_port.ip()))
        .ok()
        .map(|address| address.to_canonical())
}

/// Whether the browser spoke TLS, which only a trusted proxy can say.
pub fn is_https(request: &HttpRequest, proxies: &Proxies) -> bool {
    let trusted = request.peer_addr().is_some_and(|peer| proxies.trusts(peer.ip()));
    let claims = request.headers().get(X_FORWARDED_PROTO);
    trusted && claims.is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn client(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let proxies = Proxies::new(trusted.iter().map(|ip| ip.parse().unwrap()));
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
    fn fifty_hops_are_read_from_the_right() {
        let many = vec!["5.5.5.5"; 50].join(", ");
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &[&many]), "5.5.5.5");
    }
}
