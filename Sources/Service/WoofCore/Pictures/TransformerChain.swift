// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An ordered list of transformers through which the bytes of every photo pass while they come in.
package struct TransformerChain: Sendable {
  private let transformers: [any PhotoTransforming]

  /// Makes a chain; the transformers are fed in this order.
  package init(_ transformers: [any PhotoTransforming]) { self.transformers = transformers }

  /// Names and versions of the transformers in their order, as in `structure/1`.
  package var names: [String] { transformers.map { "\($0.name)/\($0.version)" } }

  /// Reads a whole file and returns what the transformers find in it. Blocks.
  ///
  /// - Throws: ``WoofModel/PhotoRejection`` of the first transformer that refuses it, or ``WoofModel/WoofError`` with the
  ///   code `internal` where it cannot be read.
  func inspect(_ file: any BlobFile) throws -> PhotoFindings {
    var inspection = makeInspection()
    try file.forEachPart { try inspection.consume($0) }
    return try inspection.finish()
  }

  /// Makes the state that inspects one photo.
  package func makeInspection() -> Inspection { Inspection(steps: transformers.map { $0.makeInspection() }) }

  /// The inspection of one photo by all transformers of a chain.
  package struct Inspection: Sendable {
    private var steps: [any PhotoInspecting]

    init(steps: [any PhotoInspecting]) { self.steps = steps }

    /// Feeds the next bytes to every transformer.
    ///
    /// - Throws: ``WoofModel/PhotoRejection`` of the first transformer that refuses them.
    package mutating func consume(_ bytes: RawSpan) throws(PhotoRejection) {
      for index in steps.indices { try steps[index].consume(bytes) }
    }

    /// Ends the bytes, and gathers what the transformers learnt; the first to know something is believed.
    ///
    /// - Throws: ``WoofModel/PhotoRejection`` of the first transformer that misses something.
    package mutating func finish() throws(PhotoRejection) -> PhotoFindings {
      var findings = PhotoFindings()
      for index in steps.indices { findings.fill(from: try steps[index].finish()) }
      return findings
    }
  }
}
