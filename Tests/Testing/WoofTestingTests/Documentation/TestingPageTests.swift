// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit

/// Documentation/testing.md, as test authors read it.
struct TestingPageTests {
  private static var page: String {
    get throws {
      try String(contentsOf: PackageFolder.url.appendingPathComponent("Documentation/testing.md"), encoding: .utf8)
    }
  }

  /// With `TESTING_REFERENCE=FILE`, what the section has to be is written to a file.
  @Test func `the page shows the signature of every call`() throws {
    let folders = ["WoofTesting", "WoofTestingTraits"].map {
      PackageFolder.url.appendingPathComponent("Sources/Testing/\($0)")
    }
    let reference = try HarnessReference(of: folders).text
    if let file = ProcessInfo.processInfo.environment["TESTING_REFERENCE"] {
      try reference.write(to: URL(fileURLWithPath: file), atomically: true, encoding: .utf8)
    }
    let section = try #require(try Self.page.components(separatedBy: "\n## Every call\n\n").last)
    #expect(section.components(separatedBy: "<!-- signatures -->\n\n").last == reference)
  }

  @Test(arguments: [
    "Tests/Testing/WoofTestingTests/Documentation/FavouriteExample.swift",
    "Tests/Testing/WoofTestingTests/Documentation/CallsExample.swift",
    "Tests/Testing/WoofTestingTests/Documentation/XCTestExample.swift",
    "Tests/Testing/WoofTestingTraitsTests/Documentation/TraitExample.swift",
  ])
  func `an example of the page is a compiled one`(path: String) throws {
    let source = try String(contentsOf: PackageFolder.url.appendingPathComponent(path), encoding: .utf8)
    let example = source.components(separatedBy: "// The example:\n\n").last ?? source
    #expect(try Self.page.contains("```swift\n\(example)```\n"), "\(path) has another example than the page")
  }

  @Test func `every example of the page is compiled`() throws {
    let page = try Self.page.components(separatedBy: "\n## Every call\n").first ?? ""
    #expect(page.components(separatedBy: "```swift\n").count - 1 == 4, "a new example needs a file that compiles it")
  }
}
