// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

@Suite struct GenerationTableTests {
  @Test func `a change of a photo changes its generation`() throws {
    let table = GenerationTable()
    let record = try PhotoRecord.sample()
    let before = table.generation(of: record.id)
    table.committed([record])
    #expect(table.generation(of: record.id) != before)
  }

  @Test func `a change of a photo keeps the generations of most others`() throws {
    let table = GenerationTable()
    let others = (0..<100).map { PhotoID(high: 1, low: UInt64($0)) }
    let before = others.map { table.generation(of: $0) }
    table.committed([try PhotoRecord.sample(id: PhotoID(high: 77, low: 88))])
    let changed = zip(before, others).filter { $0 != table.generation(of: $1) }
    #expect(changed.count <= 1)
  }
}
