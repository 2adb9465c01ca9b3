// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofTesting
import XCTest

/// The form that the documentation has for users of XCTest.
final class XCTestFormTests: XCTestCase {
  private var woof: WoofHarness?

  override func setUp() async throws {
    woof = try await WoofHarness.start { $0.photos(3, by: "ada") }
  }

  override func tearDown() async throws {
    if let woof, testRun?.hasSucceeded == false { print(woof.report()) }
    await woof?.stop()
  }

  func testPhotosAreThere() async throws {
    let woof = try XCTUnwrap(woof)
    let count = try await woof.client().photos().reduce(into: 0) { count, _ in count += 1 }
    XCTAssertEqual(count, 3)
    XCTAssertTrue(woof.report().contains("1. GET /v1/photos"))
  }
}
