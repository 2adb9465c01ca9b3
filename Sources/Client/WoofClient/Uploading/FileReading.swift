import Synchronization

/// Whether somebody still waits for a file to be read.
final class FileReading: Sendable {
  private let state = Atomic<Bool>(false)

  var isCancelled: Bool { state.load(ordering: .relaxed) }

  func cancel() { state.store(true, ordering: .relaxed) }
}
