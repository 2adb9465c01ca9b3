// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Methods and paths.
@Suite(.overEachProtocol) struct MethodTests {
  static let id = "0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11"

  @Test(arguments: [
    ("/v1/photos", "GET, HEAD, POST, OPTIONS"), ("/v1/photos/\(id)", "GET, HEAD, PATCH, DELETE"),
    ("/v1/uploads/0123456789abcdef0123456789abcdef", "GET, HEAD, PATCH, DELETE"),
    ("/v1/photos/\(id)/original", "GET, HEAD"), ("/v1/photos/\(id)/variants/thumb", "GET, HEAD"),
    ("/v1/photos/\(id)/favourite", "PUT, DELETE"), ("/v1/me", "GET, HEAD"), ("/v1/me/password", "PUT"),
    ("/v1/me/favourites", "GET, HEAD"), ("/v1/me/photos", "GET, HEAD"), ("/v1/changes", "GET, HEAD"),
    ("/v1/events", "GET, HEAD"), ("/healthz", "GET, HEAD"), ("/readyz", "GET, HEAD"), ("/metrics", "GET, HEAD"),
    ("/openapi.yaml", "GET, HEAD"), ("/", "GET, HEAD"), ("/photos/\(id)", "GET, HEAD"),
    ("/gallery/0123456789abcdef/gallery.js", "GET, HEAD"), ("/v1/albums", "GET, HEAD, POST"),
    ("/v1/albums/\(id)", "GET, HEAD, PATCH, DELETE"), ("/v1/albums/\(id)/photos", "GET, HEAD"),
    ("/v1/albums/\(id)/photos/\(id)", "PUT, DELETE"), ("/v1/albums/\(id)/contributors/bob", "PUT, DELETE"),
    ("/v1/me/albums", "GET, HEAD"),
  ])
  func `an unsupported method is refused with the allowed ones`(
    target: String, allow: String
  ) async throws {
    try await withService { service in
      let known = allow.split(separator: ", ").map(String.init)
      let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "X-Y"]
      for method in methods where !known.contains(method) {
        let response = try service.client().send(method, target)
        #expect(response.status == 405, "\(method)")
        #expect(response.problem == "method-not-allowed")
        #expect(response["Allow"] == allow)
      }
    }
  }

  @Test func `OPTIONS of the whole service lists its methods`() async throws {
    try await withService { service in
      let response = try service.client().send("OPTIONS", "*")
      #expect(response.status == 204)
      #expect(
        Set(response["Allow"]?.split(separator: ", ").map(String.init) ?? []) == [
          "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
        ])
      // Over HTTP/2 such a request is malformed, and its stream is reset (RFC 9113 §8.3.1).
      guard ClientProtocol.current == .http1 else { return }
      #expect(try service.client().send("GET", "*").status == 400)
    }
  }

  @Test(arguments: [
    "//", "/photos", "/photos/\(id)/", "/gallery/gallery.js", "/v1", "/v1/", "/v2/photos", "/v1/photos/", "/v1/photo",
    "/V1/photos", "/v1/photos/\(id)/",
    "/v1/photos/\(id)/Original", "/v1/photos/\(id)/variants", "/v1/photos/\(id)/variants/", "/v1/me/", "/favicon.ico",
    "/v1/albums/", "/v1/albums/\(id)/", "/v1/albums/\(id)/contributors", "/v1/album",
    "/robots.txt", "/admin/v1/accounts", "/.git/config", "/index.php",
  ])
  func `unknown paths are not found`(target: String) async throws {
    try await withService { service in
      for method in ["GET", "POST", "DELETE"] {
        let response = try service.client().send(method, target)
        #expect(response.status == 404)
        #expect(response.problem == "not-found")
      }
    }
  }

  @Test func `HEAD works like GET everywhere, with the same head and no body`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let album = try ada.makeAlbum()
      let targets = [
        "/v1/photos", "/v1/photos/\(id)", "/v1/photos/\(id)/original", "/v1/photos/\(id)/variants/x", "/v1/me",
        "/v1/me/photos", "/v1/me/favourites", "/v1/changes", "/healthz", "/readyz", "/openapi.yaml", "/v1/photos?x=1",
        "/nothing", "/v1/albums", "/v1/me/albums", "/v1/albums/\(album)", "/v1/albums/\(album)/photos",
        "/v1/albums/\(id)",
      ]
      for target in targets {
        let (get, head) = try (ada.get(target), ada.head(target))
        #expect(head.status == get.status)
        let names = Set(get.fields.map(\.name))
        #expect(Set(head.fields.map(\.name)) == names)
        for name in ["Content-Type", "Content-Length", "ETag", "Cache-Control"] { #expect(head[name] == get[name]) }
      }
      let stream = try ada.head("/v1/events")
      #expect(stream.status == 200)
      #expect(stream["Content-Type"] == "application/x-ndjson")
    }
  }
}
