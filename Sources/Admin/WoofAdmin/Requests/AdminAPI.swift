// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofClient
import WoofModel

/// The routes of the admin API that read.
enum AdminAPI {
  static let root = "/admin/v1"

  static let status = AdminRequest<AdminStatus>(path("status"))
  static let statistics = AdminRequest<AdminStatistics>(path("stats"))
  static let metrics = AdminRequest<String>(path: path("metrics")) { $0.text }
  static let configuration = AdminRequest<AdminConfiguration>(path("configuration"))
  static let verification = AdminRequest<AuditVerification>(.post, path("audit", "verify"))

  /// The path of a route; what stands in it is encoded.
  static func path(_ segments: String...) -> String {
    ([root] + segments.map { ServiceAddress.encoded($0) }).joined(separator: "/")
  }

  static func account(_ name: String) -> AdminRequest<AdminAccount> { AdminRequest(path("accounts", name)) }

  static func photo(_ id: PhotoID) -> AdminRequest<AdminPhoto> { AdminRequest(path("photos", id.description)) }

  static func job(_ id: Int) -> AdminRequest<AdminJob> { AdminRequest(path("jobs", "\(id)")) }

  static func quarantined(_ digest: Digest) -> AdminRequest<Data> { bytes(path("quarantine", digest.description)) }

  static func original(of id: PhotoID) -> AdminRequest<Data> { bytes(path("photos", id.description, "original")) }

  static func changes(of kinds: ChangeSubjects, since token: String?, limit: Int) -> AdminRequest<ServiceChangePage> {
    let asked = kinds == .photos ? nil : kinds.parameter
    return AdminRequest(
      path("changes"), query: .given("kinds", asked) + .given("since", token) + .given("limit", limit))
  }

  private static func bytes(_ path: String) -> AdminRequest<Data> {
    AdminRequest(path: path, fields: ["Accept": "*/*"]) { $0.data }
  }
}

/// A list of the admin API, which comes page by page.
struct AdminList<Item: Codable & Hashable & Sendable>: Sendable {
  var path: String
  var query: [URLQueryItem] = []

  /// A page of so many items, after those of another page.
  func page(after cursor: String?, limit: Int) -> AdminRequest<AdminPage<Item>> {
    AdminRequest(path, query: query + .given("limit", limit) + .given("after", cursor))
  }
}

extension AdminList {
  /// All accounts, by name.
  static func accounts() -> Self where Item == AdminAccount { Self(path: AdminAPI.path("accounts")) }

  /// The photos that an account likes.
  static func favourites(of account: String) -> Self where Item == PhotoMetadata {
    Self(path: AdminAPI.path("accounts", account, "favourites"))
  }

  /// The accounts that like a photo.
  static func admirers(of id: PhotoID) -> Self where Item == AdminFavourite {
    Self(path: AdminAPI.path("photos", id.description, "favourites"))
  }

  /// The albums of an account, or of all.
  static func albums(of account: String? = nil) -> Self where Item == AdminAlbum {
    Self(path: AdminAPI.path("albums"), query: .given("owner", account))
  }

  /// The share links of an account, or of all.
  static func links(of account: String? = nil) -> Self where Item == AdminLink {
    Self(path: AdminAPI.path("links"), query: .given("owner", account))
  }

  /// The app passwords of an account, or of all.
  static func appPasswords(of account: String? = nil) -> Self where Item == AdminAppPassword {
    Self(path: AdminAPI.path("app-passwords"), query: .given("owner", account))
  }

  /// The browser sessions of an account, or of all.
  static func browserSessions(of account: String? = nil) -> Self where Item == AdminBrowserSession {
    Self(path: AdminAPI.path("sessions"), query: .given("owner", account))
  }

  /// The invitations of an account, or of all.
  static func invitations(of account: String? = nil) -> Self where Item == AdminInvitation {
    Self(path: AdminAPI.path("invitations"), query: .given("owner", account))
  }

  /// The upload tickets of an account, or of all.
  static func tickets(of account: String? = nil) -> Self where Item == AdminTicket {
    Self(path: AdminAPI.path("tickets"), query: .given("owner", account))
  }

  /// The files in quarantine.
  static func quarantine() -> Self where Item == AdminQuarantined {
    Self(path: AdminAPI.path("quarantine"))
  }

  /// The plugins that were found.
  static func plugins() -> Self where Item == AdminPlugin { Self(path: AdminAPI.path("plugins")) }

  /// The jobs, the newest first.
  static func jobs() -> Self where Item == AdminJob { Self(path: AdminAPI.path("jobs")) }

  /// The entries of the audit log, the newest first.
  static func audit() -> Self where Item == AuditEntry { Self(path: AdminAPI.path("audit")) }
}
