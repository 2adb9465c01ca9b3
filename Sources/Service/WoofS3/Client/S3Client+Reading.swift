// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import URLLoading
internal import WoofCryptography

extension S3Client {
  /// Takes content part by part; the next one comes when it has returned.
  package typealias Sink = (Data) async throws -> Void

  /// Reads an object whole.
  ///
  /// A connection that ends in the middle is followed by another one that goes on from there, as long as the object is
  /// the same. Only a call that returns has handed over all of the object: a sink keeps what it gets apart until then.
  ///
  /// - Parameters:
  ///   - digest: The 32 bytes of the object's SHA-256; `nil` where it is not known. Where other bytes arrive, the call throws
  ///     ``S3Error/Reason/digestMismatch``.
  ///   - sink: Takes the content; what it throws ends the call and is thrown.
  /// - Returns: The properties of the object.
  @discardableResult
  package func get(_ key: S3ObjectKey, expecting digest: [UInt8]?, into sink: Sink) async throws -> S3Object {
    var running = try SHA256()
    let object = try await read(key, nil) { part in
      if digest != nil { running.update(part.bytes) }
      try await sink(part)
    }
    if let digest, running.finish() != digest {
      throw failure(.digestMismatch, of: S3Request(operation: .get, key: key))
    }
    return object
  }

  /// Reads a range of an object.
  ///
  /// - Parameters:
  ///   - range: The bytes to read, not none; what is beyond the object's end is left out.
  ///   - sink: Takes the content; what it throws ends the call and is thrown.
  /// - Returns: The properties of the object.
  @discardableResult
  package func get(_ key: S3ObjectKey, range: Range<Int64>, into sink: Sink) async throws -> S3Object {
    precondition(!range.isEmpty && range.lowerBound >= 0, "a range of an object has bytes")
    return try await read(key, range, into: sink)
  }

  /// The properties of an object; `nil` where there is none of that key.
  package func head(_ key: S3ObjectKey) async throws -> S3Object? {
    let request = S3Request(operation: .head, key: key)
    do {
      let now = clock.secondsSince1970
      return try await perform(request) { _, head in S3Object(head, relativeTo: now) }
    } catch let error as S3Error where error.reason == .keyMissing {
      // The response to a HEAD does not say what is missing.
      try await headBucket()
      return nil
    }
  }

  private func read(_ key: S3ObjectKey, _ range: Range<Int64>?, into sink: Sink) async throws -> S3Object {
    var progress = ReadProgress(range)
    var attempts = Attempts()
    while true {
      let request = progress.request(for: key)
      do {
        let (response, head) = try await openHedged(request)
        guard progress.begin(head, relativeTo: clock.secondsSince1970) else { throw failure(.unreadable, of: request) }
        while let part = try await response.next() {
          progress.deliveredCount += Int64(part.count)
          do { try await sink(part) } catch { throw SinkFailure(error: error) }
        }
        guard let object = progress.object, progress.isComplete else { throw failure(.interrupted, of: request) }
        succeed()
        return object
      } catch let failure as SinkFailure {
        throw failure.error
      } catch {
        try await prepareNext(after: error, of: request, &attempts)
      }
    }
  }
}

/// The error of a sink, which is no reason to read again.
private struct SinkFailure: Error {
  let error: any Error
}

/// The progress of a read that may take several requests.
struct ReadProgress {
  /// The range that was asked for; `nil` for all of the object.
  let range: Range<Int64>?
  /// The properties of the object, when the first response has come.
  private(set) var object: S3Object?
  /// The number of bytes that have been handed over.
  var deliveredCount: Int64 = 0
  private var expectedCount: Int64?

  init(_ range: Range<Int64>?) { self.range = range }

  /// The request for what is left.
  func request(for key: S3ObjectKey) -> S3Request {
    var request = S3Request(operation: .get, key: key)
    if deliveredCount > 0 || range != nil {
      let end = range.map { String($0.upperBound - 1) } ?? ""
      request.fields.append(("Range", "bytes=\(start)-\(end)"))
    }
    // What follows has to be of the same object.
    if deliveredCount > 0, let tag = object?.entityTag { request.fields.append(("If-Match", tag)) }
    return request
  }

  /// A response has come; `false` where it is not what was asked for.
  mutating func begin(_ head: S3ResponseHead, relativeTo now: Int64) -> Bool {
    let isPartial = deliveredCount > 0 || range != nil
    guard head.status == (isPartial ? 206 : 200) else { return false }
    let sent = head.contentRange
    if isPartial {
      guard let sent, sent.range.lowerBound == start, range.map({ sent.range.upperBound <= $0.upperBound }) ?? true
      else {
        return false
      }
    }
    guard object == nil else { return true }
    guard let made = S3Object(head, relativeTo: now, byteCount: sent?.whole) else { return false }
    object = made
    expectedCount = sent.map { Int64($0.range.count) } ?? made.byteCount
    return true
  }

  /// `true` if all bytes have been handed over.
  var isComplete: Bool { deliveredCount == expectedCount }

  private var start: Int64 { (range?.lowerBound ?? 0) + deliveredCount }
}
