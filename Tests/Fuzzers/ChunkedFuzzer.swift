// SPDX-License-Identifier: Apache-2.0

import WoofHTTP

/// Takes the chunk framing off the input in one piece and in pieces of a length that the input itself gives, and
/// compares.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChunks(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  let whole = Body(bytes, pieceCount: bytes.count)
  precondition(whole == Body(bytes, pieceCount: 1 + Int(bytes.last ?? 0) % 61), "the body depends on the cut")
  precondition(whole.data.count <= bytes.count)
  return 0
}

private struct Body: Equatable {
  var data: [UInt8] = []
  var violation: HTTPViolation?
  var endOffset: Int?

  init(_ bytes: [UInt8], pieceCount: Int) {
    var decoder = HTTPChunkedDecoder()
    for start in stride(from: 0, to: bytes.count, by: max(1, pieceCount)) {
      var offset = start
      let end = min(bytes.count, start + pieceCount)
      while offset < end, endOffset == nil, violation == nil {
        let piece = bytes[offset..<end]
        let result = piece.withUnsafeBytes { decoder.decode($0) }
        take(result, of: piece, &offset)
      }
    }
  }

  private mutating func take(
    _ result: HTTPChunkedDecoder.ChunkedResult, of piece: ArraySlice<UInt8>, _ offset: inout Int
  ) {
    switch result {
    case .needsMore(let consumed):
      precondition(consumed == piece.count, "bytes are left that no other piece will bring back")
      offset += consumed
    case .data(let range, let consumed):
      precondition(!range.isEmpty && range.upperBound <= consumed && consumed <= piece.count)
      data += piece[(offset + range.lowerBound)..<(offset + range.upperBound)]
      offset += consumed
    case .end(let consumed):
      endOffset = offset + consumed
    case .violation(let violation):
      self.violation = violation
    }
  }
}
