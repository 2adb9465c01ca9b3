// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit

/// The section about curl of Documentation/tutorial.md, run as its reader would.
@Suite struct CurlTutorialTests {
  private static let root = PackageFolder.path

  @Test(
    .enabled(if: access(Program.built("libWoofVips.so"), R_OK) == 0),
    .enabled(if: access("\(DemoProgram.samples)/samples.json", R_OK) == 0, "draw the samples by script/samples"),
    .timeLimit(.minutes(2)))
  func `the commands for curl print what the tutorial shows`() async throws {
    let page = try String(contentsOfFile: "\(Self.root)/Documentation/tutorial.md")
    let session = DocumentSession(of: page, section: "With curl")
    try #require(session.steps.count >= 6)
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await DemoProgram.serve(in: folder)
      let address = "http://127.0.0.1:\(serving.port)"
      // Whoever types has the previews of the samples by then.
      let wait = "until curl -s '\(address)/v1/photos?limit=1' | grep -q preview; do sleep 0.1; done\n"
      let printed = try session.run(in: Self.root, address: address, scratch: folder.path, preparation: wait)
      #expect(printed.count == session.steps.count)
      for (step, lines) in zip(session.steps, printed) { #expect(step.difference(from: lines) == nil) }
    }
  }
}
