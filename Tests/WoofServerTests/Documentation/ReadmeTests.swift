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
    let session = ReadmeSession(of: try String(contentsOfFile: "\(Self.root)/README.md"))
    try #require(session.steps.count >= 5)
    try await withService { service in
      try await DemoContent(folder: Self.samples).fill(service.running)
      let output = try Shell.run(
        session.script(address: "http://127.0.0.1:\(service.port)", scratch: service.folder.path), in: Self.root)
      let printed = session.split(output)
      #expect(printed.count == session.steps.count)
      for (step, lines) in zip(session.steps, printed) { step.compare(with: lines) }
    }
  }
}

/// The commands of the README's session, and what it shows of their output.
private struct ReadmeSession {
  struct Step {
    let commands: String
    let shown: [Substring]

    /// Compares what was printed with what is shown, where `…` stands for anything.
    func compare(with printed: [Substring]) {
      #expect(printed.count == shown.count, "\(commands)\n\(printed.joined(separator: "\n"))")
      for (shown, printed) in zip(shown, printed) {
        #expect(Self.matches(printed, pattern: shown), "\(commands)\nshown:   \(shown)\nprinted: \(printed)")
      }
    }

    private static func matches(_ text: Substring, pattern: Substring) -> Bool {
      var rest = text
      let pieces = pattern.split(separator: "…", omittingEmptySubsequences: false)
      guard let first = pieces.first, rest.hasPrefix(first) else { return false }
      rest = rest.dropFirst(first.count)
      for piece in pieces.dropFirst() where !piece.isEmpty {
        guard let range = rest.firstRange(of: piece) else { return false }
        rest = rest[range.upperBound...]
      }
      return rest.isEmpty || pattern.hasSuffix("…")
    }
  }

  private static let mark = "-- end of a step --"

  let steps: [Step]

  init(of readme: String) {
    var steps: [Step] = []
    var commands = ""
    let session = readme.split(separator: "## A session").last ?? ""
    let blocks = session.split(separator: "```", omittingEmptySubsequences: false)
    for block in blocks {
      if block.hasPrefix("sh\n") { commands = String(block.dropFirst(3)) }
      guard block.hasPrefix("text\n") else { continue }
      let shown = block.dropFirst(5).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      steps.append(Step(commands: commands, shown: Array(shown)))
    }
    self.steps = steps
  }

  /// All commands as one script, for another service and another folder for what they keep.
  func script(address: String, scratch: String) -> String {
    let commands = steps.map { "\($0.commands)\necho; echo '\(Self.mark)'\n" }.joined()
    return commands.replacing("http://127.0.0.1:9663", with: address).replacing("/tmp/", with: "\(scratch)/")
  }

  /// What each step printed, without empty lines at its end.
  func split(_ output: String) -> [[Substring]] {
    output.replacing("\r\n", with: "\n").split(separator: "\(Self.mark)\n").map { part in
      var lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }
}

/// Runs scripts as a terminal would.
private enum Shell {
  /// What a script prints.
  static func run(_ script: String, in folder: String) throws -> String {
    let quoted = script.replacing("'", with: "'\\''")
    guard let stream = popen("cd '\(folder)' && bash -c '\(quoted)' 2>&1", "r") else {
      throw TestFailure("popen: \(errno)")
    }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
