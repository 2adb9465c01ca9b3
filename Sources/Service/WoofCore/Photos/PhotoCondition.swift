// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The condition on which a photo is changed.
///
/// It is a value and no closure, so that a store checks it wherever it has the newest record: in a transaction of its own
/// process, or in a statement of a database elsewhere.
package struct PhotoCondition: Hashable, Sendable {
  /// The permission that a change needs; the photo has to be there for each.
  package enum Permission: Hashable, Sendable {
    /// None, as in the admin API.
    case none
    /// That of somebody who may read the photo (``PhotoAccess/readable(_:by:)``).
    case reading(by: Principal)
    /// That of somebody who may change the photo (``PhotoAccess/writable(_:by:)``).
    case changing(by: Principal)
  }

  /// The permission that whoever makes the change needs.
  package var permission: Permission
  /// The states of the photo in which it is changed.
  package var precondition: Precondition

  /// Makes a condition.
  package init(_ permission: Permission, _ precondition: Precondition = .none) {
    self.permission = permission
    self.precondition = precondition
  }

  /// The photo is there, and nothing else is asked.
  package static let presence = PhotoCondition(.none)

  /// Checks the newest record of a photo.
  ///
  /// - Parameter record: The record; `nil` for an id that never was.
  /// - Returns: The record.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`, `forbidden`, or `precondition-failed`, in this
  ///   order.
  @discardableResult
  package func check(_ record: PhotoRecord?) throws(WoofError) -> PhotoRecord {
    let record =
      switch permission {
      case .none: try PhotoAccess.present(record)
      case .reading(let principal): try PhotoAccess.readable(record, by: principal)
      case .changing(let principal): try PhotoAccess.writable(record, by: principal)
      }
    guard precondition.holds(version: record.version, revision: record.revision) else {
      throw WoofError.photoHasChanged
    }
    return record
  }
}

extension WoofError {
  /// The error for a precondition that does not hold.
  package static var photoHasChanged: WoofError {
    WoofError(.preconditionFailed, "The photo has changed; read it and try again.")
  }
}
