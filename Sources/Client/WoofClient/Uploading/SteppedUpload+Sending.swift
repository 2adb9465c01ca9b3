// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension SteppedUpload {
  /// Sends what is left, one request after the other, as far as that goes without a break.
  ///
  /// - Parameters:
  ///   - head: What all requests of the upload have in common.
  ///   - service: Sends each request once.
  ///   - read: Gives the bytes of a range.
  ///   - sent: Told the number of bytes that have been sent so far, on any thread; `nil` where nobody watches it.
  ///   - created: Called when the service has given an address, before any byte goes there.
  ///   - reached: Called when the service has told how many bytes it has.
  /// - Throws: ``WoofError``, after which the upload may go on where it was; `CancellationError`; what the closures throw.
  package mutating func send(
    _ head: UploadHead, to service: some UploadService, reading read: (Range<Int64>) async throws -> Data,
    sent: (@Sendable (Int64) -> Void)?, created: (SteppedUpload) async throws -> Void = { _ in },
    reached: (Int64) async -> Void = { _ in }
  ) async throws -> UploadedPhoto {
    while true {
      do {
        switch next {
        case .create:
          let request = UploadCreationRequest(head: head, byteCount: length)
          switch try await service.response(to: request, sent: nil) {
          case .finished(let photo): return photo
          case .begun(let id, let limit): self.created(id, limit: limit)
          }
          try await created(self)
        case .locate(let id):
          guard self.reached(try await service.response(to: UploadOffsetRequest(id: id), sent: nil)) else {
            throw Self.nonsense
          }
        case .append(let id, let range, let isComplete):
          let request = UploadPartRequest(
            id: id, offset: range.lowerBound, isComplete: isComplete, data: try await read(range))
          let counting = sent.map { sent in { @Sendable (count: Int64) in sent(range.lowerBound + count) } }
          let advance = try await service.response(to: request, sent: counting)
          if case .finished(let photo) = advance { return photo }
          guard case .reached(let told) = advance, advanced(to: told) else { throw Self.nonsense }
        }
        sent?(offset)
        await reached(offset)
      } catch let error as WoofError {
        guard recover(from: error) else { throw error }
      }
    }
  }

  private static var nonsense: WoofError {
    WoofError(
      .invalidServerResponse, "The service has another number of bytes of an upload than it can have: try again.")
  }
}
