// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The proxy that clients connect to: it passes bytes on to the service behind it and back, notes them in the journal,
/// and lets faults happen. The service may go and come again; the front stays where it is.
final class Front: @unchecked Sendable {  // `connections` and `sleepers` are confined to `loop`, the rest is locked
  /// The service behind the front, or its absence.
  enum Service: Hashable, Sendable {
    /// A service that listens there.
    case listening(host: String, port: Int)
    /// Nothing for the moment: who comes waits.
    case starting
    /// Nothing: who comes is reset.
    case down
    /// Nothing, ever: what no rule responds to gets a 404.
    case nobody
  }

  let loop: EventLoop
  let clock: HarnessClock
  let journal: Journal
  let faults: FaultBook
  /// The files of the service, for faults of storage.
  let storage: Watched<HarnessFiles?>
  let service: Watched<Service>
  /// `true` if clients may speak HTTP/2.
  let speaksHTTP2: Bool
  /// The recording that responses are taken from if there is no service.
  let replay: Watched<Replay>
  /// The faults that pictures meet while requests are handled, by the numbers of those requests.
  private let pictureFaults = Mutex<[Int: [Fault]]>([:])
  private let workers: WorkerPool
  private let killing = Mutex(false)
  private let kill: @Sendable (UploadPoint) -> Void

  private var connections: [ObjectIdentifier: FrontConnection] = [:]
  private var sleepers: [Int: Sleeper] = [:]
  private var nextSleeper = 0
  private var connectionCount = 0
  private var isStopped = false

  private struct Sleeper {
    let timer: ScheduledTimer
    let continuation: UnsafeContinuation<Void, Never>
  }

  /// - Parameter kill: Lets the service die when it comes to a point of the next upload.
  init(
    loop: EventLoop, clock: HarnessClock, journal: Journal, faults: FaultBook, storage: Watched<HarnessFiles?>,
    speaksHTTP2: Bool, replay: Replay, workers: WorkerPool, kill: @escaping @Sendable (UploadPoint) -> Void
  ) {
    self.loop = loop
    self.clock = clock
    self.journal = journal
    self.faults = faults
    self.storage = storage
    self.speaksHTTP2 = speaksHTTP2
    self.workers = workers
    self.kill = kill
    self.replay = Watched(replay)
    service = Watched(.starting)
  }

  /// Serves a connection until it ends. On the loop.
  func serve(_ socket: RelaySocket) async {
    guard !isStopped else { return }
    connectionCount += 1
    let connection = FrontConnection(socket, number: connectionCount, front: self)
    connections[ObjectIdentifier(connection)] = connection
    await connection.run()
    connections[ObjectIdentifier(connection)] = nil
  }

  /// Connects to the service; waits for one that is being started. `nil` where there is none.
  func connectToService(beside client: RelaySocket) async -> RelaySocket? {
    let found = try? await service.first { $0 == .starting ? nil : $0 }
    guard case .listening(let host, let port)? = found else { return nil }
    let descriptor = try? await workers.run { RelaySocket.connect(host: host, port: port) }
    guard let connected = descriptor ?? nil else { return nil }
    return RelaySocket(connected: connected, beside: client)
  }

  /// Waits for what delays ask for, from a moment on: who has seen in the journal that something came, and then moves the
  /// clock, has moved it past the delay. On the loop.
  func delay(_ faults: [Fault], since start: Int64) async {
    var end = Duration.nanoseconds(start)
    for case .delay(let delay) in faults {
      end += delay.duration(self.faults.chance())
      await sleep(end - .nanoseconds(clock.monotonicNanoseconds))
    }
  }

  /// Waits by the harness's clock; returns early when the front is stopped or the task cancelled. On the loop.
  func sleep(_ duration: Duration) async {
    guard !isStopped, duration > .zero else { return }
    let number = nextSleeper
    nextSleeper += 1
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let timer = loop.schedule(after: duration) { self.wake(number) }
        sleepers[number] = Sleeper(timer: timer, continuation: continuation)
        if Task.isCancelled { wake(number) }
      }
    } onCancel: {
      loop.execute { self.wake(number) }
    }
  }

  private func wake(_ number: Int) {
    guard let sleeper = sleepers.removeValue(forKey: number) else { return }
    sleeper.timer.cancel()
    sleeper.continuation.resume()
  }

  // MARK: Faults of the service

  /// The faults that looking at a picture meets now. May be called from anywhere.
  func faultsOfPicture() -> [Fault] {
    pictureFaults.withLock { faults in faults.sorted { $0.key < $1.key }.flatMap(\.value) } + faults.faultsOfPicture()
  }

  /// Lets looking at pictures fail while a request is handled; no faults end it.
  func setPictureFaults(_ faults: [Fault], during number: Int) {
    pictureFaults.withLock { $0[number] = faults.isEmpty ? nil : faults }
  }

  /// Lets the service die at a point of the next upload.
  func killService(at point: UploadPoint) { kill(point) }

  /// `true` while the service is dying: what it still sends reaches nobody. May be read from anywhere.
  var isKilled: Bool {
    get { killing.withLock { $0 } }
    set { killing.withLock { $0 = newValue } }
  }

  /// Ends all connections with a reset. May be called from anywhere.
  func resetAll() {
    loop.execute { for connection in self.connections.values { connection.end(by: .reset) } }
  }

  /// Lets clients know that the service has ended in order. May be called from anywhere.
  func serviceEnded() {
    loop.execute { for connection in self.connections.values { connection.serviceEnded() } }
  }

  /// Ends all connections, and whatever waits.
  func stop() async {
    service.end(HarnessError.isStopped)
    await loop.perform {
      self.isStopped = true
      for connection in self.connections.values { connection.end(by: .close) }
      for number in self.sleepers.keys { self.wake(number) }
    }
  }
}
