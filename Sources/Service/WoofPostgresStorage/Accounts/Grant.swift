// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The part that the kinds of grants that are added have in common.
struct Grant: Sendable {
  let id: PhotoID
  let account: AccountID
  let secretHash: Digest
  /// The number of the password under which it is granted; `nil` where it lasts longer than that.
  let passwordVersion: Int64?
  let createdAt: Timestamp
  /// The maximum number of grants that count; `nil` for one that others give way to.
  let countLimit: Int?

  /// The first values of the statement that adds it.
  var values: [PostgreSQLValue] {
    [
      .bytes(id.columnBytes), .integer(account.rawValue), .bytes([UInt8](secretHash.bytes)),
      .integer(passwordVersion), .integer(createdAt.milliseconds), .integer(countLimit.map { Int64($0) }),
    ]
  }
}

/// The answer to a statement of ``GrantSQL/adding(to:counting:isRevoked:_:removed:)``.
struct GrantAnswer: Sendable {
  /// The outcome for the grant.
  enum Verdict: String {
    case new
    /// It is there: an attempt whose answer was lost has added it.
    case there
    case deleted
    case disabled
    case outdated
    case revoked
    case full
  }

  let verdict: Verdict
  /// The number of grants that counted before.
  let count: Int
  /// The generation of the credentials, where the statement has moved it on.
  let generation: Int64?

  init(_ row: inout PostgreSQLRow) throws(PostgreSQLError) {
    verdict = try row.whole(Verdict(rawValue: try row.text()))
    count = try row.count()
    generation = try row.optionalInteger()
  }

  /// Refuses what was not granted.
  ///
  /// - Parameter refuseNext: Refuses one more than so many.
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict`, `forbidden` or `authentication-required`, and what
  ///   `refuseNext` throws.
  func check(_ refuseNext: (Int) throws(WoofError) -> Void) throws(WoofError) {
    switch verdict {
    case .new, .there: return
    case .deleted: throw WoofError.deletedAccount
    case .disabled: throw WoofError.disabledAccount
    case .outdated: throw WoofError.outdatedPassword
    case .revoked: throw WoofError.revokedAppPassword
    case .full: try refuseNext(count)
    }
  }
}
