// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofAdministration
import WoofModel

@testable import TestKit
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(1))) struct `Results as JSON` {
  @Test(arguments: [
    "photos delete ID --yes --reason asked", "photos delete --owner ada --yes --reason asked",
    "photos erase ID --yes --reason asked", "photos restore ID --yes", "photos reprocess ID --yes",
    "photos original ID FILE --force",
    "accounts delete ada --yes --reason asked", "accounts password ada --yes",
    "favourites unset ID ada --yes --reason asked", "quarantine export DIGEST FILE --force",
    "albums delete ID --yes --reason asked", "links revoke ID --yes --reason asked",
    "tickets revoke ID --yes --reason asked", "quarantine delete DIGEST --yes --reason asked",
    "shutdown --yes --reason asked", "log level",
  ])
  func `each line is JSON if requested, even for results that the shell makes itself`(command: String) async throws {
    let sample = try AdminPhoto.sample(1)
    let photo = sample.metadata
    var responses = Self.responses(photo.id, photo.digest)
    responses["GET /admin/v1/photos"] = AdminPage(items: [sample])
    responses["POST /admin/v1/photos/\(photo.id)/restore"] = sample
    let stub = try StubAdmin(responses)
    let command = command.replacing("DIGEST", with: "\(photo.digest)").replacing("ID", with: "\(photo.id)")
      .replacing("FILE", with: "'\(stub.folder.path("file"))'")
    let outcome = try await stub.run("\(command) --json", "\\json", command, input: "tail wagging\ntail wagging\n")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      _ = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    }
  }

  private static func responses(_ id: PhotoID, _ digest: Digest) -> [String: any Encodable & Sendable] {
    let level = AdminSetting(
      key: "log.level", documentation: "What is logged.", value: "info", standard: "info", origin: .standard,
      isLive: true)
    let quarantined = AdminAPI.quarantined(digest).path
    let nothing = JSONValue.null
    return [
      "POST /admin/v1/photos/\(id)/erase": nothing, "DELETE /admin/v1/photos/\(id)": nothing,
      "POST /admin/v1/photos/\(id)/reprocess": nothing,
      "GET /admin/v1/photos/\(id)/original": nothing, "DELETE /admin/v1/accounts/ada": nothing,
      "PUT /admin/v1/accounts/ada/password": nothing, "DELETE /admin/v1/photos/\(id)/favourites/ada": nothing,
      "GET \(quarantined)": nothing, "DELETE \(quarantined)": nothing, "POST /admin/v1/shutdown": nothing,
      "DELETE /admin/v1/tickets/\(id)": nothing, "DELETE /admin/v1/albums/\(id)": nothing,
      "DELETE /admin/v1/links/\(id)": nothing,
      "GET /admin/v1/configuration": AdminConfiguration(version: 1, settings: [level]),
    ]
  }
}
