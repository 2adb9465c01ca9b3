// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
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
      let folder = try TemporaryFolder()
      // The tutorial's service is the demo's, which only the program has.
      let service = WoofProcess(
        Program.woof, ["--demo", "--samples", Self.samples, "--data", folder.path("data"), "--listen", "127.0.0.1:0"],
        log: folder.path("log"), environment: Program.environment)
      try await service.start()
      let address = try #require(service.addresses.first)
      let binaries = Program.dogs.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
      let printed = try session.run(
        in: Self.root, address: address, scratch: folder.path,
        preparation: "export DOGS_URL=\(address) PATH='\(binaries)':\"$PATH\"\n")
      #expect(printed.count == session.steps.count)
      for (step, lines) in zip(session.steps, printed) { #expect(step.difference(from: lines) == nil) }
      service.stop()
    }
  }
}
