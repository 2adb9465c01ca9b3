// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit

struct RecordingTests {
  /// Records what a client does to a service that runs elsewhere.
  private func recorded(
    _ configure: (inout HarnessConfiguration) throws -> Void = { _ in },
    _ act: (WoofHarness, PhotoID) async throws -> Void
  ) async throws -> (Recording, PhotoID) {
    try await withHarness(configure) { service, photo in
      let port = try #require(service.url.port)
      let recorder = try await WoofHarness.start { $0.backend = .address(host: "127.0.0.1", port: port) }
      try await act(recorder, photo)
      // A client has the whole response before the journal says so.
      let journal = recorder.journal
      _ = try await journal.requests(journal.exchanges.count) { $0.outcome != .running }
      let recording = recorder.recording
      await recorder.stop()
      return (recording, photo)
    }
  }

  /// What is left of a recording in a file.
  private func written(_ recording: Recording) throws -> [RecordedExchange] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try recording.write(to: file)
    return try Recording(contentsOf: file).exchanges
  }

  @Test func `recorded requests are replayed without the service`() async throws {
    let (recording, photo) = try await recorded { woof, photo in
      _ = try await woof.client().photo(photo)
      try await woof.client(as: "ada").setFavourite(true, for: photo)
      _ = try await woof.client().photo(photo)
    }
    let woof = try await WoofHarness.start { $0.backend = .recording(recording) }
    let before = try await woof.client().photo(photo)
    #expect(before.favouriteCount == 0)
    let liked = try await woof.client(as: "ada").setFavourite(true, for: photo)
    #expect(liked.favouriteCount == 1)
    let after = try await woof.client().photo(photo)
    #expect(after.favouriteCount == 1)
    await woof.stop()
  }

  @Test func `recordings have the keys of the last release`() throws {
    let names = """
      {"number":1,"connection":1,"time":0,"method":"GET","path":"/","query":"a","fields":[],"interims":[],"faults":[],
      "body":{"bytes":"","byteCount":0},"outcome":"complete",
      "answer":{"status":204,"fields":[],"body":{"bytes":"","byteCount":0}}}
      """
    let old = Data(names.utf8)
    let exchange = try JSONDecoder().decode(RecordedExchange.self, from: old)
    #expect(exchange.response?.status == 204)
    let new = try JSONSerialization.jsonObject(with: JSONEncoder().encode(exchange)) as? NSDictionary
    #expect(try new == JSONSerialization.jsonObject(with: old) as? NSDictionary)
    #expect(Fault.Direction.allCases.map(\.rawValue) == ["request", "answer"])
  }

  @Test func `a password change is not recorded`() async throws {
    let (recording, _) = try await recorded { woof, _ in
      try await woof.client(as: "ada").changePassword(from: HarnessContents.password, to: "a new secret of ada's")
      _ = try await woof.client().photos().first { _ in true }
    }
    let kept = try written(recording)
    #expect(!kept.isEmpty)
    #expect(!kept.contains { $0.body.text.contains("secret") })
  }

  @Test(arguments: [
    ("POST", "admin/v1/accounts", #"{"name": "ben", "password": "a secret of ben's"}"#),
    ("PUT", "admin/v1/accounts/ada/password", #"{"new": "a new secret of ada's"}"#),
  ])
  func `passwords that administrators set are not recorded`(method: String, path: String, json: String) async throws {
    let (recording, _) = try await recorded({
      $0.settings = "{administration: {tcp: true}, modules: {'service.http': {drainDeadline: '0s'}}}"
      $0.account("grace", isAdministrator: true)
    }) { woof, _ in
      var request = URLRequest(url: woof.url.appendingPathComponent(path))
      request.httpMethod = method
      request.httpBody = Data(json.utf8)
      let credential = Data("grace:\(HarnessContents.password)".utf8).base64EncodedString()
      request.setValue("Basic \(credential)", forHTTPHeaderField: "Authorization")
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      _ = try await woof.session().data(for: request)
      let exchange = try await woof.journal.first { $0.path == "/\(path)" && $0.outcome == .complete }
      #expect((200...299).contains(exchange.response?.status ?? 0))
    }
    #expect(recording.exchanges.contains { $0.body.text.contains("secret") })
    let kept = try written(recording)
    #expect(!kept.contains { $0.body.text.contains("secret") })
  }

  @Test func `a recording in a file has every byte and no credentials`() async throws {
    let (recording, photo) = try await recorded { woof, photo in
      _ = try await woof.client().fetchPhoto(photo)
      _ = try await woof.client(as: "ada").account()
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try recording.write(to: file)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.lowercased().contains("\"name\":\"authorization\""))
    #expect(!text.contains(Data("ada:\(HarnessContents.password)".utf8).base64EncodedString()))
    let woof = try await WoofHarness.start { $0.backend = .recording(try Recording(contentsOf: file)) }
    let fetched = try await woof.client().fetchPhoto(photo)
    #expect(!fetched.data.isEmpty)
    await woof.stop()
  }

  @Test func `a recording goes into a pipe, which is not replaced`() throws {
    let folder = try TemporaryFolder()
    let pipe = try OpenPipe(named: "pipe", in: folder)
    try Recording([]).write(to: URL(fileURLWithPath: pipe.path))
    #expect(pipe.isThere)
    #expect(String(decoding: pipe.read(), as: UTF8.self).contains("exchanges"))
  }

  @Test func `a request that was not recorded is reported`() async throws {
    let woof = try await WoofHarness.start { $0.backend = .recording(Recording([])) }
    let failed = try await failure { try await woof.client(retryPolicy: .never).checkHealth() }
    #expect(failed.code == .notFound)
    #expect(failed.message.contains("/healthz"))
    await woof.stop()
  }

  @Test func `a file that is not a recording is refused`() {
    #expect(throws: HarnessError.self) { try Recording(contentsOf: URL(fileURLWithPath: #filePath)) }
  }
}
