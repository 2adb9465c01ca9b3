// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures
import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

/// A plugin says what is not true.
struct LyingTests {
  @Test(arguments: [
    "lie-size", "lie-content", "lie-index", "lie-count", "lie-length", "lie-status", "lie-annotation", "nonsense",
    "flood-socket",
  ])
  func `an impossible result is refused`(behaviour: String) async throws {
    try await Worksite.with { site in
      let report = try await site.run(behaviour, wanted: [.thumb], annotations: true)
      #expect(report.word == "lied")
      #expect(site.reported("plugin failed", outcome: "lied"))
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test(arguments: ["nonsense", "flood-socket", "lie-status"])
  func `a reused worker that lies is replaced`(behaviour: String) async throws {
    try await Worksite.with(manifest: ["isolation": "reuse"]) { site in
      try await site.expect(behaviour, endsAs: "lied")
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test func `a correct image arrives unchanged`() async throws {
    try await Worksite.with { site in
      let image = try #require(try await site.run("copy", wanted: [.thumb]).findings?.variants["thumb"])
      #expect(image.bytes == SamplePNG().bytes)
      #expect(image.type == .png && image.width == 9 && image.height == 5)
    }
  }

  @Test func `annotations are kept under the plugin's name, and known ones in their places`() async throws {
    try await Worksite.with { site in
      let findings = try #require(try await site.run("annotate", annotations: true).findings)
      #expect(findings.placeholder == [1, 2, 3, 4])
      #expect(findings.averageColour == "#a1b2c3")
      #expect(findings.perceptualHash == PerceptualHash(rawValue: 0x00FF_00FF_00FF_00FF))
      #expect(findings.partHashes == PartHashes([UInt64](repeating: 0x00FF_00FF_00FF_00FF, count: PartHashes.count)))
      #expect(findings.annotations == ["hostile.breed": ["name": "mutt"]])
    }
  }

  @Test func `results that were not requested are dropped`() async throws {
    try await Worksite.with { site in
      let findings = try #require(try await site.run("annotate").findings)
      #expect(findings.placeholder == nil && findings.annotations.isEmpty)
    }
  }

  @Test func `a flood of log lines is cut, and a line cannot look like two`() async throws {
    try await Worksite.with { site in
      try await site.expect("flood-log", endsAs: "accepted")
      let lines = site.lines.filter { $0.message == "plugin logs" && $0.job == 1 }
      #expect(lines.count == 20)
      #expect(lines.allSatisfy { $0.detail == "again  [31mand again" })
    }
  }

  @Test func `a refusal is final, and its reason is sanitised`() async throws {
    try await Worksite.with { site in
      let report = try await site.run("refuse")
      guard case .refused(let rejection) = report.outcome else {
        Issue.record("\(report.outcome)")
        return
      }
      #expect(rejection == PhotoRejection(transformer: "hostile", reason: "no dogs", offset: 3))
      #expect(report.attemptCount == 1)
    }
  }

  @Test func `a plugin that reports a failure is tried once more`() async throws {
    try await Worksite.with { site in
      let report = try await site.run("fail")
      #expect(report.word == "limitExceeded" && report.attemptCount == 2)
    }
  }
}
