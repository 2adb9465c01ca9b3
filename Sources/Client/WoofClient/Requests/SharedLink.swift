// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A share link as its holder has it: its secret, and after ``APIService/unlock(_:password:)`` the key of its password.
///
/// Requests with it carry no credential of an account. No description shows the secret or the key.
public struct SharedLink: Hashable, Sendable {
  private static let tokenByteCount = 43

  /// The secret part of the link's address.
  public let token: String
  /// The address of the service that made the link, as its own address tells it; `nil` for one of a token alone.
  public let serviceURL: URL?
  /// The key of a link whose password has been given; `nil` before that, and for one without a password.
  public var key: SharedLinkKey?
  /// The name and the key of the guest who holds the link, after ``APIService/introduce(_:to:)``; `nil` before that. An app keeps
  /// it with the link: without it the same person is another guest.
  public var guest: SharedLinkGuest?

  /// Reads the address of a link, as `https://photos.example.org/s/…`; `nil` for any other address.
  public init?(url: URL) {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true), components.host?.isEmpty == false
    else { return nil }
    var segments = components.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
    if segments.last == "" { segments.removeLast() }
    guard let token = segments.popLast(), segments.popLast() == "s", Self.isToken(token) else { return nil }
    components.percentEncodedPath = segments.joined(separator: "/")
    (components.query, components.fragment) = (nil, nil)
    self.token = String(token)
    serviceURL = components.url
  }

  /// Takes the secret part of a link's address; `nil` where the text is none.
  public init?(token: String) {
    guard Self.isToken(token) else { return nil }
    self.token = token
    serviceURL = nil
  }

  /// Returns `true` if a text has the form of a secret in an address of the service.
  static func isToken(_ text: some StringProtocol) -> Bool {
    text.utf8.count == tokenByteCount
      && text.utf8.allSatisfy { byte in
        let character = Unicode.Scalar(byte)
        return ("A"..."Z").contains(character) || ("a"..."z").contains(character) || ("0"..."9").contains(character)
          || character == "-" || character == "_"
      }
  }

  /// The path of what the link shows.
  var path: String { "/v1/shared/\(token)" }
  /// The fields that open the link, and say who holds it.
  var fields: [String: String] {
    var fields: [String: String] = [:]
    fields["Woof-Link-Key"] = key?.key
    fields["Woof-Link-Guest"] = guest?.key
    return fields
  }
}

extension SharedLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A word; the secret is not shown.
  public var description: String { "share link (secret not shown)" }
  /// A word; the secret is not shown.
  public var debugDescription: String { description }
  /// The address of the service; the secret is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["serviceURL": serviceURL as Any]) }
}

/// The key of a share link whose password has been given.
public struct SharedLinkKey: Codable, Hashable, Sendable {
  /// The key, which is a secret that no description shows.
  public var key: String
  /// The time until which it opens the link, unless that gets another password.
  public var expiresAt: Timestamp

  /// Makes a key, as apps do that kept one.
  public init(key: String, expiresAt: Timestamp) {
    self.key = key
    self.expiresAt = expiresAt
  }
}

extension SharedLinkKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The time until which the key can be used; the key is not shown.
  public var description: String { "key until \(expiresAt) (not shown)" }
  /// The time until which the key can be used; the key is not shown.
  public var debugDescription: String { description }
  /// The time until which the key can be used; the key is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt]) }
}

/// A guest of a share link: somebody without an account, who likes and adds photos.
public struct SharedLinkGuest: Codable, Hashable, Sendable {
  /// The name that others who hold the link see, and whoever made it.
  public var name: String
  /// The key by which the guest is known again, which is a secret that no description shows. It opens nothing without the link.
  public var key: String

  /// Makes a guest, as apps do that kept one.
  public init(name: String, key: String) {
    self.name = name
    self.key = key
  }
}

extension SharedLinkGuest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name; the key is not shown.
  public var description: String { "guest \(name) (key not shown)" }
  /// The name; the key is not shown.
  public var debugDescription: String { description }
  /// The name; the key is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
