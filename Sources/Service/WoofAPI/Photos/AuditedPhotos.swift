// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Changes of photos by whoever may make them. The audit log knows of those that an administrator makes to another's photo.
struct AuditedPhotos: Sendable {
  let library: PhotoLibrary
  /// The audit trail that records what administrators do with the photos of others; `nil` if nothing is recorded.
  let audit: AuditTrail?

  /// Changes the caption or the visibility of a photo.
  ///
  /// - Throws: As ``WoofCore/PhotoLibrary/edit(_:_:by:if:)``.
  func edit(
    _ id: PhotoID, _ edit: PhotoEdit, by principal: Principal, if precondition: Precondition = .none
  ) async throws -> PhotoRecord {
    try await noting("photos.edit", of: id, by: principal, edit.auditDetails) {
      try await library.edit(id, edit, by: principal, if: precondition)
    }
  }

  /// Deletes a photo.
  ///
  /// - Throws: As ``WoofCore/PhotoLibrary/delete(_:by:if:)``.
  func delete(
    _ id: PhotoID, by principal: Principal, if precondition: Precondition = .none
  ) async throws {
    try await noting("photos.delete", of: id, by: principal) {
      try await library.delete(id, by: principal, if: precondition)
    }
  }

  /// Does something with a photo, which the audit log knows of where an administrator does it with another's.
  ///
  /// - Throws: What `body` throws, and what keeps it from being noted.
  func noting<Result: Sendable>(
    _ action: String, of record: PhotoRecord, by principal: Principal?, _ details: [String: JSONValue] = [:],
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let principal, principal.isAdministrator, record.ownerID != principal.id else { return try await body() }
    let entry = AuditRequest(
      who: principal.name.text, action: action, subject: "\(record.id)",
      details: details.merging(["owner": .string(record.ownerName.text)]) { $1 })
    return try await audit.perform(entry, body)
  }

  private func noting<Result: Sendable>(
    _ action: String, of id: PhotoID, by principal: Principal, _ details: [String: JSONValue] = [:],
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    // Whoever is none finds out by trying.
    guard principal.isAdministrator else { return try await body() }
    return try await noting(action, of: try await library.photo(id, for: principal), by: principal, details, body)
  }
}

extension PhotoEdit {
  /// The details of an edit that the audit log keeps, as in the admin API's own entries.
  fileprivate var auditDetails: [String: JSONValue] {
    var details: [String: JSONValue] = [:]
    details["caption"] = caption.map { .string($0) }
    details["visibility"] = visibility.map { .string($0.rawValue) }
    return details
  }
}
