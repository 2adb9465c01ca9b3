// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCryptography

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

@Suite(.timeLimit(.minutes(2))) struct S3PieceDigestsTests {
  private static let piece = Int(S3PieceDigests.pieceByteCount)
  /// Two pieces and a bit.
  private static let content = (0..<2 * piece + 1_000).map { UInt8(truncatingIfNeeded: $0 >> 9 &+ $0) }

  private static func digests(_ bytes: [UInt8], run: Int = .max) throws -> S3PieceDigests? {
    var digester = S3PieceDigester()
    var rest = bytes[...]
    while !rest.isEmpty {
      try digester.update(Array(rest.prefix(run)).span.bytes)
      rest = rest.dropFirst(run)
    }
    return digester.finish()
  }

  @Test(arguments: [Int.max, piece, piece - 1, 1_000_003])
  func `pieces have the digests of their bytes, whatever runs they come in`(_ run: Int) throws {
    let digests = try #require(try Self.digests(Self.content, run: run))
    #expect(digests.count == 3)
    #expect(digests.byteCount == Int64(Self.content.count))
    #expect(digests.digest(of: 1).elementsEqual(SHA256.digest(of: Array(Self.content[Self.piece..<2 * Self.piece]))))
    #expect(digests.digest(of: 2).elementsEqual(SHA256.digest(of: Array(Self.content[(2 * Self.piece)...]))))
  }

  @Test func `an object of whole pieces has no empty one, and an empty object none`() throws {
    let whole = [UInt8](repeating: 1, count: Self.piece)
    #expect(try Self.digests(whole)?.count == 1)
    #expect(try Self.digests([])?.count == 0)
  }

  @Test func `what was kept is read again, with as many digests as there are pieces`() throws {
    let digests = try #require(try Self.digests(Self.content))
    #expect(S3PieceDigests(byteCount: digests.byteCount, bytes: digests.bytes) == digests)
    #expect(S3PieceDigests(byteCount: digests.byteCount, bytes: digests.bytes.dropLast()) == nil)
    #expect(S3PieceDigests(byteCount: 1, bytes: digests.bytes) == nil)
    #expect(S3PieceDigests(byteCount: -1, bytes: []) == nil)
  }

  @Test(
    arguments: [
      0..<1, 0..<10_000_000, 4_194_303..<4_194_305, 4_194_304..<8_388_608, 8_388_607..<9_000_000, 8_389_000..<8_389_001,
      5_000_000..<5_000_001, 9_999_999..<10_000_000,
    ] as [Range<Int64>])
  func `a range is read by the pieces that it touches`(_ range: Range<Int64>) async throws {
    let store = try FaultyObjectStore()
    store.put(Self.content, as: "a")
    let digests = try #require(try Self.digests(Self.content))
    var read: [UInt8] = []
    try await store.client().get(S3ObjectKey("a"), range: range, comparedWith: digests) { read += $0 }
    let wanted = range.clamped(to: 0..<Int64(Self.content.count))
    #expect(read == Array(Self.content[Int(wanted.lowerBound)..<Int(wanted.upperBound)]))
  }

  @Test func `nothing of a damaged piece is given, and the pieces before it are`() async throws {
    let store = try FaultyObjectStore()
    var damaged = Self.content
    damaged[Self.piece + 5] ^= 1
    store.put(damaged, as: "a")
    let digests = try #require(try Self.digests(Self.content))
    var read: [UInt8] = []
    let error = await #expect(throws: S3Error.self) {
      try await store.client().get(S3ObjectKey("a"), range: 0..<10_000_000, comparedWith: digests) { read += $0 }
    }
    #expect(error?.reason == .digestMismatch)
    #expect(error?.key == "a")
    #expect(read == Array(Self.content[..<Self.piece]))
  }

  @Test func `a connection that is cut in the middle of a piece does not matter`() async throws {
    let store = try FaultyObjectStore()
    store.put(Self.content, as: "a")
    store.fail("GET", .cut(after: 1_000_000), .cut(after: 5_000_000))
    let digests = try #require(try Self.digests(Self.content))
    var read: [UInt8] = []
    try await store.client().get(S3ObjectKey("a"), range: 7..<8_388_700, comparedWith: digests) { read += $0 }
    #expect(read == Array(Self.content[7..<8_388_700]))
  }
}
