// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Changes of albums by whoever may make them. The audit log knows of those that an administrator makes to another's album.
struct AuditedAlbums: Sendable {
  let library: AlbumLibrary
  /// The audit trail that records what administrators do with the albums of others; `nil` if nothing is recorded.
  let audit: AuditTrail?

  /// Changes an album or what is in it.
  ///
  /// - Throws: As ``WoofCore/AlbumLibrary/change(_:by:of:if:)``.
  @discardableResult
  func change(
    _ id: AlbumID, by change: AlbumChange, of principal: Principal,
    if precondition: Precondition = .none
  ) async throws -> AlbumRecord {
    guard principal.isAdministrator,
      let album = try? await library.album(id, for: principal), album.ownerID != principal.id
    else {
      // Whoever may not change it finds out by trying.
      return try await library.change(id, by: change, of: principal, if: precondition)
    }
    let entry = AuditRequest(
      who: principal.name.text, action: change.auditAction, subject: "\(id)",
      details: change.auditDetails.merging(["owner": .string(album.ownerName.text)]) { $1 })
    return try await audit.perform(entry) {
      try await library.change(id, by: change, of: principal, if: precondition)
    }
  }
}

extension AlbumChange {
  fileprivate var auditAction: String {
    switch self {
    case .edit: "albums.edit"
    case .deletion: "albums.delete"
    case .placing: "albums.add-photo"
    case .removal: "albums.remove-photo"
    case .contributor(_, isAdded: true): "albums.add-contributor"
    case .contributor(_, isAdded: false): "albums.remove-contributor"
    }
  }

  fileprivate var auditDetails: [String: JSONValue] {
    switch self {
    case .edit(let edit):
      var details: [String: JSONValue] = [:]
      details["title"] = edit.title.map { .string($0) }
      details["visibility"] = edit.visibility.map { .string($0.rawValue) }
      return details
    case .placing(let photo, _), .removal(let photo): return ["photo": .string("\(photo)")]
    case .contributor(let name, _): return ["contributor": .string(name.text)]
    case .deletion: return [:]
    }
  }
}
