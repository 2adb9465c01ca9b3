// SPDX-License-Identifier: Apache-2.0

package import WoofHTTP
internal import WoofModel

/// The origins that a service is for: its own, and those of web clients that may use it from elsewhere.
package struct OriginConfiguration: Hashable, Sendable {
  /// The origins at which browsers find the service, beside the one that a request itself names.
  package var own: [HTTPOrigin]
  /// The origins whose pages may use the API (CORS, Fetch §3.2). None by default.
  package var clients: [HTTPOrigin]
  /// `true` if pages of ``clients`` may have the browser send credentials that it remembers, such as Basic ones;
  /// `false` by default.
  ///
  /// If it is `false`, such a page can send only credentials that it asked for itself.
  package var sharesCredentials: Bool
  /// The time for which a browser may remember the permissions of those pages, in seconds; 600 by default.
  package var preflightSeconds: Int

  /// Makes a configuration.
  package init(
    own: [HTTPOrigin] = [], clients: [HTTPOrigin] = [], sharesCredentials: Bool = false, preflightSeconds: Int = 600
  ) {
    self.own = own
    self.clients = clients
    self.sharesCredentials = sharesCredentials
    self.preflightSeconds = preflightSeconds
  }
}

extension OriginConfiguration {
  /// The origin of absolute addresses in the response to a request: the one that the request names, where none or this one is
  /// configured, and else the first that is.
  func origin(of request: HTTPRequest) -> HTTPOrigin? {
    let target = CrossOriginPolicy.target(of: request)
    return target.flatMap { own.contains($0) ? $0 : nil } ?? own.first ?? target
  }
}

/// Decides what pages of which origins may do.
///
/// Writes that a browser sends on behalf of another origin are refused, as browsers send Basic credentials unasked. Pages
/// of the origins that are configured as clients may read and write.
struct CrossOriginPolicy: Sendable {
  private let own: Set<HTTPOrigin>
  private let clients: Set<HTTPOrigin>
  private let credentials: HTTPFields
  private let preflightSeconds: Int

  init(_ configuration: OriginConfiguration) {
    own = Set(configuration.own)
    clients = Set(configuration.clients)
    credentials = configuration.sharesCredentials ? HTTPFields([.accessControlAllowCredentials: "true"]) : HTTPFields()
    preflightSeconds = configuration.preflightSeconds
  }

  /// `true` if pages of any other origin may use the API.
  var hasClients: Bool { !clients.isEmpty }

  /// Checks a request.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `cross-origin-refused`.
  func check(_ request: HTTPRequest) throws(WoofError) {
    guard !request.method.isSafe else { return }
    let hasOrigin = request.fields.contains(.origin)
    if hasOrigin {
      guard request.fields.count(of: .origin) == 1, let origin = Self.origin(of: request) else { throw Self.refusal }
      if clients.contains(origin) { return }
      guard own.contains(origin) || origin == Self.target(of: request) else { throw Self.refusal }
    }
    if let site = request.fields[.secFetchSite], site != "same-origin", site != "none" { throw Self.refusal }
  }

  /// The response to a preflight of a client's page (Fetch §4.8), which asks what it may do with a path; `nil` for every
  /// other request.
  ///
  /// - Parameter methods: The methods of the path.
  func preflight(_ request: HTTPRequest, methods: () -> [HTTPMethod]) -> HTTPResponse? {
    guard request.method == .options, request.fields.contains(.accessControlRequestMethod), let origin = client(request)
    else { return nil }
    var fields = HTTPFields([
      .accessControlAllowOrigin: origin.description,
      .accessControlAllowMethods: methods().map(\.token).joined(separator: ", "),
      .accessControlAllowHeaders: Self.allowedFields,
      .accessControlMaxAge: "\(preflightSeconds)",
      .vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
    ])
    fields.append(contentsOf: credentials)
    return HTTPResponse(204, fields: fields)
  }

  /// Gives a response to the page that asked for it, where it is a client's. What is kept in caches is marked either way:
  /// another page may not be given it.
  func share(_ response: inout HTTPResponse, with request: HTTPRequest) {
    response.fields.append(.vary, "Origin")
    guard let origin = client(request) else { return }
    response.fields.append(.accessControlAllowOrigin, origin.description)
    response.fields.append(.accessControlExposeHeaders, Self.exposedFields)
    response.fields.append(contentsOf: credentials)
  }

  private func client(_ request: HTTPRequest) -> HTTPOrigin? {
    Self.origin(of: request).flatMap { clients.contains($0) ? $0 : nil }
  }

  private static func origin(of request: HTTPRequest) -> HTTPOrigin? {
    request.fields.bytes(of: .origin).flatMap { HTTPOrigin(utf8: $0) }
  }

  /// The origin that the request itself names. Its host has been checked (``WoofHTTP/HTTPRequest/isMisdirected``), so
  /// that it is not one that a stranger's page chose.
  static func target(of request: HTTPRequest) -> HTTPOrigin? {
    request.fields.bytes(of: .host).flatMap { HTTPOrigin(isSecure: request.client.isSecure, authority: $0) }
  }

  private static var refusal: WoofError {
    WoofError(.crossOriginRefused, "A page of another origin may not change anything here.")
  }

  /// The fields that pages may send, beside those that every page may (Fetch §2.2.2).
  private static let allowedFields = list([
    .accept, .authorization, .contentDigest, .contentDisposition, .contentType, .idempotencyKey, .ifMatch,
    .ifModifiedSince, .ifNoneMatch, .ifRange, .ifUnmodifiedSince, .lastEventID, .methodOverride, .range, .reprDigest,
    .tusResumable, .uploadChecksum, .uploadComplete, .uploadConcatenation, .uploadDeferLength, .uploadIncomplete,
    .uploadInteropVersion, .uploadLength, .uploadMetadata, .uploadOffset, .wantReprDigest, .woofEdit, .woofSession,
  ])

  /// The fields that pages may read, beside those that every page may (Fetch §2.2.1).
  private static let exposedFields = list([
    .acceptRanges, .allow, .contentDisposition, .contentRange, .date, .eTag, .lastChange, .location, .reprDigest,
    .requestID, .retryAfter, .tusChecksumAlgorithm, .tusExtension, .tusMaximumSize, .tusResumable, .tusVersion,
    .uploadComplete, .uploadConcatenation, .uploadExpires, .uploadIncomplete, .uploadInteropVersion, .uploadLength,
    .uploadLimit, .uploadMetadata, .uploadOffset, .woofPhotoID, .wwwAuthenticate,
  ])

  private static func list(_ names: [HTTPFieldName]) -> String { names.map(\.text).joined(separator: ", ") }
}
