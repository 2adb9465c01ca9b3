// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofPostgresStorage

struct PhotoSearchWalkTests {
  /// Photos of a thousand numbers, the newest first.
  private static func part(below number: Int, _ caption: (Int) -> String = { _ in "a dog" }) -> [PhotoSearchRow] {
    (number - 1000..<number).reversed().map { number in
      PhotoSearchRow(
        number: Int64(number), place: PhotoSearch.Cursor(rank: 0, id: Sample.photoID(number)), type: .jpeg,
        createdAt: Sample.time(Int64(number)), caption: caption(number))
    }
  }

  @Test func `a search goes on part by part until it has found a page and one more`() {
    var walk = PhotoSearchWalk(PhotoSearch(text: "REX", limit: 2), owner: nil)
    walk.take(Self.part(below: 9000))
    #expect(walk.nextStatement != nil && walk.numbers.isEmpty)
    walk.take(Self.part(below: 8000) { $0 == 7500 ? "Rex" : "a dog" })
    #expect(walk.nextStatement != nil)
    walk.take(Self.part(below: 7000) { $0.isMultiple(of: 100) ? "old Rex" : "a dog" })
    #expect(walk.nextStatement == nil)
    #expect(walk.numbers == [7500, 6900])
    #expect(walk.next?.id == Sample.photoID(6900))
  }

  @Test func `a search that finds nothing stops after twenty parts, and says where it goes on`() {
    var walk = PhotoSearchWalk(PhotoSearch(text: "rex", limit: 2), owner: nil)
    var count = 0
    while walk.nextStatement != nil {
      walk.take(Self.part(below: 90_000 - 1000 * count))
      count += 1
    }
    #expect(count == 20)
    #expect(walk.numbers.isEmpty)
    #expect(walk.next?.id == Sample.photoID(70_000))
  }

  @Test func `the newest are not looked for among those that came in long before`() {
    let since = Sample.time(200_000_000)
    var walk = PhotoSearchWalk(PhotoSearch(since: since, limit: 2), owner: nil)
    walk.take(Self.part(below: 200_000_000 - 86_399_000))
    #expect(walk.nextStatement != nil)
    walk.take(Self.part(below: 200_000_000 - 86_400_000))
    #expect(walk.nextStatement == nil && walk.next == nil)
  }
}
