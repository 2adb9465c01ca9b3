// SPDX-License-Identifier: Apache-2.0

/// The states of a photo or an album in which a request wants it changed, as `If-Match` and `If-None-Match` tell them
/// (RFC 9110 §13.1).
package struct Precondition: Hashable, Sendable {
  /// Some states.
  package enum States: Hashable, Sendable {
    /// Every state.
    case all
    /// The states that have one of these versions, or one of these revisions, which albums do not tell.
    case named(versions: Set<Int64>, revisions: Set<Int64> = [])

    /// No state.
    package static let none = States.named(versions: [])

    /// `true` if versions are named, and not revisions alone.
    fileprivate var nameVersions: Bool {
      switch self {
      case .all: false
      case .named(let versions, _): !versions.isEmpty
      }
    }

    fileprivate func contain(version: Int64, revision: Int64?) -> Bool {
      switch self {
      case .all: true
      case .named(let versions, let revisions):
        versions.contains(version) || revision.map { revisions.contains($0) } ?? false
      }
    }
  }

  /// The states of which the subject has to be in one; all by default.
  package var required: States
  /// The states of which the subject may be in none; none by default.
  package var excluded: States

  /// Makes a precondition.
  package init(required: States = .all, excluded: States = .none) {
    self.required = required
    self.excluded = excluded
  }

  /// Nothing is asked.
  package static let none = Precondition()

  /// `true` if whether it holds depends on the version, and not on the revision alone.
  package var dependsOnVersion: Bool { required.nameVersions || excluded.nameVersions }

  /// Returns `true` if something is in a state that the request asks for.
  package func holds(version: Int64, revision: Int64? = nil) -> Bool {
    required.contain(version: version, revision: revision) && !excluded.contain(version: version, revision: revision)
  }
}
