// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(2))) struct `The session on the page` {
  @Test(
    .enabled(if: access("\(ShellTranscript.samples)/samples.json", R_OK) == 0, "draw the samples by script/samples"))
  func `the session runs as the page shows it`() async throws {
    let page = try shellPage
    let session = try ShellTranscript(of: page)
    #expect(session.steps.count >= 8)
    let service = try await AdminProcess("--demo", "--samples", ShellTranscript.samples)
    let terminal = try service.terminal(columns: 100, rows: 60)
    try await terminal.waitForPrompt()
    for step in session.steps {
      let printed = try await session.play(step, on: terminal)
      let difference = step.difference(from: printed)
      #expect(difference == nil, "\(difference ?? "")")
    }
  }
}
