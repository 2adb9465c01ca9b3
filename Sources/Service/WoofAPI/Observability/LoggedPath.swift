// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// The paths of requests as the log has them.
enum LoggedPath {
  /// The bytes that a secret may consist of, and those of percent-encoding.
  private static let secretBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%".utf8)

  /// Returns a path for the log: without segments that might be secrets, even where no route has the path. No id is as
  /// long as a secret.
  static func withoutSecrets(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard hasLongSegment(path) else { return path }
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let shown = segments.map { mayBeSecret($0) ? Array("…".utf8)[...] : $0 }
    return Array(shown.joined(separator: [UInt8(ascii: "/")]))[...]
  }

  /// Tells most paths apart without an allocation, as every request has one.
  private static func hasLongSegment(_ path: ArraySlice<UInt8>) -> Bool {
    path.withUnsafeBytes { bytes in  // read in their range only
      var (index, count) = (0, 0)
      while index < bytes.count, count < UploadTicketSecret.textByteCount {
        count = bytes[index] == UInt8(ascii: "/") ? 0 : count + 1
        index += 1
      }
      return count == UploadTicketSecret.textByteCount
    }
  }

  private static func mayBeSecret(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count >= UploadTicketSecret.textByteCount && segment.allSatisfy(secretBytes.contains)
  }
}
