// SPDX-License-Identifier: Apache-2.0

/// An order of turns for networks that compete for work: wide networks take turns, and so do those within each.
///
/// This is start-time fair queueing (Goyal, Vin and Cheng, 1996) with turns of equal length: each network has the time at
/// which its last turn ended, counted in turns, and the one whose next turn starts first is served. One that comes back
/// after a rest starts now, so it gains nothing from having rested.
struct FairTurns: Sendable {
  /// The start of a network's next turn, in turns: that of its wide network, then its own within that.
  typealias Rank = (wide: UInt64, narrow: UInt64)

  private struct Level: Sendable {
    private var ends: [ClientNetwork.AddressBlock: UInt64] = [:]
    private var now: UInt64 = 0

    var count: Int { ends.count }

    func start(of block: ClientNetwork.AddressBlock) -> UInt64 { max(ends[block] ?? 0, now) }

    mutating func take(_ block: ClientNetwork.AddressBlock) {
      now = start(of: block)
      ends[block] = now + 1
    }

    func isAhead(_ block: ClientNetwork.AddressBlock) -> Bool { ends[block].map { $0 > now } ?? false }

    mutating func forgetThoseInTime() { ends = ends.filter { $0.value > now } }
  }

  private static let blockLimit = 4_096

  private var wide = Level()
  private var narrow: [ClientNetwork.AddressBlock: Level] = [:]

  /// Returns the start of a network's next turn; the network with the least rank is served first.
  func rank(of network: ClientNetwork) -> Rank {
    (wide.start(of: network.wideBlock), narrow[network.wideBlock]?.start(of: network.block) ?? 0)
  }

  /// Gives a network its turn, which must have been the one of the least rank.
  mutating func take(_ network: ClientNetwork) {
    wide.take(network.wideBlock)
    narrow[network.wideBlock, default: Level()].take(network.block)
    if wide.count > Self.blockLimit {
      wide.forgetThoseInTime()
      // A flood from more networks than that is one in which nobody comes twice.
      if wide.count > Self.blockLimit { wide = Level() }
      narrow = narrow.filter { wide.isAhead($0.key) }
    }
  }
}
