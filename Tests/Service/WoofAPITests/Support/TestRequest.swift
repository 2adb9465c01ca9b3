// SPDX-License-Identifier: Apache-2.0

import WoofHTTP

/// Makes requests that came over no socket.
enum TestRequest {
  static func make(
    _ method: HTTPMethod, _ target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    isSecure: Bool = false
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, target: HTTPTarget(checked: Array(target.utf8)), fields: fields, body: BytesBody(body),
      id: HTTPRequestID(prefix: 1, number: 2), peer: HTTPPeer(address: "127.0.0.1", port: 1, isSecure: isSecure),
      receivedAt: 0)
  }
}

/// A body that is all there.
final class BytesBody: HTTPRequestBody, @unchecked Sendable {  // read by one task, as every body
  let announcedCount: Int64?
  private let bytes: UnsafeMutableRawBufferPointer  // owned by this object, freed in deinit
  private var isRead = false

  init(_ bytes: [UInt8]) {
    announcedCount = Int64(bytes.count)
    self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
    self.bytes.copyBytes(from: bytes)
  }

  deinit { bytes.deallocate() }

  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? {
    guard !isRead, !bytes.isEmpty else { return nil }
    isRead = true
    return HTTPBodyChunk(borrowing: UnsafeRawBufferPointer(bytes))
  }
}
