// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

extension StoresUnderTest {
  /// Adds a photo with words that the test gives.
  @discardableResult
  func add(
    _ number: Int, by owner: Principal, caption: String, visibility: Visibility = .public, fileName: String? = nil,
    annotations: PhotoAnnotations = PhotoAnnotations(), takenAt: Timestamp? = nil, type: ImageType = .jpeg
  ) async throws -> PhotoRecord {
    var draft = Sample.draft(number, by: owner, visibility: visibility)
    draft.caption = caption
    draft.fileName = fileName
    draft.annotations = annotations
    draft.original.takenAt = takenAt
    draft.original.type = type
    guard case .added(let record) = try await records.addPhoto(draft, idempotency: nil) else {
      throw Unexpected("photo \(number) was not new")
    }
    return record
  }

  /// The numbers of the photos that a search finds, in its order, read in pages.
  func found(
    _ text: String, by reader: Principal? = nil, of owner: Principal? = nil, pageLimit: Int = 100
  ) async throws -> [Int] {
    let scope: PhotoQuery.Scope =
      owner.map { .owned(by: $0.name, reader: reader?.id) } ?? .readable(by: reader?.id)
    var query = PhotoTextQuery(try SearchText(text), scope: scope, limit: pageLimit)
    var numbers: [Int] = []
    while true {
      let page = try await records.photos(matching: query)
      numbers += page.map { Int($0.record.id.low & 0xFFFF) }
      guard page.count == pageLimit, let last = page.last else { return numbers }
      query.after = last.cursor
    }
  }

  /// Checks who finds a photo by what.
  func expect(
    _ text: String, everybody: [Int], owner: [Int], _ account: Principal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await found(text) == everybody, "\(text)", sourceLocation: sourceLocation)
    #expect(try await found(text, by: account) == owner, "\(text)", sourceLocation: sourceLocation)
  }
}
