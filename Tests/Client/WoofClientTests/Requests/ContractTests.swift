// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import WoofClient

/// The SDK has a call for everything that the wire contract has.
@Suite struct ContractTests {
  private static let id = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8000_0000_0000_0000)

  private static let photo = PhotoID(high: 0x0193_a7b2_c4d5_7e70, low: 0x8000_0000_0000_0000)
  private static let album = AlbumID(uuid: id)
  private static let link = SharedLink(token: SampleLink.token)

  private static let digest: Digest = {
    guard let digest = Digest([UInt8](repeating: 1, count: 32)) else { preconditionFailure("a SHA-256 has 32 bytes") }
    return digest
  }()

  /// A request of each kind that the SDK makes of values, with all that may be asked.
  private static let requests: [any APIRequest] =
    [
      photoPage, ownPhotoPage, searchPage, TimelineRequest(text: "dog"), TimelineRatiosRequest(view: .album(album)),
      TimelineRatiosRequest(view: .mine, text: "dog"),
      PhotoSearchRequest(text: "dog", owner: "ada", limit: 1, after: PageCursor(rawValue: "x")), UploadLimitsRequest(),
      PhotoRequest(id: id, withAnnotations: true), EditPhotoRequest(id: id), DeletePhotoRequest(id: id),
      FavouriteRequest(id: id, isFavourite: true), FavouriteRequest(id: id, isFavourite: false), AccountRequest(),
      ChangePasswordRequest(current: "a", new: "b"), SignUpRequest(name: "a", password: "b"),
      FavouritePageRequest(limit: 1, after: PageCursor(rawValue: "x")),
      SimilarPhotosRequest(id: id, limit: 1), DuplicatePageRequest(limit: 1, after: PageCursor(rawValue: "x")),
      ChangePageRequest(since: ChangeToken(rawValue: "x"), limit: 1), ServiceChangePageRequest(kinds: .all),
      HealthRequest(), ReadinessRequest(),
      MetricsRequest(), ContractRequest(), RestorePhotoRequest(id: id), ErasePhotoRequest(id: id),
      UploadTicketRequest(digest: digest, byteCount: 1, contentType: .jpeg),
      UploadTicketPageRequest(limit: 1, after: PageCursor(rawValue: "x")), RevokeUploadTicketRequest(id: "\(id)"),
      AppPasswordRequest(name: "phone", scopes: .all), RevokeAppPasswordRequest(),
      RevokeAppPasswordRequest(id: "\(id)"),
      AppPasswordPageRequest(limit: 1, after: PageCursor(rawValue: "x")),
      BrowserSessionPageRequest(limit: 1, after: PageCursor(rawValue: "x")), EndBrowserSessionRequest(id: "\(id)"),
      EndBrowserSessionRequest(),
      InvitationRequest(note: "bob"), InvitationPageRequest(limit: 1, after: PageCursor(rawValue: "x")),
      RevokeInvitationRequest(id: "\(id)"),
      PhotoBatchRequest(ids: [id], change: .deletion), KnownOriginalsRequest(digests: [digest]),
      ServiceDescriptionRequest(), OpenUploadsRequest(), AccountViewRequest(),
      TrashPageRequest(idPrefix: "0193", limit: 1, after: PageCursor(rawValue: "x")),
      AlbumPageRequest(owner: "ada", limit: 1, after: PageCursor(rawValue: "x")), CreateAlbumRequest(title: "Rex"),
      OwnAlbumPageRequest(limit: 1, after: PageCursor(rawValue: "x")), AlbumRequest(id: album),
      VersionedAlbumRequest(id: album), EditAlbumRequest(id: album), DeleteAlbumRequest(id: album),
      AlbumPhotoPageRequest(id: album, limit: 1, after: PageCursor(rawValue: "x")),
      AddAlbumPhotoRequest(photo: photo, album: album), RemoveAlbumPhotoRequest(photo: photo, album: album),
      AddContributorRequest(name: "ada", album: album), RemoveContributorRequest(name: "ada", album: album),
      ShareLinkPageRequest(target: .album(album), limit: 1, after: PageCursor(rawValue: "x")),
      ShareLinkPageRequest(target: .photo(id)), CreateShareLinkRequest(target: .album(album)),
      EditShareLinkRequest(id: ShareLinkID(uuid: id)), RevokeShareLinkRequest(id: ShareLinkID(uuid: id)),
      LinkLikePageRequest(id: ShareLinkID(uuid: id), limit: 1, after: PageCursor(rawValue: "x")),
      MakeArchiveRequest(.album(album)), MakeArchiveRequest(.photos([id])),
    ] + shared + invitations + timelineParts

  private static var searchPage: PhotoSearchRequest {
    var request = PhotoSearchRequest(text: "dog")
    (request.isByDate, request.from, request.until) = (true, Timestamp(milliseconds: 0), Timestamp(milliseconds: 1))
    return request
  }

  private static var photoPage: PhotoPageRequest {
    var request = PhotoPageRequest(owner: "ada", idPrefix: "0193", limit: 1, after: PageCursor(rawValue: "x"))
    (request.from, request.until) = (Timestamp(milliseconds: 0), Timestamp(milliseconds: 1))
    return request
  }

  private static var ownPhotoPage: OwnPhotoPageRequest {
    var request = OwnPhotoPageRequest(idPrefix: "0193", limit: 1, after: PageCursor(rawValue: "x"))
    (request.from, request.until) = (Timestamp(milliseconds: 0), Timestamp(milliseconds: 1))
    return request
  }

  private static var timelineParts: [any APIRequest] {
    CivilMonth("2026-05").map { [TimelinePartRequest(text: "dog", month: $0, limit: 1)] } ?? []
  }

  /// A request of each kind that the holders of share links make.
  private static var shared: [any APIRequest] {
    guard let link else { return [] }
    return [
      SharedContentRequest(link: link), UnlockSharedRequest(link: link, password: "a"),
      SharedPhotoPageRequest(link: link, limit: 1, after: PageCursor(rawValue: "x")),
      NameSharedGuestRequest(link: link, name: "a"), LikeSharedPhotoRequest(id: id, link: link, isLiked: true),
      LikeSharedPhotoRequest(id: id, link: link, isLiked: false),
      AddSharedPhotoRequest(link: link, data: Data(), fileName: "a"),
    ]
  }

  private static var invitations: [any APIRequest] {
    InvitationLink(token: SampleLink.token).map { [ReceivedInvitationRequest($0)] } ?? []
  }

  /// What uploads, downloads and event streams ask for by themselves.
  private static let transfers: [String: Set<String>] = [
    "POST /v1/photos": ["caption", "visibility", "fileName"], "GET /v1/photos/{id}/original": ["download"],
    "GET /v1/photos/{id}/variants/{name}": ["download"], "GET /v1/events": ["since", "kinds"],
    "GET /v1/shared/{token}/photos/{id}/original": ["download"],
    "GET /v1/shared/{token}/photos/{id}/variants/{name}": ["download"],
    "GET /v1/archives/{archive}": [], "GET /v1/albums/{id}/archive": [], "GET /v1/shared/{token}/archive": [],
    "GET /v1/uploads/{id}": [], "PATCH /v1/uploads/{id}": [], "PUT /v1/uploads/by-ticket/{ticket}": [],
    "GET /v1/uploads/by-ticket/{ticket}/{id}": [], "PATCH /v1/uploads/by-ticket/{ticket}/{id}": [],
  ]

  /// The service removes an upload that nobody goes on with; nobody who cancels one waits for that. Uploads by tickets are
  /// the session's own, and begin with `PUT`. Uploads by tus are for clients that others write.
  /// The gallery, the pages of share links, and beginning and ending a session of one's own are for browsers.
  private static let unused: Set<String> = [
    "DELETE /v1/uploads/{id}", "DELETE /v1/uploads/by-ticket/{ticket}/{id}", "POST /v1/uploads/by-ticket/{ticket}",
    "OPTIONS /v1/uploads/by-ticket/{ticket}", "GET /", "GET /photos/{id}", "GET /albums/{id}",
    "GET /gallery/{digest}/{name}", "GET /sw.js", "GET /s/{token}", "GET /join", "GET /join/{token}",
    "POST /v1/sessions", "DELETE /v1/me/sessions/current",
  ]

  /// The parameters that are asked with, by method and path.
  private static var asked: [String: Set<String>] {
    requests.reduce(into: transfers) { asked, request in
      let path = request.path.replacingOccurrences(of: "\(id)", with: "{id}")
        .replacingOccurrences(of: "\(photo)", with: "{photo}")
        .replacingOccurrences(of: "/contributors/ada", with: "/contributors/{name}")
        .replacingOccurrences(of: SampleLink.token, with: "{token}")
        .replacingOccurrences(of: "2026-05", with: "{month}")
      asked["\(request.method.rawValue) \(path)", default: []].formUnion(request.query.map(\.name))
    }
  }

  @Test func `every operation of the contract has a call, with all its parameters`() async throws {
    let contract = try await withService { try await $0.client().contract() }
    // What administrators ask for is the admin shell's.
    let operations = ContractReading(contract).operations.filter {
      !$0.key.contains(" /admin/") && !$0.key.contains(" /v1/tus")
    }
    let asked = Self.asked
    #expect(operations.count > 20)
    #expect(Set(operations.keys).subtracting(Self.unused).symmetricDifference(asked.keys).sorted() == [])
    for (operation, parameters) in operations where !Self.unused.contains(operation) {
      #expect(parameters.symmetricDifference(asked[operation] ?? []).sorted() == [], "\(operation)")
    }
  }
}

