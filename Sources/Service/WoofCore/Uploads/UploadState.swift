// SPDX-License-Identifier: Apache-2.0

/// The position of an upload, and the turn of the request that may go on with it: decisions only.
///
/// Each request that appends has a turn. A later request, be it one that only asks for the offset, ends the turn of the
/// one before, whose bytes are refused from then on: so an offset that was told is the one that is taken next
/// (draft-ietf-httpbis-resumable-upload, “Concurrency”).
package struct UploadState: Hashable, Sendable {
  /// The right of one request to append.
  package struct Turn: Hashable, Sendable {
    fileprivate let number: UInt64
    /// The number of bytes that had come when it began.
    package let start: Int64
  }

  /// The decision on a request that wants to append.
  package enum Beginning: Hashable, Sendable {
    /// Its bytes are taken.
    case receive(Turn)
    /// All bytes are there; the request is answered as the one that completed the upload.
    case response
  }

  /// The state of the upload when a request's bytes have ended.
  package enum Ending: Hashable, Sendable {
    /// More bytes will follow at this offset.
    case suspended(offset: Int64)
    /// All bytes are there.
    case complete
  }

  private enum Phase: Hashable {
    case receiving
    case complete
    case over
  }

  /// The number of bytes that have come.
  package private(set) var offset: Int64
  /// The number of bytes of the whole upload; `nil` while nobody has said.
  package private(set) var length: Int64?
  private let sizeLimit: Int64
  private var phase = Phase.receiving
  private var lastTurn: UInt64 = 0

  /// Makes the state of an upload of which `offset` bytes have come.
  ///
  /// - Parameter sizeLimit: The most bytes that it may have.
  package init(offset: Int64 = 0, length: Int64?, sizeLimit: Int64) {
    self.offset = offset
    self.length = length
    self.sizeLimit = sizeLimit
  }

  /// Makes the state of an upload that is complete.
  init(completedWith byteCount: Int64) {
    (offset, length, sizeLimit, phase) = (byteCount, byteCount, byteCount, .complete)
  }

  /// `true` if all bytes have come, and the request that brought the last one said so.
  package var isComplete: Bool { phase == .complete }

  /// `true` if nobody can go on with it.
  package var isOver: Bool { phase == .over }

  /// A request wants to append; where it may, the turn of the one before ends.
  ///
  /// - Throws: ``UploadRefusal/gone``, ``UploadRefusal/otherOffset(expected:isComplete:)``, ``UploadRefusal/inconsistentLength`` or
  ///   ``UploadRefusal/tooLarge(limit:)``; nothing changes then.
  package mutating func begin(_ append: UploadAppend) throws(UploadRefusal) -> Beginning {
    guard phase != .over else { throw .gone }
    guard append.offset == offset else { throw .otherOffset(expected: offset, isComplete: isComplete) }
    length = try agreedLength(with: append)
    lastTurn += 1
    return phase == .complete ? .response : .receive(Turn(number: lastTurn, start: offset))
  }

  private func agreedLength(with append: UploadAppend) throws(UploadRefusal) -> Int64? {
    let (end, isTooFar) = offset.addingReportingOverflow(append.count ?? 0)
    guard !isTooFar, end <= sizeLimit || length != nil else { throw .tooLarge(limit: sizeLimit) }
    let endOfAll = append.isComplete == true && append.count != nil ? end : nil
    let said = [length, append.length, endOfAll].compactMap(\.self)
    guard let agreed = said.first else { return nil }
    guard said.allSatisfy({ $0 == agreed }), end <= agreed else { throw .inconsistentLength }
    guard agreed <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
    return agreed
  }

  /// Asks whether a request still has its turn.
  ///
  /// - Throws: ``UploadRefusal/superseded``.
  package func confirm(_ turn: Turn) throws(UploadRefusal) {
    guard phase == .receiving, turn.number == lastTurn else { throw .superseded }
  }

  /// Bytes have come in a turn; where it does not throw they are to be kept.
  ///
  /// - Throws: ``UploadRefusal/superseded``; ``UploadRefusal/inconsistentLength`` or ``UploadRefusal/tooLarge(limit:)``
  ///   where they are more than there may be, and the upload is over then.
  package mutating func receive(_ count: Int, in turn: Turn) throws(UploadRefusal) {
    guard phase == .receiving, turn.number == lastTurn else { throw .superseded }
    let (end, isTooFar) = offset.addingReportingOverflow(Int64(count))
    guard !isTooFar, end <= length ?? sizeLimit else {
      phase = .over
      throw length == nil ? .tooLarge(limit: sizeLimit) : .inconsistentLength
    }
    offset = end
  }

  /// The bytes of a request have ended as it said.
  ///
  /// - Parameter isComplete: `true` if they reach the end of the upload; `nil` if they do where it has its length now.
  /// - Throws: ``UploadRefusal/superseded``; ``UploadRefusal/inconsistentLength`` where they should have reached the end
  ///   and have not, and the upload can be gone on with.
  package mutating func end(_ turn: Turn, isComplete: Bool?) throws(UploadRefusal) -> Ending {
    guard phase == .receiving, turn.number == lastTurn else { throw .superseded }
    guard isComplete ?? (length == offset) else { return .suspended(offset: offset) }
    guard length ?? offset == offset else { throw .inconsistentLength }
    length = offset
    phase = .complete
    return .complete
  }

  /// A request has stopped in the middle of its bytes, and brings no more.
  ///
  /// - Throws: ``UploadRefusal/superseded``.
  package mutating func suspend(_ turn: Turn) throws(UploadRefusal) {
    guard phase == .receiving, turn.number == lastTurn else { throw .superseded }
    lastTurn += 1
  }

  /// Somebody is told the offset: the turn of whoever appends ends.
  ///
  /// - Throws: ``UploadRefusal/gone``.
  package mutating func interrupt() throws(UploadRefusal) {
    guard phase != .over else { throw .gone }
    lastTurn += 1
  }

  /// The bytes are taken from elsewhere: all turns end, and the upload goes on where those end.
  ///
  /// - Throws: ``UploadRefusal/gone``.
  mutating func restart(at offset: Int64, length: Int64?) throws(UploadRefusal) {
    guard phase == .receiving else { throw .gone }
    (self.offset, self.length) = (offset, length)
    lastTurn += 1
  }

  /// The upload is given up.
  package mutating func cancel() {
    phase = .over
    lastTurn += 1
  }
}
