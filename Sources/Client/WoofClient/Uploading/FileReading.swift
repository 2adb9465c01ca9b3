import Synchronization

/// A flag that tells the reader of a file that nobody waits for the bytes any longer.
final class FileReading: Sendable {
  private let state = Atomic<Bool>(false)

  var isCancelled: Bool { state.load(ordering: .relaxed) }

  func cancel() { state.store(true, ordering: .relaxed) }
}
