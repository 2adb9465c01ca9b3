// The example of Documentation/testing.md for XCTest.
// The example:

import WoofClient
import WoofTesting
import XCTest

final class FavouriteTests: XCTestCase {
  private var woof: WoofHarness?

  override func setUp() async throws {
    woof = try await WoofHarness.start { $0.photos(3, by: "ada", favouritesOf: ["ben"]) }
  }

  override func tearDown() async throws {
    if let woof, let testRun, testRun.totalFailureCount > 0 { print(woof.report()) }
    await woof?.stop()
  }

  func testAFavouriteIsCounted() async throws {
    let woof = try XCTUnwrap(woof)
    for try await photo in woof.client().photos() { XCTAssertEqual(photo.favouriteCount, 1) }
  }
}
