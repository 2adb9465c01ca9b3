import Glibc
import Testing

@testable import TestSupport

/// What the README promises of `dogs`, tried as its reader would.
@Suite(.timeLimit(.minutes(1))) struct `Dogs in the README` {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
  private static let samples = "\(root)/Resources/Samples"

  @Test(.enabled(if: access("\(samples)/samples.json", R_OK) == 0, "draw the samples by script/samples"))
  func `the session prints what is shown`() async throws {
    let session = DocumentSession(of: try String(contentsOfFile: "\(Self.root)/README.md"), section: "On a terminal")
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
