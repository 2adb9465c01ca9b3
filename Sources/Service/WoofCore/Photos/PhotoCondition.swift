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
  package var precondition: PhotoPrecondition

  /// Makes a condition.
  package init(_ permission: Permission, _ precondition: PhotoPrecondition = .none) {
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
    guard precondition.holds(for: record) else { throw WoofError.photoHasChanged }
    return record
  }
}

/// The states of a photo in which a request wants it changed, as `If-Match` and `If-None-Match` tell them
/// (RFC 9110 §13.1).
package struct PhotoPrecondition: Hashable, Sendable {
  /// Some states of a photo.
  package enum States: Hashable, Sendable {
    /// Every state.
    case all
    /// The states that have one of these versions or revisions.
    case named(versions: Set<Int64>, revisions: Set<Int64>)

    /// No state.
    package static let none = States.named(versions: [], revisions: [])

    /// `true` if whether a photo is in one of the states depends on its version, and not on its revision alone.
    package var nameVersions: Bool {
      switch self {
      case .all: false
      case .named(let versions, _): !versions.isEmpty
      }
    }

    /// Returns `true` if a photo is in one of the states.
    package func contains(_ record: PhotoRecord) -> Bool {
      switch self {
      case .all: true
      case .named(let versions, let revisions):
        versions.contains(record.version) || revisions.contains(record.revision)
      }
    }
  }

  /// The states of which the photo has to be in one; all by default.
  package var required: States
  /// The states of which the photo may be in none; none by default.
  package var excluded: States

  /// Makes a precondition.
  package init(required: States = .all, excluded: States = .none) {
    self.required = required
    self.excluded = excluded
  }

  /// Nothing is asked.
  package static let none = PhotoPrecondition()

  /// Returns `true` if a photo is in a state that the request asks for.
  package func holds(for record: PhotoRecord) -> Bool { required.contains(record) && !excluded.contains(record) }
}

extension WoofError {
  /// The error for a precondition that does not hold.
  package static var photoHasChanged: WoofError {
    WoofError(.preconditionFailed, "The photo has changed; read it and try again.")
  }
}
