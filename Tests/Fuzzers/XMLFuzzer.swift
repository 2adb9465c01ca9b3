// SPDX-License-Identifier: Apache-2.0

@testable import WoofS3

/// Reads the input as the content of an object store's response: as a whole and in pieces, whose length its first byte gives.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  guard let first = bytes.first else { return 0 }
  let document = bytes.dropFirst()
  let whole = Result { try XMLReader.document(document) }
  let inPieces = Result { try read(document, pieces: Int(first % 16) + 1) }
  precondition("\(whole)" == "\(inPieces)", "pieces mean something else")
  guard case .success(let root) = whole else { return 0 }
  _ = S3ErrorDocument(root)
  if let page = S3ListPage(root) {
    precondition(page.entries.allSatisfy { $0.byteCount >= 0 }, "an object has a negative length")
  }
  _ = S3UploadPage(root)
  return 0
}

private func read(_ document: ArraySlice<UInt8>, pieces length: Int) throws -> XMLElement {
  var reader = XMLReader()
  var rest = document
  while !rest.isEmpty {
    try reader.read(rest.prefix(length))
    rest = rest.dropFirst(length)
  }
  return try reader.finish()
}
