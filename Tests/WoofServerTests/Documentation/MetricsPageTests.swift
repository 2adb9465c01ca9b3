import Testing

@testable import TestSupport
@testable import WoofServer

/// What is said of the metrics, compared with what there is.
@Suite struct MetricsPageTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }

  /// The rows of the table that a page of metrics makes.
  private static func rows(of page: String) -> [String] {
    let lines = page.split(separator: "\n")
    return zip(lines, lines.dropFirst()).compactMap { help, type in
      guard help.hasPrefix("# HELP "), type.hasPrefix("# TYPE ") else { return nil }
      let name = help.split(separator: " ")[2]
      return "| `\(name)` | \(type.split(separator: " ")[3]) | \(help.dropFirst("# HELP \(name) ".count)) |"
    }
  }

  private static func documented() throws -> [String] {
    try String(contentsOfFile: "\(root)/Documentation/metrics.md").split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| `woof_") && $0.split(separator: "|").count == 3 }
  }

  @Test func `the table of metrics is that of a service`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let rows = Self.rows(of: try serving.client().get("/metrics").text)
      #expect(rows.count > 20)
      #expect(try Self.documented().sorted() == rows.sorted())
    }
  }

  @Test func `the dashboard shows metrics that there are`() async throws {
    let names = Set(try Self.documented().map { String($0.split(separator: "`")[1]) })
    let dashboard = try String(contentsOfFile: "\(Self.root)/Resources/dashboard.json")
    let shown = dashboard.matches(of: /woof_\w+/).map { match in
      let name = String(match.output)
      return name.hasSuffix("_bucket") ? String(name.dropLast("_bucket".count)) : name
    }
    #expect(shown.count > 15)
    #expect(Set(shown).subtracting(names).isEmpty)
  }
}
