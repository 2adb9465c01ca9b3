// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import PostgreSQLTestKit
@testable import TestKit
@testable import WoofServer

/// What is said of the metrics, compared with what there is.
@Suite struct MetricsPageTests {
  private static let root = PackageFolder.path

  /// The rows of the table that a page of metrics makes.
  private static func rows(of page: String) -> [String] {
    let lines = page.split(separator: "\n")
    return zip(lines, lines.dropFirst()).compactMap { help, type in
      guard help.hasPrefix("# HELP "), type.hasPrefix("# TYPE ") else { return nil }
      let name = help.split(separator: " ")[2]
      return "| `\(name)` | \(type.split(separator: " ")[3]) | \(help.dropFirst("# HELP \(name) ".count)) |"
    }
  }

  /// The rows of the tables of the page.
  ///
  /// - Parameter heading: The heading below which they are; all tables by default.
  private static func documented(below heading: String? = nil) throws -> [String] {
    let page = try String(contentsOfFile: "\(root)/Documentation/metrics.md")
    let sections = page.split(separator: "\n## ")
    let chosen = sections.filter { section in heading.map { section.hasPrefix($0) } ?? true }
    return chosen.flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { ($0.hasPrefix("| `woof_") || $0.hasPrefix("| `process_")) && $0.split(separator: "|").count == 3 }
  }

  @Test func `the page's table lists the metrics of the service`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let rows = Self.rows(of: try serving.metrics())
      #expect(rows.count > 20)
      #expect(try Self.documented(below: "All metrics").sorted() == rows.sorted())
    }
  }

  @Test(.enabled(if: PostgreSQLInstallation.isInstalled, "needs Debian's postgresql"))
  func `the page's table of nodes lists what a node has besides`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try await withService(node: TestNode(of: database)) { node in
      let rows = Set(Self.rows(of: try node.metrics()))
      let all = try Self.documented(below: "All metrics")
      let nodes = try Self.documented(below: "Metrics of nodes")
      #expect(rows.subtracting(all) == Set(nodes))
    }
  }

  @Test func `metrics include the process, its connections, the disk and the version`() async throws {
    try await withService { service in
      let lines = try service.metrics().split(separator: "\n")
      func value(_ sample: String) -> Double? {
        lines.first { $0.hasPrefix("\(sample) ") }.flatMap { Double($0.dropFirst(sample.count + 1)) }
      }
      for name in [
        "woof_http_connections", "woof_http_connections_accepted_total", "woof_disk_free_bytes",
        "process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds", "process_start_time_seconds",
      ] {
        #expect(value(name) ?? 0 > 0, "\(name)")
      }
      for limit in ["connections", "connectionsPerAddress", "proxies.trusted"] {
        #expect(value("woof_http_connections_refused_total{limit=\"\(limit)\"}") == 0)
      }
      #expect(value("woof_build_info{version=\"\(WoofVersion.current)\"}") == 1)
    }
  }

  @Test func `the dashboard uses existing metrics`() async throws {
    let names = Set(try Self.documented().map { String($0.split(separator: "`")[1]) })
    let dashboard = try String(contentsOfFile: "\(Self.root)/Resources/dashboard.json")
    let shown = dashboard.matches(of: /(?:woof|process)_\w+/).map { match in
      let name = String(match.output)
      return name.hasSuffix("_bucket") ? String(name.dropLast("_bucket".count)) : name
    }
    #expect(shown.count > 15)
    #expect(Set(shown).subtracting(names).isEmpty)
  }
}
