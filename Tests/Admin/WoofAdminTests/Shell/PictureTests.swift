// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import WoofAdministration
import WoofModel

@testable import TestKit
@testable import WoofAdmin

/// Photos of the demo, on terminals that show pictures.
@Suite(
  .enabled(if: access("\(ShellTranscript.samples)/samples.json", R_OK) == 0, "draw the samples by script/samples"),
  .timeLimit(.minutes(2)))
struct `Pictures in the shell` {
  /// A terminal, and how it is sent a picture: what comes before each piece of it in base64, and after.
  struct Display: Sendable {
    var environment: String
    var type: MediaType
    var start: String
    var opening: Character
    var end: String
  }

  @Test(arguments: [
    Display(environment: "TERM_PROGRAM=iTerm.app", type: .jpeg, start: "\u{1B}]1337;File=", opening: ":", end: "\u{7}"),
    Display(environment: "KITTY_WINDOW_ID=1", type: .png, start: "\u{1B}_G", opening: ";", end: "\u{1B}\\"),
  ])
  func `the original is shown unchanged if the terminal can show it`(display: Display) async throws {
    let service = try await AdminProcess("--demo", "--samples", ShellTranscript.samples)
    let photos = try await service.run("photos list --all --json").split(separator: "\n").map {
      try JSONDecoder().decode(AdminPhoto.self, from: Data($0.utf8)).metadata
    }
    let photo = try #require(photos.filter { $0.contentType == display.type }.min { $0.byteCount < $1.byteCount })
    _ = try await service.run("photos original \(photo.id) '\(service.folder.path("original"))'")
    let terminal = try service.terminal(environment: [display.environment])
    try await terminal.waitForPrompt()
    try terminal.type("photos show \(photo.id)\r")
    try await terminal.waitForPrompt(count: 2)
    let pieces = terminal.shown.split(separator: display.start).dropFirst().compactMap { piece in
      piece.split(separator: display.end).first?.split(separator: display.opening).last
    }
    #expect(Data(base64Encoded: pieces.joined()) == Data(service.folder.read("original")))
  }
}
