// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// The paths of requests as the log has them.
enum LoggedPath {
  /// The bytes that a secret may consist of, and those of percent-encoding.
  private static let secretBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%".utf8)

  /// Returns a path for the log: without segments that might be secrets, even where no route has the path. No id is as
  /// long as a secret.
  static func withoutSecrets(_ path: some Collection<UInt8>) -> [UInt8] {
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard segments.contains(where: mayBeSecret) else { return Array(path) }
    return Array(segments.map { mayBeSecret($0) ? Array("…".utf8) : Array($0) }.joined(separator: [UInt8(ascii: "/")]))
  }

  private static func mayBeSecret(_ segment: some Collection<UInt8>) -> Bool {
    segment.count >= UploadTicketSecret.textByteCount && segment.allSatisfy(secretBytes.contains)
  }
}
