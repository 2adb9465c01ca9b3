// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit

/// The section about `dogs` of Documentation/tutorial.md, run as its reader would.
@Suite(.timeLimit(.minutes(1))) struct DogsTutorialTests {
  private static let root = PackageFolder.path
  private static let samples = "\(root)/Resources/Samples"

  @Test(.enabled(if: access("\(samples)/samples.json", R_OK) == 0, "draw the samples by script/samples"))
  func `the commands for dogs print what the tutorial shows`() async throws {
    let page = try String(contentsOfFile: "\(Self.root)/Documentation/tutorial.md")
    let session = DocumentSession(of: page, section: "With dogs")
    try #require(session.steps.count >= 4)
    try await blocking {
      let service = try await DogService(accounts: [], arguments: ["--demo", "--samples", Self.samples])
      let binaries = Program.dogs.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
      let printed = try session.run(
        in: Self.root, address: service.options[1], scratch: service.folder.path,
        preparation: "export DOGS_URL=\(service.options[1]) PATH='\(binaries)':\"$PATH\"\n")
      #expect(printed.count == session.steps.count)
      for (step, lines) in zip(session.steps, printed) { #expect(step.difference(from: lines) == nil) }
      try await service.stop()
    }
  }
}
