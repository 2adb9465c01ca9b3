// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct TransformerChainTests {
  private func findings(of bytes: String, _ transformers: [SampleTransformer]) throws -> PhotoFindings {
    var inspection = TransformerChain(transformers).makeInspection()
    for byte in bytes.utf8 { try inspection.consume([byte].span.bytes) }
    return try inspection.finish()
  }

  @Test func `an empty chain accepts everything and finds nothing`() throws {
    #expect(try findings(of: "anything!", []) == PhotoFindings())
  }

  @Test func `names and versions stand in the order of the chain`() {
    let chain = TransformerChain([SampleTransformer(name: "structure", version: 3), SampleTransformer(name: "date")])
    #expect(chain.names == ["structure/3", "date/1"])
  }

  @Test func `transformers complete each other's findings, and the first finding counts`() throws {
    let time = Timestamp(milliseconds: 1)
    let found = try findings(
      of: "dog",
      [
        SampleTransformer(findings: PhotoFindings(width: 4)),
        SampleTransformer(findings: PhotoFindings(type: .png, width: 5, height: 6)),
        SampleTransformer(findings: PhotoFindings(type: .gif, takenAt: time)),
      ])
    #expect(found == PhotoFindings(type: .png, width: 4, height: 6, takenAt: time))
  }

  @Test func `the first transformer that refuses is named, within the bytes and at their end`() {
    let chain = [SampleTransformer(name: "first"), SampleTransformer(name: "second")]
    #expect(throws: PhotoRejection(transformer: "first", reason: "it barks", offset: 3)) {
      try findings(of: "dog!", chain)
    }
    #expect(throws: PhotoRejection(transformer: "first", reason: "it is no dog")) { try findings(of: "cat", chain) }
  }

  @Test func `inspections of one chain are independent`() throws {
    let chain = TransformerChain([SampleTransformer()])
    var first = chain.makeInspection()
    var second = chain.makeInspection()
    try first.consume(Array("do".utf8).span.bytes)
    try second.consume(Array("cat".utf8).span.bytes)
    try first.consume(Array("g".utf8).span.bytes)
    #expect(try first.finish().type == .png)
    #expect(throws: PhotoRejection.self) { try second.finish() }
  }
}
