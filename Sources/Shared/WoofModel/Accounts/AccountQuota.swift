// SPDX-License-Identifier: Apache-2.0

/// The limits on what an account may have. The place that holds a quota says what a limit of `nil` means: the limit
/// that the service has for all, or no limit.
public struct AccountQuota: Hashable, Sendable {
  /// A limit that limits nothing, in place of one that the service has for all.
  public static let unlimited = Int64.max

  /// The maximum total size in bytes of the originals of its photos. Photos that are deleted and still kept count too.
  public var byteCount: Int64?
  /// The maximum number of its photos. Photos that are deleted and still kept count too.
  public var photoCount: Int64?
  /// The maximum number of its resumable uploads that are under way.
  public var uploadCount: Int64?

  /// Makes a quota; it says nothing by default.
  public init(byteCount: Int64? = nil, photoCount: Int64? = nil, uploadCount: Int64? = nil) {
    self.byteCount = byteCount
    self.photoCount = photoCount
    self.uploadCount = uploadCount
  }

  /// Returns the limits that apply to an account with this quota. A limit that is `nil` is taken from `standard`, the
  /// quota of all accounts. In the result, `nil` means that there is no limit.
  public func resolved(by standard: AccountQuota) -> AccountQuota {
    AccountQuota(
      byteCount: Self.limit(byteCount, standard.byteCount), photoCount: Self.limit(photoCount, standard.photoCount),
      uploadCount: Self.limit(uploadCount, standard.uploadCount))
  }

  private static func limit(_ own: Int64?, _ standard: Int64?) -> Int64? {
    let limit = own ?? standard
    return limit == unlimited ? nil : limit
  }
}

extension AccountQuota: Codable {
  private enum CodingKeys: String, CodingKey {
    case byteCount = "bytes"
    case photoCount = "photos"
    case uploadCount = "uploads"
  }

  private static let unlimitedWord = "unlimited"

  /// Reads the members `bytes`, `photos` and `uploads`, each a number, `"unlimited"` or absent.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      byteCount: try Self.limit(try members.decodeIfPresent(JSONValue.self, forKey: .byteCount), decoder.codingPath),
      photoCount: try Self.limit(try members.decodeIfPresent(JSONValue.self, forKey: .photoCount), decoder.codingPath),
      uploadCount: try Self.limit(try members.decodeIfPresent(JSONValue.self, forKey: .uploadCount), decoder.codingPath)
    )
  }

  private static func limit(_ value: JSONValue?, _ path: [any CodingKey]) throws -> Int64? {
    guard let value else { return nil }
    guard let limit = limit(value) else {
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: "no limit"))
    }
    return limit
  }

  /// Writes the limits that it has.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    for (key, limit) in [
      (CodingKeys.byteCount, byteCount), (.photoCount, photoCount), (.uploadCount, uploadCount),
    ] {
      guard let limit else { continue }
      try members.encode(limit == Self.unlimited ? .string(Self.unlimitedWord) : JSONValue.integer(limit), forKey: key)
    }
  }

  /// The limit that a value of JSON says: a number from 0, or `"unlimited"`; `nil` for anything else.
  public static func limit(_ value: JSONValue) -> Int64? {
    switch value {
    case .integer(let limit) where limit >= 0: limit
    case .string(unlimitedWord): unlimited
    default: nil
    }
  }
}

/// The amounts of its quota that an account uses.
public struct AccountUse: Codable, Hashable, Sendable {
  /// The total size in bytes of the originals of its photos. Photos that are deleted and still kept count too.
  public var byteCount: Int64
  /// The number of its photos. Photos that are deleted and still kept count too.
  public var photoCount: Int64
  /// The number of its resumable uploads that are under way.
  public var uploadCount: Int64

  private enum CodingKeys: String, CodingKey {
    case byteCount = "bytes"
    case photoCount = "photos"
    case uploadCount = "uploads"
  }

  /// Makes a use; of nothing by default.
  public init(byteCount: Int64 = 0, photoCount: Int64 = 0, uploadCount: Int64 = 0) {
    self.byteCount = byteCount
    self.photoCount = photoCount
    self.uploadCount = uploadCount
  }
}
