/// The protocols that a listener speaks, as ALPN (RFC 7301) settles them.
final class ApplicationProtocols: Sendable {
  private let names: [[UInt8]]

  /// Makes a list of protocols, best first.
  init(_ names: [String]) { self.names = names.map { Array($0.utf8) } }

  /// Picks the best of our protocols that a client offers: where it stands in the offer, which is a list of names, each
  /// after its length. `nil` where there is none, or the offer is broken.
  func choose(from offer: some Collection<UInt8>) -> Range<Int>? {
    var best: (rank: Int, range: Range<Int>)?
    let offer = Array(offer)
    var offset = 0
    while offset < offer.count {
      let range = offset + 1..<offset + 1 + Int(offer[offset])
      guard range.upperBound <= offer.count else { return nil }
      if let rank = names.firstIndex(where: { $0.elementsEqual(offer[range]) }), rank < best?.rank ?? .max {
        best = (rank, range)
      }
      offset = range.upperBound
    }
    return best?.range
  }
}
