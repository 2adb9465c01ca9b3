// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofClient
import WoofModel

/// The routes of the admin API that change something.
enum AdminChanges {
  private static let mergePatch = "application/merge-patch+json"

  static func addAccount(_ name: String, password: String, isAdministrator: Bool) throws -> AdminChange<AdminAccount> {
    let members: [String: JSONValue] = [
      "name": .string(name), "password": .string(password), "admin": .bool(isAdministrator),
    ]
    return AdminChange(.post, AdminAPI.path("accounts"), content: try .json(JSONValue.object(members)))
  }

  static func setPassword(of name: String, to password: String) throws -> AdminChange<Void> {
    AdminChange(
      .put, AdminAPI.path("accounts", name, "password"),
      content: try .json(JSONValue.object(["new": .string(password)])))
  }

  static func edit(account name: String, _ members: [String: JSONValue]) throws -> AdminChange<AdminAccount> {
    AdminChange(.patch, AdminAPI.path("accounts", name), content: try patch(members))
  }

  static func deleteAccount(_ name: String) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("accounts", name), isDestructive: true)
  }

  static func edit(photo id: PhotoID, _ members: [String: JSONValue]) throws -> AdminChange<AdminPhoto> {
    AdminChange(.patch, AdminAPI.path("photos", id.description), content: try patch(members))
  }

  static func deletePhoto(_ id: PhotoID) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("photos", id.description), isDestructive: true)
  }

  static func erasePhoto(_ id: PhotoID) -> AdminChange<Void> {
    AdminChange(.post, AdminAPI.path("photos", id.description, "erase"), isDestructive: true)
  }

  static func restorePhoto(_ id: PhotoID) -> AdminChange<AdminPhoto> {
    AdminChange(.post, AdminAPI.path("photos", id.description, "restore"))
  }

  static func reprocessPhoto(_ id: PhotoID) -> AdminChange<Void> {
    AdminChange(.post, AdminAPI.path("photos", id.description, "reprocess"))
  }

  static func unsetFavourite(of account: String, on id: PhotoID) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("photos", id.description, "favourites", account), isDestructive: true)
  }

  static func revokeAppPassword(_ id: String) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("app-passwords", id), isDestructive: true)
  }

  static func endBrowserSession(_ id: String) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("sessions", id), isDestructive: true)
  }

  static func makeInvitation(by owner: String, _ terms: [String: JSONValue]) throws -> AdminChange<AdminInvitation> {
    let members = terms.merging(["owner": .string(owner)]) { $1 }
    return AdminChange(.post, AdminAPI.path("invitations"), content: try .json(JSONValue.object(members)))
  }

  static func revokeInvitation(_ id: String) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("invitations", id), isDestructive: true)
  }

  static func revokeTicket(_ id: String) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("tickets", id), isDestructive: true)
  }

  static func deleteAlbum(_ id: String) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("albums", id), isDestructive: true)
  }

  static func revokeLink(_ id: String) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("links", id), isDestructive: true)
  }

  static func deleteQuarantined(_ digest: Digest) -> AdminChange<Void> {
    AdminChange(.delete, AdminAPI.path("quarantine", digest.description), isDestructive: true)
  }

  static func setPlugin(_ name: String, isEnabled: Bool) -> AdminChange<AdminPlugin> {
    AdminChange(.post, AdminAPI.path("plugins", name, isEnabled ? "enable" : "disable"))
  }

  static let reloadPlugins = AdminChange<AdminPage<AdminPlugin>>(.post, AdminAPI.path("plugins", "reload"))

  static func configure(
    _ settings: [String: JSONValue], ifVersion version: Int64
  ) throws -> AdminChange<AdminConfiguration> {
    AdminChange(
      .patch, AdminAPI.path("configuration"), content: try patch(settings), fields: ["If-Match": "\"\(version)\""])
  }

  static func start(_ job: AdminJobRequest) throws -> AdminChange<AdminJob> {
    AdminChange(
      .post, AdminAPI.path("jobs"), content: try .json(job), isDestructive: job.kind == .collectGarbage)
  }

  static func cancelJob(_ id: Int) -> AdminChange<AdminJob> { AdminChange(.delete, AdminAPI.path("jobs", "\(id)")) }

  static let shutDown = AdminChange<Void>(.post, AdminAPI.path("shutdown"), isDestructive: true)

  private static func patch(_ members: [String: JSONValue]) throws -> RequestContent {
    try .json(JSONValue.object(members), type: mergePatch)
  }
}
