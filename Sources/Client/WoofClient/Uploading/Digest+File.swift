// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Foundation
import Synchronization
import WoofCryptography

extension Digest {
  private static let pieceByteCount = 1 << 18

  /// Makes the digest of bytes in memory.
  ///
  /// - Throws: ``WoofError`` with the code `internal` where there is no memory for it.
  public init(of data: Data) throws {
    var hash = try Self.hash()
    for region in data.regions { region.withUnsafeBytes { hash.update($0.bytes) } }
    self = try Self.digest(hash.finish())
  }

  /// Makes the digest of a file, which is read once and never held in memory as a whole.
  ///
  /// A client that asks ``APIService/ownPhotos(order:pageSize:)`` first knows by it which files the service has already.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/fileNotReadable``; `CancellationError` when the task is cancelled.
  public init(ofFile file: URL) async throws { self = try await Self.reading(file).digest }

  /// Makes the digest of a file, and counts its bytes.
  ///
  /// - Throws: As ``init(ofFile:)``.
  package static func reading(_ file: URL) async throws -> (digest: Digest, byteCount: Int64) {
    let cancellation = FileReading()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(with: Result { try Self.read(file, cancellation) })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private static func read(_ file: URL, _ reading: FileReading) throws -> (Digest, Int64) {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WoofError(reading: file.path, errno: errno) }
    defer { close(descriptor) }
    var hash = try hash()
    var byteCount: Int64 = 0
    try withUnsafeTemporaryAllocation(byteCount: pieceByteCount, alignment: 16) { buffer in
      while true {
        if reading.isCancelled { throw CancellationError() }
        let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw WoofError(reading: file.path, errno: errno) }
        guard count > 0 else { return }
        hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes)
        byteCount += Int64(count)
      }
    }
    return (try digest(hash.finish()), byteCount)
  }

  private static func hash() throws(WoofError) -> SHA256 {
    do {
      return try SHA256()
    } catch {
      throw WoofError(.internal, "No digest can be made: free some memory.", cause: error)
    }
  }

  private static func digest(_ bytes: [UInt8]) throws(WoofError) -> Digest {
    guard let digest = Digest(bytes) else { throw WoofError(.internal, "A digest has another length than it must.") }
    return digest
  }
}

/// A flag that tells the reader of a file that nobody waits for the bytes any longer.
final class FileReading: Sendable {
  private let state = Atomic<Bool>(false)

  var isCancelled: Bool { state.load(ordering: .relaxed) }

  func cancel() { state.store(true, ordering: .relaxed) }
}
