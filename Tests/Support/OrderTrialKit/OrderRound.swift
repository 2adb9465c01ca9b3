// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// One round of a trial, as chance has it: what is written, and what becomes of the transaction that is stalled.
struct OrderRound: Sendable {
  /// A write on a node.
  struct Write: Sendable {
    let node: Int
    let photo: Int
    let account: Int
    /// `true` and `false` set and unset a favourite; `nil` gives the photo another caption.
    let isFavourite: Bool?
  }

  /// An end of a transaction that stands between its numbers and its commit.
  enum Ending: CaseIterable, Sendable {
    /// It goes on.
    case commits
    /// The server's process that runs it ends.
    case isLost
    /// The connection of its node is cut, and it goes on.
    case isCut
    /// It goes on, and its node never hears of it.
    case losesAnswer
    /// It goes on, and its node hears nothing for a while.
    case stalls
  }

  let number: Int
  let ending: Ending
  let writes: [Write]
  /// The most photos of a page.
  let pageLimit: Int
  /// The most bytes that connections pass on at once.
  let pieceByteCount: Int
  /// The nodes that the reader asks who goes from node to node.
  let route: [Int]

  /// Draws a round, always the same of a seed and a number.
  init(_ number: Int, seed: UInt64, nodes: Int, photos: Int, accounts: Int) {
    var random = SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(number))
    self.number = number
    ending =
      Int.random(in: 0..<3, using: &random) == 0 ? Ending.allCases.randomElement(using: &random) ?? .commits : .commits
    pageLimit = Int.random(in: 1...4, using: &random)
    pieceByteCount = [700, 65_536, 65_536].randomElement(using: &random) ?? 700
    let first = Int.random(in: 0..<nodes, using: &random)
    writes = (0..<Int.random(in: 3...7, using: &random)).map { index in
      Write(
        // The first few on different nodes, so that others want to pass who stands.
        node: (first + index) % nodes, photo: Int.random(in: 0..<photos, using: &random),
        account: Int.random(in: 0..<accounts, using: &random),
        isFavourite: index > 1 && Bool.random(using: &random) ? Bool.random(using: &random) : nil)
    }
    route = (0..<4).map { _ in Int.random(in: 0..<nodes, using: &random) }
  }
}
