// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// The kinds of values that are completed by asking the service for them.
enum ServiceValue: String, CaseIterable, Sendable {
  case account, photo, album, link, plugin, setting, job, digest, ticket, invitation
  case appPassword = "app password"
  case browserSession = "browser session"
  /// The commands of the shell themselves.
  case command
}

extension ValueCompletion {
  /// Returns the completion by the values of a kind that the service knows.
  static func service(_ value: ServiceValue) -> ValueCompletion { .named(value.rawValue) }
}

extension ArgumentKind where Value == String {
  /// The name of an account that exists.
  static func account(_ placeholder: String = "NAME") -> Self {
    ArgumentKind(placeholder, completion: .service(.account)) { $0.isEmpty ? nil : $0 }
  }

  /// The name of a plugin that exists.
  static let plugin = ArgumentKind("NAME", completion: .service(.plugin)) { $0.isEmpty ? nil : $0 }

  /// The id of an upload ticket.
  static let ticket = ArgumentKind("ID", allowed: "the id of a ticket", completion: .service(.ticket)) {
    PhotoID($0)?.description
  }

  /// The id of an app password.
  static let appPassword = ArgumentKind(
    "ID", allowed: "the id of an app password", completion: .service(.appPassword)
  ) { PhotoID($0)?.description }

  /// The id of a browser session.
  static let browserSession = ArgumentKind(
    "ID", allowed: "the id of a session", completion: .service(.browserSession)
  ) { PhotoID($0)?.description }

  /// The id of an invitation.
  static let invitation = ArgumentKind(
    "ID", allowed: "the id of an invitation", completion: .service(.invitation)
  ) { PhotoID($0)?.description }

  /// The id of an album.
  static let album = ArgumentKind("ID", allowed: "the id of an album", completion: .service(.album)) {
    AlbumID($0)?.description
  }

  /// The id of a share link.
  static let link = ArgumentKind("ID", allowed: "the id of a share link", completion: .service(.link)) {
    ShareLinkID($0)?.description
  }

  /// The key of a setting that exists.
  static let setting = ArgumentKind("KEY", completion: .service(.setting)) { $0.isEmpty ? nil : $0 }
}

extension ArgumentKind where Value == PhotoID {
  /// The id of a photo.
  static let photo = ArgumentKind("ID", allowed: "the id of a photo", completion: .service(.photo)) { PhotoID($0) }
}

extension ArgumentKind where Value == Int {
  /// The number of a job.
  static let job = ArgumentKind("ID", allowed: "the number of a job", completion: .service(.job)) { text in
    Int(text).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ArgumentKind where Value == Digest? {
  /// The digest of something in quarantine.
  static let digest = ArgumentKind("DIGEST", allowed: "a digest, as sha256-…", completion: .service(.digest)) {
    Digest($0).map { .some($0) }
  }
}

extension PhotoID {
  /// An id that no photo has.
  static let none = PhotoID(high: 0, low: 0)
}
