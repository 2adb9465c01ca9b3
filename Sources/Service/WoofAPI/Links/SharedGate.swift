// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofModel

/// Finds the link that a request brings in its path, whether its password has been given, and which guest sends it.
struct SharedGate: Sendable {
  let links: ShareLinks
  let authenticator: Authenticator
  let time: any TimeSource

  /// The link of a request, and whether it still waits for its password.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such link any more.
  func link(of context: RouteContext) async throws -> (link: ShareLink, isLocked: Bool) {
    let found = try await currentLink(of: context)
    links.counter.note(found.isLocked ? .locked : .shown)
    return found
  }

  /// The same for a request that has been counted.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such link any more.
  func currentLink(of context: RouteContext) async throws -> (link: ShareLink, isLocked: Bool) {
    let link = try await links.link(of: try secret(of: context))
    return (link, isLocked(link, for: context.request))
  }

  /// The link of a request, whose password has been given where it has one.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such link any more, or `forbidden`.
  func open(_ context: RouteContext) async throws -> ShareLink {
    try Self.unlocked(try await link(of: context))
  }

  /// The same for a request that has been counted, which goes on.
  ///
  /// - Throws: As ``open(_:)``.
  func reopen(_ context: RouteContext) async throws -> ShareLink {
    try Self.unlocked(try await currentLink(of: context))
  }

  private static func unlocked(_ found: (link: ShareLink, isLocked: Bool)) throws(WoofError) -> ShareLink {
    guard !found.isLocked else {
      throw WoofError(.forbidden, "This link wants a password; give it to the route unlock.")
    }
    return found.link
  }

  /// Takes the password of a link, and responds with the key that opens it.
  ///
  /// - Throws: As ``WoofCore/Authenticator/check(_:of:address:)``; ``WoofModel/WoofError`` with the code `not-found`,
  ///   `invalid-request` or `invalid-parameter`.
  func unlock(_ context: RouteContext) async throws -> HTTPResponse {
    let (link, _) = try await currentLink(of: context)
    let members = try await SecretMembers.read(from: context.request, allowing: ["password"])
    let password = try members.secret("password", "the password of the link")
    do {
      try await authenticator.check(password, of: link, address: context.request.client.address)
    } catch let error as WoofError where error.code == .forbidden {
      links.counter.note(.wrongPassword)
      throw error
    }
    links.counter.note(.unlocked)
    let (key, expiresAt) = links.keys.key(for: link, at: time.now())
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("key")
    writer.value(key)
    writer.name("expiresAt")
    writer.value(expiresAt)
    writer.endObject()
    var response = HTTPResponse.unstoredJSON(200, writer.bytes)
    try setCookie(Self.cookie, key, until: expiresAt, in: &response, to: context)
    return response
  }

  /// The guest of a link who sends a request; `nil` for somebody without a name.
  func guest(of context: RouteContext, _ link: ShareLink) async throws -> LinkGuest? {
    for key in [context.request.fields[.woofLinkGuest], context.request.cookie(Self.guestCookie)] {
      if let key, let guest = try await links.guests.guest(showing: key, of: link) { return guest }
    }
    return nil
  }

  /// Has a browser keep the key of a guest for as long as the link can be used.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the path holds no secret.
  func remember(
    guest key: String, of link: ShareLink, in response: inout HTTPResponse, to context: RouteContext
  ) throws(WoofError) {
    try setCookie(Self.guestCookie, key, until: link.terms.expiresAt, in: &response, to: context)
  }

  /// The name of the cookie that carries the key. The path that goes with it keeps links apart.
  private static let cookie = "woof-link"
  /// The name of the cookie that carries the key of a guest.
  private static let guestCookie = "woof-guest"

  private func setCookie(
    _ name: String, _ value: String, until end: Timestamp, in response: inout HTTPResponse, to context: RouteContext
  ) throws(WoofError) {
    let path = SharedPath.folder(of: try secret(of: context).text)
    let seconds = (end.milliseconds - time.now().milliseconds) / 1000
    let attributes = "Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Strict"
    let isSecure = context.request.client.isSecure
    response.fields.append(.setCookie, "\(name)=\(value); \(attributes)\(isSecure ? "; Secure" : "")")
  }

  private func secret(of context: RouteContext) throws(WoofError) -> AddressSecret {
    guard let bytes = context.path.bytes(of: SharedPath.parameter), let secret = AddressSecret(bytes) else {
      links.counter.note(.unknown)
      throw .noSuchLink
    }
    return secret
  }

  private func isLocked(_ link: ShareLink, for request: HTTPRequest) -> Bool {
    guard link.terms.passwordHash != nil else { return false }
    let keys = [request.fields[.woofLinkKey], request.cookie(Self.cookie)].compactMap(\.self)
    return !keys.contains { links.keys.isValid($0, for: link, at: time.now()) }
  }
}

/// The paths of what share links show.
enum SharedPath {
  /// The parameter that has a link's secret.
  static let parameter = "token"
  /// The pattern of the path of a link.
  static let pattern = "/v1/shared/{\(parameter)}"
  /// The pattern of the page of a link, for people.
  static let pagePattern = "/s/{\(parameter)}"

  /// The path of a link.
  static func folder(of secret: String) -> String { "/v1/shared/\(secret)" }

  /// The path of a link's page.
  static func page(of secret: String) -> String { "/s/\(secret)" }

  /// The fields of all responses of a link, which keep its address to itself.
  static let fields = HTTPFields([
    .known("Referrer-Policy"): "no-referrer", .known("X-Robots-Tag"): "noindex",
  ])

  /// The rule for caches: they may keep what a link shows, and have to ask each time, so that a link that is revoked shows
  /// nothing more.
  static let cacheControl = "private, no-cache"
}

extension HTTPFieldName {
  /// The key of a link whose password has been given, for clients that keep no cookies.
  static let woofLinkKey = known("Woof-Link-Key")
  /// The key of a guest of a link, for clients that keep no cookies.
  static let woofLinkGuest = known("Woof-Link-Guest")
}
