import Glibc
import Testing

@testable import TestSupport
@testable import WoofServer

/// What the README promises, tried as its reader would.
@Suite struct ReadmeTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
  private static let samples = "\(root)/Resources/Samples"

  @Test(.enabled(if: access("\(samples)/samples.json", R_OK) == 0, "draw the samples by script/samples"))
  func `the session in the README prints what the README shows`() async throws {
    let session = DocumentSession(of: try String(contentsOfFile: "\(Self.root)/README.md"), section: "A session")
    try #require(session.steps.count >= 5)
    try await withService { service in
      try await DemoContent(folder: Self.samples).fill(service.running)
      let printed = try session.run(
        in: Self.root, address: "http://127.0.0.1:\(service.port)", scratch: service.folder.path)
      #expect(printed.count == session.steps.count)
      for (step, lines) in zip(session.steps, printed) { #expect(step.difference(from: lines) == nil) }
    }
  }
}
