// SPDX-License-Identifier: Apache-2.0

import Testing

/// Feeds the same bytes to a parser in one piece, byte by byte, and split in two at every position, and expects the
/// same outcome each time.
///
/// - Returns: the outcome in one piece.
@discardableResult
func outcomeOfEveryChunking<Outcome: Equatable>(
  of bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation, _ parse: ([[UInt8]]) -> Outcome
) -> Outcome {
  let whole = parse([bytes])
  #expect(parse(bytes.map { [$0] }) == whole, "byte by byte", sourceLocation: sourceLocation)
  for position in bytes.indices.dropFirst() {
    let split = parse([Array(bytes[..<position]), Array(bytes[position...])])
    guard split != whole else { continue }
    Issue.record("split at \(position): \(split) instead of \(whole)", sourceLocation: sourceLocation)
  }
  return whole
}
