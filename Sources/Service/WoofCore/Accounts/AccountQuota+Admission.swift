// SPDX-License-Identifier: Apache-2.0

package import WoofModel

extension AccountQuota {
  /// Looks whether an account has room for another photo.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes of the photo's original, or the least it will have.
  ///   - use: The photos and bytes that the account has.
  /// - Throws: ``WoofModel/WoofError`` with the code `payload-too-large` where the photo would not fit into an account that
  ///   has nothing, or `insufficient-storage` where the account is full; `limitName`, `limit` and `used` say of which limit.
  package func admit(byteCount: Int64, to use: AccountUse) throws(WoofError) {
    if let limit = photoCount, use.photoCount >= limit {
      throw .full(
        "photos", limit, use.photoCount,
        "The account has \(use.photoCount) photos of \(limit) that it may have; delete some, also from the trash")
    }
    guard let limit = self.byteCount else { return }
    guard byteCount <= limit else { throw .tooLarge("bytes", limit, use.byteCount) }
    guard use.byteCount <= limit - byteCount else {
      throw .full(
        "bytes", limit, use.byteCount,
        "The account has \(use.byteCount) bytes of \(limit) that it may have; delete photos, also from the trash")
    }
  }
}

extension WoofError {
  /// The error of something that exceeds a limit of the account by itself.
  static func tooLarge(_ name: String, _ limit: Int64, _ used: Int64) -> WoofError {
    WoofError(
      .payloadTooLarge, "The account may have \(limit) bytes, and this is more.",
      details: details(name, limit, used))
  }

  /// The error of something for which the account has no room left.
  static func full(_ name: String, _ limit: Int64, _ used: Int64, _ sentence: String) -> WoofError {
    WoofError(
      .insufficientStorage,
      "\(sentence).",
      details: details(name, limit, used))
  }

  private static func details(_ name: String, _ limit: Int64, _ used: Int64) -> [String: JSONValue] {
    ["limitName": .string(name), "limit": .integer(limit), "used": .integer(used)]
  }
}
