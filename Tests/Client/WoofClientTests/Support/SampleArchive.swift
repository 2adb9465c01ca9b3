// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient

@testable import TestKit

/// An archive, and what a service tells of it.
enum SampleArchive {
  static let secret = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123-_y"

  /// All that a service tells of a new archive.
  static func json(url: String = "/v1/archives/\(secret)", fileName: String = "lake.zip") -> String {
    """
    {"url":"\(url)","fileName":"\(fileName)","byteCount":200000,"photoCount":3,"expiresAt":"2026-05-02T10:00:00.000Z"}
    """
  }

  /// The archive at a service.
  static func made(at service: URL) throws -> MadeArchive {
    guard let expiry = Timestamp("2026-05-02T10:00:00.000Z") else { throw TestFailure("no time") }
    return MadeArchive(
      url: service.appendingPathComponent("v1/archives/\(secret)"), fileName: "lake.zip", byteCount: 200_000,
      photoCount: 3, expiresAt: expiry)
  }

  /// The bytes of an archive, as far as a client looks at them.
  static let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) })

  /// The fields that come with the bytes.
  static func fields(tag: String = #""zip-1""#, byteCount: Int = 200_000) -> [String: String] {
    ["Content-Type": "application/zip", "ETag": tag, "Content-Length": "\(byteCount)"]
  }
}
