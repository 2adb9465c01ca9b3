// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofModel
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(2))) struct `Batches of photos` {
  private static let plan = AdminPlan(
    summary: "deletes 1 photo of ada", photoCount: 1, byteCount: 1000, reversibleUntil: Timestamp(milliseconds: 0))

  @Test func `named photos are planned together, and none is changed`() async throws {
    let ids = try (1...3).map { try AdminPhoto.sample($0).metadata.id }
    var responses: [String: any Encodable & Sendable] = [:]
    for id in ids { responses["DELETE /admin/v1/photos/\(id)"] = Self.plan }
    let stub = try StubAdmin(responses)
    let outcome = try await stub.run("plan photos delete \(ids.map(\.description).joined(separator: " ")) \(ids[0])")
    #expect(
      outcome.output == """
        Plan: deletes 3 photos; first: deletes 1 photo of ada (3 photos, 3.0 KB). It can be taken back until \
        1970-01-01 00:00:00.

        """, "\(outcome.errors)")
    #expect(stub.requests == ids.map { "DELETE /admin/v1/photos/\($0)?plan=true" })
  }

  @Test func `photos that a search finds are deleted with one reason`() async throws {
    let photos = try (1...2).map { try AdminPhoto.sample($0) }
    var responses: [String: any Encodable & Sendable] = ["GET /admin/v1/photos": AdminPage(items: photos)]
    for photo in photos { responses["DELETE /admin/v1/photos/\(photo.metadata.id)"] = JSONValue.null }
    let stub = try StubAdmin(responses)
    let outcome = try await stub.run("photos delete --owner ada --since 2026-11-22T20:59:00Z --yes --reason spam")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Deleted 2 photos."))
    #expect(
      stub.requests == [
        "GET /admin/v1/photos?owner=ada&since=2026-11-22T20%3A59%3A00.000Z&state=live&limit=500"
      ] + photos.map { "DELETE /admin/v1/photos/\($0.metadata.id)?reason=spam" })
  }

  @Test func `one failing photo stops no other, and fails the command`() async throws {
    let ids = try (1...2).map { try AdminPhoto.sample($0).metadata.id }
    let stub = try StubAdmin(["POST /admin/v1/photos/\(ids[1])/erase": JSONValue.null])
    let outcome = try await stub.run("photos erase \(ids[0]) \(ids[1]) --yes --reason law --json")
    #expect(outcome.code == 1)
    #expect(outcome.output == #"{"failedCount":1,"photoCount":1}"# + "\n")
    #expect(
      outcome.messages.hasPrefix(#"{"error":{"code":"#) && outcome.messages.contains("\(ids[0])"), "\(outcome.errors)")
  }

  @Test(arguments: ["photos delete --yes", "photos erase --yes --reason x", "photos delete ID --owner ada --yes"])
  func `a batch needs names or a search`(command: String) async throws {
    let id = try AdminPhoto.sample(1).metadata.id
    let stub = try StubAdmin([:])
    let outcome = try await stub.run(command.replacing("ID", with: "\(id)"))
    #expect(outcome.code == 2)
    #expect(stub.requests.isEmpty)
  }

  @Test func `an erased photo is gone, with its bytes`() async throws {
    let service = try await AdminService()
    _ = try await service.run("accounts add ada --yes", input: "tail wagging\n")
    try await service.woof.addPhoto(SampleJPEG().bytes, by: "ada")
    let blobs = service.folder.files(below: "data/blobs").count
    #expect(blobs > 0)
    let refused = try await service.shell("-c", "photos erase --owner ada --yes")
    #expect(refused.code == 2)
    #expect(refused.errors.contains("--reason TEXT"))
    #expect(try await service.run("plan photos erase --owner ada").contains("It cannot be taken back."))
    let erased = try await service.run("photos erase --owner ada --yes --reason 'the law'")
    #expect(erased.hasPrefix("Erased "))
    try await eventually { service.folder.files(below: "data/blobs").isEmpty }
    #expect(try await service.shell("-c", "photos restore --owner ada --yes").code == 1)
    #expect(try await service.run("audit list").contains("the law"))
    await service.stop()
  }
}
