// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// A part of a list of photos for which there is an index: ``WoofCore/PhotoAccess/allowsFinding(by:)`` in SQL.
///
/// The conditions are those of the indexes, word for word, and 0 stands for `public`. The store conformance tests compare
/// them with the rule.
enum PhotoListPart: Hashable {
  /// The public photos of all.
  case listed
  /// The photos of an account that have a visibility.
  case owned(AccountID, Visibility)

  /// The parts that a reader finds; without signing in where it is `nil`.
  static func parts(foundBy reader: AccountID?) -> [PhotoListPart] {
    guard let reader else { return [.listed] }
    let hidden = Visibility.allCases.filter {
      !PhotoAccess(owner: reader, visibility: $0).allowsFinding(by: .everybody)
    }
    return [.listed] + hidden.map { .owned(reader, $0) }
  }

  /// The parts of an account's photos that a reader finds; without signing in where the reader is `nil`.
  static func parts(ownedBy owner: AccountID, foundBy reader: AccountID?) -> [PhotoListPart] {
    let found = Visibility.allCases.filter {
      PhotoAccess(owner: owner, visibility: $0).allowsFinding(by: ChangeReader(reader))
    }
    return found.map { .owned(owner, $0) }
  }

  /// Returns `true` if a photo belongs to the part.
  func holds(_ record: PhotoRecord) -> Bool {
    switch self {
    case .listed: record.isListed
    case .owned(let owner, let visibility):
      record.ownerID == owner && record.visibility == visibility && !record.isDeleted
    }
  }

  /// Returns `true` if a photo of an owner with a visibility, which is not deleted, belongs to the part.
  func holds(_ owner: AccountID, _ visibility: Visibility) -> Bool {
    switch self {
    case .listed: visibility == .public
    case .owned(let account, let wanted): owner == account && visibility == wanted
    }
  }

  /// The condition of ``listed``.
  static let listedCondition = "visibility = 0 AND is_deleted = 0"
  /// The condition of ``owned(_:_:)``, with the account and the visibility as `?1` and `?2`.
  static let ownedCondition = "owner = ?1 AND visibility = ?2 AND is_deleted = 0"

  /// The condition of photos that a reader finds.
  ///
  /// - Parameters:
  ///   - reader: The parameter that holds the account, such as `?2`.
  ///   - owner: The column that holds the owner.
  static func foundBy(_ reader: String, owner: String = "owner") -> String {
    "(\(owner) = \(reader) OR visibility = 0)"
  }

  /// The condition of photos that a reader does not find, deleted ones included.
  ///
  /// - Parameter reader: The parameter that holds the account, or null for somebody who did not sign in.
  static func notFoundBy(_ reader: String) -> String { "visibility <> 0 AND owner IS NOT \(reader)" }
}
