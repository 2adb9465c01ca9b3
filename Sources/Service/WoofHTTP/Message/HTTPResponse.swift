// SPDX-License-Identifier: Apache-2.0

/// The response to a request. The server adds `Date`, `Request-Id`, the framing of the body and what its configuration
/// says every response carries.
package struct HTTPResponse: Sendable {
  /// The status code, as 404.
  package var status: HTTPStatus
  /// The fields that are the handler's own; never the framing fields (`Content-Length`, `Transfer-Encoding`,
  /// `Connection`).
  package var fields: HTTPFields
  /// The body. A response to `HEAD` has the head that the body would have had.
  package var body: HTTPResponseBody
  /// The rule by which the body may be compressed for clients that take that; by default the media type decides.
  package var compression = HTTPCompression.byType
  /// `true` if the connection ends with this response; `false` by default.
  package var closesConnection = false
  /// The urgency of the response among others of its connection (RFC 9218 §4.1), from 0, the most urgent, to 7, where the
  /// client has said nothing of it; `nil`, the default, for the usual one, which is 3. HTTP/1 knows none.
  package var urgency: Int?
  /// The user that the request acted for, for the log; `nil` if there is none.
  package var user: String?
  /// The index of the route that made the response, in the router's list, for the log and for metrics; -1 for none.
  package var route = -1

  /// Makes a response.
  package init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: HTTPResponseBody = .empty) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}

/// The body of a response: everything after its head.
package enum HTTPResponseBody: Sendable {
  /// Nothing.
  case empty
  /// Bytes in memory.
  case bytes(HTTPBytes)
  /// A part of a file, sent without passing through the process.
  case file(HTTPFileRegion)
  /// Several pieces one after the other, as `multipart/byteranges` has them.
  case pieces([Piece])
  /// Bytes made while they are sent, by a task that is cancelled when the peer leaves.
  case stream(HTTPStream)
  /// Bytes handed over by an object on the connection's loop, without a task of its own.
  case source(any HTTPBodySource)

  /// One piece of a body.
  package enum Piece: Sendable {
    /// Bytes in memory.
    case bytes(HTTPBytes)
    /// A part of a file.
    case file(HTTPFileRegion)
  }
}

/// Immutable bytes that several responses may share.
package struct HTTPBytes: Sendable {
  /// The array that holds the bytes.
  package let storage: [UInt8]
  /// The range of the bytes within ``storage``.
  package let range: Range<Int>

  /// Makes a run of all bytes of `storage`, or of those in `range`, which lies within it.
  package init(_ storage: [UInt8], range: Range<Int>? = nil) {
    self.storage = storage
    self.range = (range ?? 0..<storage.count).clamped(to: 0..<storage.count)
  }

  /// Makes a run of the bytes of a text.
  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// The number of bytes.
  package var count: Int { range.count }
}

/// A part of an open file.
package struct HTTPFileRegion: Sendable {
  /// Keeps the descriptor open as long as it lives.
  package let owner: any AnyObject & Sendable
  /// The file's descriptor, read by position only.
  package let descriptor: Int32
  /// The first byte.
  package let offset: Int64
  /// The number of bytes.
  package let count: Int64

  /// Makes a part of a file whose descriptor `owner` keeps open.
  package init(owner: any AnyObject & Sendable, descriptor: Int32, offset: Int64, count: Int64) {
    self.owner = owner
    self.descriptor = descriptor
    self.offset = offset
    self.count = count
  }
}
