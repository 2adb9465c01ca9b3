// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Something that is to be changed, read from its request and found to be possible.
struct AdministrationChange: Sendable {
  /// The subject of the change, such as a photo's id or an account's name; empty for the whole service.
  var subject = ""
  /// The details that the audit log keeps besides; never a secret.
  var details: [String: JSONValue] = [:]
  /// `true` if the change destroys something and the route alone does not say so.
  var isDestructive = false
  /// Says what would be done.
  var plan: @Sendable () async throws -> AdminPlan
  /// Does it.
  var perform: @Sendable () async throws -> HTTPResponse
}

/// The terms of a change: whether it is only planned, and why it is made.
struct ChangeTerms: Hashable, Sendable {
  let isPlan: Bool
  let reason: String?

  /// The largest number of characters in a reason.
  static let reasonLimit = 500

  /// Reads the terms.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  init(of query: RouteQuery, isDestructive: Bool) throws(WoofError) {
    switch query["plan"] {
    case nil, "false": isPlan = false
    case "true": isPlan = true
    default: throw RouteQuery.invalid("plan", "Choose one of true, false.")
    }
    reason = query["reason"]
    if let reason {
      guard reason.utf8.count <= 4 * Self.reasonLimit, (1...Self.reasonLimit).contains(reason.count),
        !reason.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      else {
        throw RouteQuery.invalid(
          "reason", "A reason is a text of 1 to \(Self.reasonLimit) characters without control characters.")
      }
    }
    if isDestructive { try requireReason() }
  }

  /// Makes sure that there is a reason for what destroys something.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is not only planned, and nobody said why.
  func requireReason() throws(WoofError) {
    guard reason != nil || isPlan else {
      throw RouteQuery.invalid("reason", "What cannot simply be taken back needs a reason, which the audit log keeps.")
    }
  }
}
