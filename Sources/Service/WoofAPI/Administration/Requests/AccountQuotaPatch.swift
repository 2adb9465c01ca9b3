internal import WoofCore
internal import WoofModel

/// A change of an account's quota by an administrator: a merge-patch (RFC 7396) of what was set for the account.
struct AccountQuotaPatch: Sendable {
  /// Limits by their names; `nil` for what counts for all accounts.
  private let limits: [String: Int64?]

  private static let names = ["bytes", "photos", "uploads"]

  /// Reads the member `quota`; `nil` where it is not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  init?(of members: [String: JSONValue]) throws(WoofError) {
    switch members["quota"] {
    case nil: return nil
    case .null?: limits = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Int64?.none) })
    case .object(let found)? where !found.isEmpty:
      var limits: [String: Int64?] = [:]
      for (name, value) in found { limits.updateValue(try Self.limit(name, value), forKey: name) }
      self.limits = limits
    default:
      throw RouteQuery.invalid(
        "quota", "The member must be an object of \(Self.names.joined(separator: ", ")), or null for what all have.")
    }
  }

  private static func limit(_ name: String, _ value: JSONValue) throws(WoofError) -> Int64? {
    guard names.contains(name) else {
      throw RouteQuery.invalid(name, "The quota has no such limit; there are \(names.joined(separator: ", ")).")
    }
    if case .null = value { return nil }
    guard let limit = AccountQuota.limit(value) else {
      throw RouteQuery.invalid(name, "A limit is a whole number from 0, \"unlimited\", or null for what all have.")
    }
    return limit
  }

  /// Returns the quota that is set for an account once the patch is applied to its present one.
  ///
  /// A limit that the patch does not name stays; one that it names as `nil` becomes `nil`, so that the limit of all
  /// accounts counts.
  func applied(to own: AccountQuota) -> AccountQuota {
    AccountQuota(
      byteCount: limits["bytes"] ?? own.byteCount, photoCount: limits["photos"] ?? own.photoCount,
      uploadCount: limits["uploads"] ?? own.uploadCount)
  }

  /// The change as a phrase for a plan, such as `sets its quota: bytes unlimited, photos as for all`.
  var summary: String {
    let parts = Self.names.compactMap { name -> String? in
      guard let limit = limits[name] else { return nil }
      return "\(name) \(limit.map { $0 == AccountQuota.unlimited ? "unlimited" : $0.grouped } ?? "as for all")"
    }
    return "sets its quota: \(parts.joined(separator: ", "))"
  }
}
