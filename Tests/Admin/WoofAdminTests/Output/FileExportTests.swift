// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofModel

@testable import TestKit
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(1))) struct `Files written by the shell` {
  @Test(arguments: ["", " --force"])
  func `an export goes into a pipe, which is not replaced`(option: String) async throws {
    let photo = try AdminPhoto.sample(1).metadata
    let stub = try StubAdmin(["GET /admin/v1/photos/\(photo.id)/original": "bytes of a dog"])
    let pipe = try OpenPipe(named: "pipe", in: stub.folder)
    let outcome = try await stub.run("photos original \(photo.id) '\(pipe.path)'\(option)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(pipe.isThere)
    #expect(String(decoding: pipe.read(), as: UTF8.self).contains("bytes of a dog"))
  }
}
