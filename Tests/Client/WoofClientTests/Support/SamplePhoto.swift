// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient

@testable import TestKit
@testable import TestPictures

/// Small pictures, and what a service tells of them.
enum SamplePhoto {
  /// A JPEG that is unlike all others of this process.
  static func next() -> Data { Data(SampleJPEG.next()) }

  /// A JPEG with a comment, by which pictures are told apart.
  static func jpeg(_ comment: String) -> Data { Data(SampleJPEG.withComment(comment)) }

  /// A sound JPEG of about so many bytes.
  static func large(byteCount: Int, seed: UInt64 = 1) -> Data {
    Data(SampleJPEG.large(byteCount: byteCount, seed: seed))
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
