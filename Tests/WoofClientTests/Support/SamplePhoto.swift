// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient

@testable import TestSupport

/// Small pictures, and what a service tells of them.
enum SamplePhoto {
  private static let count = Atomic(0)

  /// A JPEG that is unlike all others of this process.
  static func next() -> Data { jpeg("picture \(count.add(1, ordering: .relaxed).newValue)") }

  /// A JPEG with a comment, by which pictures are told apart.
  static func jpeg(_ comment: String) -> Data {
    Data(SampleJPEG(segments: [(0xFE, .text(comment))]).bytes)
  }

  /// A sound JPEG of about so many bytes.
  static func large(byteCount: Int, seed: UInt64 = 1) -> Data {
    var generator = SeededGenerator(seed: seed)
    var segments: [(marker: UInt8, content: [UInt8])] = []
    while segments.count * 60_000 < byteCount {
      segments.append((0xFE, (0..<7_500).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }))
    }
    return Data(SampleJPEG(segments: segments).bytes)
  }

  /// The metadata of bytes.
  static func metadata(of data: Data, id: PhotoID = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8123_4567_89ab_cdef))
    throws -> PhotoMetadata
  {
    PhotoMetadata(
      id: id, owner: "ada", contentType: .jpeg, byteCount: Int64(data.count), digest: try Digest(of: data), width: 16,
      height: 16, createdAt: id.createdAt)
  }

  /// The fields that come with bytes.
  static func fields(of data: Data) throws -> [String: String] {
    let digest = try Digest(of: data)
    return [
      "Content-Type": "image/jpeg", "ETag": "\"\(digest)\"", "Repr-Digest": "sha-256=:\(digest.standardBase64):",
      "Content-Length": "\(data.count)",
    ]
  }
}

/// The error that something throws.
func failure(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws -> WoofError {
  do {
    try await body()
  } catch let error as WoofError {
    return error
  }
  throw TestFailure("nothing went wrong")
}
