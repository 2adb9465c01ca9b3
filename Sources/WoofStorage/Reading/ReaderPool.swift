internal import WoofCore
internal import WoofModel

/// Connections that read, each on a thread of its own.
final class ReaderPool: Sendable {
  private let queue: ReadQueue
  private let end: ThreadEnd

  /// Starts the threads.
  init(threadCount: Int, queueLimit: Int, path: String, settings: DatabaseSettings, state: PublishedState) {
    let queue = ReadQueue(threadCount: threadCount, limit: queueLimit)
    let end = ThreadEnd(threadCount: threadCount)
    self.queue = queue
    self.end = end
    for _ in 0..<threadCount {
      WorkerPool.startThread(name: "woof-reader") {
        Self.serve(queue, path: path, settings: settings, state: state)
        end.signal()
      }
    }
  }

  deinit { queue.close() }

  /// How many calls wait.
  var queueDepth: Int { queue.count }

  /// Reads from one snapshot of everything that was acknowledged before the call. The clients of the tasks that call take
  /// turns.
  ///
  /// - Parameter cost: How much work it is, in units of a look-up.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where too much waits already, or `internal`.
  func read<Result: Sendable>(
    cost: ReadCost = .lookUp, _ body: @escaping @Sendable (Snapshot) throws -> Result
  ) async throws -> Result {
    try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Result, any Error>) in
      let isQueued = queue.append(cost: cost.units) { reader in
        continuation.resume(with: Swift.Result { try reader.read(body) }.mapError { WoofError(storage: $0) })
      }
      if !isQueued { continuation.resume(throwing: WoofError.tooManyWaiting) }
    }
  }

  /// Finishes what has queued, and closes the connections.
  func close() async {
    queue.close()
    await end.wait()
  }

  private static func serve(_ queue: ReadQueue, path: String, settings: DatabaseSettings, state: PublishedState) {
    queue.serve(Reader(path: path, settings: settings, state: state))
  }
}

/// The work that a call makes for a reader, measured by how long other calls wait for it.
struct ReadCost: Hashable, Sendable {
  /// The number of look-ups that take as long as the call; at least 1.
  let units: Int

  /// One row, or a few.
  static let lookUp = ReadCost(units: 1)

  /// A page: about eight of its rows take as long as a look-up.
  static func page(_ rowCount: Int) -> ReadCost { ReadCost(units: 1 + rowCount / 8) }
}