/// The operations of `openapi.yaml`, as far as its layout goes.
private struct ContractReading {
  private let lines: [Substring]
  /// The names of parameters that are referred to, where they stand in the query.
  private let shared: [String: String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    shared = Self.shared(in: lines.drop { $0 != "  parameters:" }.dropFirst().prefix { $0.hasPrefix("    ") })
  }

  private static func shared(in lines: some Sequence<Substring>) -> [String: String] {
    var (shared, key, name): ([String: String], String, String) = ([:], "", "")
    for line in lines {
      if let match = line.wholeMatch(of: /\s{4}(\w+):/) { key = String(match.1) }
      if let match = line.wholeMatch(of: /\s{6}name: (\S+)/) { name = String(match.1) }
      if line == "      in: query" { shared[key] = name }
    }
    return shared
  }

  /// The names of the parameters in the query, by method and path.
  var operations: [String: Set<String>] {
    var operations: [String: Set<String>] = [:]
    var (path, operation, name): (Substring, String?, Substring) = ("", nil, "")
    var anchored: Set<String> = []
    for line in lines.drop(while: { $0 != "paths:" }).dropFirst().prefix(while: { $0.isEmpty || $0.hasPrefix(" ") }) {
      if let match = line.wholeMatch(of: /\s{2}(\/[^:]*):/) {
        (path, operation) = (match.1, nil)
      } else if let match = line.wholeMatch(of: /\s{4}(get|put|post|patch|delete|options):/), path != "" {
        operation = "\(match.1.uppercased()) \(path)"
        operations["\(match.1.uppercased()) \(path)"] = []
      } else if let match = line.wholeMatch(of: /\s{8}- name: (\S+)/) {
        name = match.1
      } else if let operation, line == "          in: query" {
        operations[operation, default: []].insert(String(name))
      } else if let operation, let match = line.wholeMatch(of: /\s{8}- \$ref: "#\/components\/parameters\/(\w+)"/) {
        if let name = shared[String(match.1)] { operations[operation, default: []].insert(name) }
        if operation.hasSuffix("/original") { anchored = operations[operation] ?? [] }
      } else if let operation, line == "      parameters: *byte-parameters" {
        operations[operation] = anchored
      }
    }
    return operations
  }
}
