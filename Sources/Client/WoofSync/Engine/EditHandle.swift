// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An edit that is durable on this device, and what becomes of it.
///
/// The edit is sent whether somebody holds its handle or not.
public final class EditHandle: Sendable {
  /// The end of an edit.
  public enum Outcome: Hashable, Sendable {
    /// The service did it. The photo is as it was then; `nil` where the service has it no longer.
    case acknowledged(PhotoMetadata?)
    /// A later edit of the app took its place before it was sent.
    case replaced
    /// The app discarded it.
    case discarded
  }

  private struct State {
    var result: Result<Outcome, WoofError>?
    var waiting: [CheckedContinuation<Outcome, any Error>] = []
  }

  /// The number of the edit; 0 where it has none of its own, as where it went into an edit that waits.
  public let number: Int64
  /// The photo that the edit changes. For an upload it is the id that the photo has until the service gives it another.
  public let photo: PhotoID
  private let state = Mutex(State())
  /// The progress of an upload; `nil` for other edits.
  private let uploadProgress: Broadcast<UploadProgress>?

  /// - Parameter byteCount: The number of bytes of an upload; `nil` for other edits.
  init(number: Int64, photo: PhotoID, byteCount: Int64? = nil) {
    self.number = number
    self.photo = photo
    uploadProgress = byteCount.map { Broadcast(UploadProgress(number: number, photo: photo, byteCount: $0)) }
  }

  /// The bytes of an upload that have been sent, of all; `nil` for other edits.
  public var progress: UploadProgress? { uploadProgress?.value }

  /// The bytes of an upload that have been sent, now and with each change, until the edit ends or the replica is closed. One
  /// who reads slowly gets the newest. Ends at once for other edits.
  public var progressUpdates: AsyncStream<UploadProgress> {
    uploadProgress?.subscribe() ?? AsyncStream { $0.finish() }
  }

  /// Waits until the service has acknowledged the edit, or something else ends it.
  ///
  /// - Throws: `WoofError` of the problem that keeps the edit from being sent; it waits in the outbox, and may be
  ///   acknowledged after a retry. `CancellationError` when the replica is closed.
  public var outcome: Outcome {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiting.append(continuation) }
          return state.result
        }
        if let result { continuation.resume(with: result.mapError { $0 }) }
      }
    }
  }

  /// More of an upload has been sent.
  func note(_ progress: UploadProgress) { uploadProgress?.send(progress) }

  /// Ends the edit.
  func end(_ outcome: Outcome) {
    if let uploadProgress {
      var last = uploadProgress.value
      if case .acknowledged = outcome { last.sentByteCount = last.byteCount }
      uploadProgress.send(last)
      uploadProgress.finish()
    }
    resume(keeping: .success(outcome), with: .success(outcome))
  }

  /// Tells those who wait of a problem. The edit may go on after a retry.
  func fail(_ problem: SyncProblem) {
    let error = WoofError(WoofError.Code(name: problem.name, status: 0, title: "Edit not sent"), problem.message)
    resume(keeping: .failure(error), with: .failure(error))
  }

  /// The edit is sent again.
  func retry() { state.withLock { if case .failure = $0.result { $0.result = nil } } }

  /// Nobody will tell what becomes of it.
  func abandon() {
    uploadProgress?.finish()
    resume(keeping: nil, with: .failure(CancellationError()))
  }

  private func resume(keeping result: Result<Outcome, WoofError>?, with told: Result<Outcome, any Error>) {
    let waiting = state.withLock { state in
      state.result = result
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(with: told) }
  }
}

/// The handles of the edits that wait, as long as somebody holds them.
struct EditHandles {
  private struct Weak {
    weak var handle: EditHandle?
  }

  private var handles: [Int64: Weak] = [:]

  subscript(number: Int64) -> EditHandle? { handles[number]?.handle }

  mutating func add(_ handle: EditHandle) { handles[handle.number] = Weak(handle: handle) }

  mutating func end(_ numbers: some Sequence<Int64>, _ outcome: EditHandle.Outcome) {
    for number in numbers { handles.removeValue(forKey: number)?.handle?.end(outcome) }
  }

  mutating func abandonAll() {
    for weak in handles.values { weak.handle?.abandon() }
    handles = [:]
  }
}
