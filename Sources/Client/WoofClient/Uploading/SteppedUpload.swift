// SPDX-License-Identifier: Apache-2.0

/// An upload in parts that are small enough for whatever stands before the service: decisions only.
///
/// Begun when a request with all of a photo was refused as too large. A part that is refused is halved, down to a floor;
/// after a break, the service is asked how much it has (draft-ietf-httpbis-resumable-upload).
package struct SteppedUpload: Hashable, Sendable, Codable {
  /// The next request.
  package enum Step: Hashable, Sendable {
    /// Asks for an address where the parts go.
    case create
    /// Asks how much is there.
    case locate(id: String)
    /// Sends a part.
    case append(id: String, Range<Int64>, isComplete: Bool)
  }

  /// The smallest part that is tried, in bytes. A proxy that takes less than this takes no photos.
  package static let smallestPart: Int64 = 16 << 10
  /// The largest part; each is in memory while it is sent.
  package static let largestPart: Int64 = 8 << 20

  package let length: Int64
  /// The number of bytes that the service has.
  package private(set) var offset: Int64 = 0
  /// The number of bytes in the next parts, halved each time one is refused as too large.
  private(set) var partSize: Int64
  private var id: String?
  private var mustLocate = false
  private var hasStartedOver = false

  /// Begins after a request of all `length` bytes was refused.
  ///
  /// - Parameter limit: The most bytes of a part, where that was said; otherwise a part has half of `length`.
  package init(length: Int64, limit: Int64?) {
    self.length = length
    partSize = min(max(limit ?? length / 2, Self.smallestPart), Self.largestPart)
  }

  /// The next request to send.
  package var next: Step {
    guard let id else { return .create }
    guard !mustLocate else { return .locate(id: id) }
    let end = min(length, offset + partSize)
    return .append(id: id, offset..<end, isComplete: end == length)
  }

  /// The service has given an address.
  ///
  /// - Parameter limit: The most bytes of a part, where the service says so.
  package mutating func created(_ id: String, limit: Int64?) {
    (self.id, offset) = (id, 0)
    if let limit, limit > 0 { partSize = min(partSize, limit) }
  }

  /// The service has so many bytes; `false` where it cannot have.
  package mutating func reached(_ offset: Int64) -> Bool {
    guard offset >= self.offset, offset <= length else { return false }
    (self.offset, mustLocate) = (offset, false)
    return true
  }

  /// The service has so many bytes after a part was sent; `false` where it cannot have, or has no more than before: the
  /// same part again would get the same response.
  package mutating func advanced(to offset: Int64) -> Bool { offset > self.offset && reached(offset) }

  /// A part was refused as too large; `false` where a smaller one is not worth trying.
  package mutating func refused() -> Bool {
    guard partSize > Self.smallestPart else { return false }
    partSize = max(partSize / 2, Self.smallestPart)
    return true
  }

  /// The attempt has ended, or another one begins: nobody knows how much arrived.
  package mutating func broke() { (mustLocate, hasStartedOver) = (id != nil, false) }

  /// The service knows the address no more; `false` where that has happened before in the same attempt.
  package mutating func forgotten() -> Bool {
    guard !hasStartedOver else { return false }
    (id, offset, mustLocate, hasStartedOver) = (nil, 0, false, true)
    return true
  }
}

extension SteppedUpload {
  /// Begins after an error, where that says that all bytes at once were too many for one request.
  ///
  /// - Returns: `nil` where smaller requests do not help, as the service has no room for so many bytes.
  package init?(length: Int64, after error: WoofError) {
    guard error.code == .payloadTooLarge, length > Self.smallestPart else { return nil }
    var partLimit: Int64?
    if case .integer(let limit)? = error.details["appendLimit"] { partLimit = limit }
    if partLimit == nil, case .integer(let limit)? = error.details["limit"], limit < length { return nil }
    self.init(length: length, limit: partLimit)
  }

  /// Prepares the next request after one that failed; `false` where the attempt ends with the error, after which nobody knows
  /// how much arrived.
  package mutating func recover(from error: WoofError) -> Bool {
    switch (error.code.status, next) {
    case (413, .append): if refused() { return true }
    case (404, .append), (404, .locate): if forgotten() { return true }
    case (409, .append):
      if case .integer(let offset)? = error.details["expected-offset"], advanced(to: offset) { return true }
    default: break
    }
    broke()
    return false
  }
}
