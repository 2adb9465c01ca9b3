// SPDX-License-Identifier: Apache-2.0

import WoofHTTP
import WoofHTTPSemantics

/// Reads the input as a form with the boundary `bound`, in one piece and in pieces of a length that the input itself
/// gives, and compares.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzForm(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  let whole = Form(bytes, pieceCount: bytes.count)
  precondition(whole == Form(bytes, pieceCount: 1 + Int(bytes.last ?? 0) % 61), "the form depends on the cut")
  for part in whole.parts where part.isComplete {
    precondition(part.data.firstRange(of: Array("\r\n--bound".utf8)) == nil, "a part holds a boundary")
  }
  return 0
}

private struct Form: Equatable {
  struct Part: Equatable {
    var name: String
    var fileName: String?
    var type: HTTPMediaType?
    var data: [UInt8] = []
    var isComplete = false
  }

  var parts: [Part] = []
  var error: MultipartFormError?
  var hasEnded = false

  init(_ bytes: [UInt8], pieceCount: Int) {
    let type = HTTPMediaType("multipart", "form-data", parameters: [HTTPParameter("boundary", "bound")])
    do throws(MultipartFormError) {
      var parser = try MultipartFormParser(contentType: type)
      for start in stride(from: 0, to: bytes.count, by: max(1, pieceCount)) {
        try feed(Array(bytes[start..<min(bytes.count, start + pieceCount)]), to: &parser)
      }
      try parser.finish()
    } catch {
      self.error = error
    }
  }

  private mutating func feed(_ piece: [UInt8], to parser: inout MultipartFormParser) throws(MultipartFormError) {
    var offset = 0
    while let event = try parser.next(in: piece.span.bytes, from: &offset) {
      precondition(!hasEnded, "something follows the end")
      switch event {
      case .part(let part):
        parts.append(Part(name: part.name, fileName: part.fileName, type: part.contentType))
      case .data(let range): append(piece[range])
      case .heldData(let bytes): append(bytes)
      case .partEnd: parts[parts.count - 1].isComplete = true
      case .end: hasEnded = true
      }
    }
    precondition(offset == piece.count, "bytes are left that no other piece will bring back")
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    precondition(!bytes.isEmpty && !parts[parts.count - 1].isComplete, "data outside of a part")
    parts[parts.count - 1].data += bytes
  }
}
