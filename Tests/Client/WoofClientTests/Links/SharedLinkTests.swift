// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import WoofClient

/// The address of a share link, and what is sent with it.
@Suite struct SharedLinkTests {
  private static let token = SampleLink.token
  private let photo = SampleAlbum.id.uuid

  @Test(arguments: [
    ("https://photos.example.org/s/\(token)", "https://photos.example.org"),
    ("https://photos.example.org:8443/s/\(token)/?a=b#c", "https://photos.example.org:8443"),
    ("http://127.0.0.1:9663/dogs/s/\(token)", "http://127.0.0.1:9663/dogs"),
  ])
  func `the address of a link tells its secret and its service`(address: String, service: String) throws {
    let url = try #require(URL(string: address))
    let link = try #require(SharedLink(url: url))
    #expect(link.token == Self.token)
    #expect(link.serviceURL?.absoluteString == service)
  }

  @Test(arguments: [
    "https://photos.example.org/", "https://photos.example.org/s/", "https://photos.example.org/s/\(token)x",
    "https://photos.example.org/photos/\(token)", "https://photos.example.org/s/\(token.dropLast())%2F", "/s/\(token)",
  ])
  func `another address is none of a link`(address: String) throws {
    let url = try #require(URL(string: address))
    #expect(SharedLink(url: url) == nil)
  }

  @Test(arguments: ["", "short", "\(token.dropLast())/", "\(token.dropLast())ä", "../\(token.dropLast(3))"])
  func `another text is no secret of a link`(text: String) {
    #expect(SharedLink(token: text) == nil)
  }

  @Test func `no description shows the secret or the key`() throws {
    var link = try SampleLink.shared()
    link.key = SharedLinkKey(key: "wagging", expiresAt: SampleAlbum.id.uuid.createdAt)
    var dumped = ""
    dump(PhotoBytes.original(of: photo, sharedBy: link), to: &dumped)
    for text in ["\(link)", String(reflecting: link), String(reflecting: link.key), dumped] {
      #expect(!text.contains(link.token) && !text.contains("wagging"), "\(text)")
    }
  }

  @Test func `a link is asked for without the credential of the account, and without cookies`() async throws {
    let service = try ScriptedService { _, _ in .json(#"{"items":[]}"#) }
    let store = MemoryCredentialStore()
    await store.save(Credential(name: "ada", password: "wag"), for: service.url)
    let client = service.client(signIn: SignIn(store: store, allowsPlainHTTP: true))
    _ = try await client.response(to: AlbumPageRequest())
    #expect(service.requests.last?.value(forHTTPHeaderField: "Authorization") != nil)
    for try await _ in client.photos(sharedBy: try SampleLink.shared()) {}
    let request = try #require(service.requests.last)
    #expect(request.url?.path == "/v1/shared/\(SampleLink.token)/photos")
    #expect(request.value(forHTTPHeaderField: "Authorization") == nil && !request.httpShouldHandleCookies)
    #expect(request.value(forHTTPHeaderField: "Woof-Link-Key") == nil)
  }

  @Test func `the key of a password goes with all that is asked afterwards`() async throws {
    let data = SamplePhoto.next()
    let fields = try SamplePhoto.fields(of: data)
    let service = try ScriptedService { request, _ in
      let path = request.url?.path ?? ""
      if path.hasSuffix("/unlock") { return .json(#"{"key":"wagging","expiresAt":"2026-05-02T10:00:00.000Z"}"#) }
      if path.hasSuffix("/photos") { return .json(#"{"items":[]}"#) }
      let isBytes = path.contains("/photos/")
      return isBytes
        ? .init(fields: fields, pieces: [data]) : .json(#"{"isLocked":true,"expiresAt":"2026-05-02T10:00:00.000Z"}"#)
    }
    let client = service.client()
    let link = try await client.unlock(try SampleLink.shared(), password: "tail")
    #expect(link.key?.expiresAt == Timestamp("2026-05-02T10:00:00.000Z"))
    #expect(service.requests.last?.value(forHTTPHeaderField: "Woof-Link-Key") == nil)
    _ = try await client.content(of: link)
    for try await _ in client.photos(sharedBy: link) {}
    _ = try await client.fetchPhoto(.variant("thumb", of: photo, sharedBy: link))
    _ = try await client.fetchPhoto(.original(of: photo, sharedBy: link))
    let keys = service.requests.dropFirst().map { $0.value(forHTTPHeaderField: "Woof-Link-Key") }
    #expect(keys == Array(repeating: "wagging", count: 4))
    #expect(service.requests.last?.url?.path == "/v1/shared/\(SampleLink.token)/photos/\(photo)/original")
  }

  @Test func `whoever is asked for a name where a link is enough is asked for nothing`() async throws {
    let service = try ScriptedService.onSocket { _, _ in
      .init(status: 401, fields: ["WWW-Authenticate": #"Basic realm="dogs""#, "Content-Length": "0"])
    }
    let signIn = SignIn.asking(TestSignIn { _ in Credential(name: "ada", password: "wag") })
    let client = WoofClient(baseURL: service.url, session: freshSession(), signIn: signIn, retryPolicy: .never)
    let error = try await failure { _ = try await client.content(of: try SampleLink.shared()) }
    #expect(error.code == .authenticationRequired)
    #expect(service.requests.allSatisfy { $0.value(forHTTPHeaderField: "Authorization") == nil })
  }

  @Test func `an error about what a link shows does not tell the link`() async throws {
    let service = try ScriptedService { _, _ in .init(fields: ["Content-Type": "text/html"], pieces: [Data("x".utf8)]) }
    let error = try await failure { _ = try await service.client().content(of: try SampleLink.shared()) }
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("/v1/shared/…") && !error.message.contains(SampleLink.token))
  }
}
