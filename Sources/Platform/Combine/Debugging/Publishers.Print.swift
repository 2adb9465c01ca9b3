// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that prints log messages for all publishing events, optionally prefixed with a given string.
  public struct Print<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// A string with which to prefix all log messages.
    public let prefix: String

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The stream the messages go to; standard output if `nil`.
    public let stream: (any TextOutputStream)?

    /// Makes a publisher that republishes `upstream` and prints what happens.
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    /// Attaches the subscriber to the upstream publisher, with the messages in between.
    public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Output == S.Input, Upstream.Failure == S.Failure {
      let log = LineLog(prefix: prefix, stream: stream)
      upstream.subscribe(PrintSubscriber(downstream: subscriber, log: log))
    }
  }
}

/// Prints what it passes on.
struct PrintSubscriber<Downstream: Subscriber>: Subscriber {
  let downstream: Downstream
  let log: LineLog
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    log.write("receive subscription: (\(subscription))")
    downstream.receive(subscription: PrintSubscription(upstream: subscription, log: log))
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    log.write("receive value: (\(input))")
    let demand = downstream.receive(input)
    if demand > .none { log.write("\(demand.request) (synchronous)") }
    return demand
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    switch completion {
    case .finished: log.write("receive finished")
    case .failure(let error): log.write("receive error: (\(error))")
    }
    downstream.receive(completion: completion)
  }
}

/// Prints what it passes on.
struct PrintSubscription: Subscription, CustomStringConvertible {
  let upstream: any Subscription
  let log: LineLog

  var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  var description: String { "\(upstream)" }

  func request(_ demand: Subscribers.Demand) {
    log.write(demand.request)
    upstream.request(demand)
  }

  func cancel() {
    log.write("receive cancel")
    upstream.cancel()
  }
}

extension Subscribers.Demand {
  /// The message about a request for so much.
  fileprivate var request: String { max.map { "request max: (\($0))" } ?? "request unlimited" }
}

extension Publisher {
  /// Prints log messages for all publishing events.
  ///
  /// - Parameters:
  ///   - prefix: A string that each message starts with, followed by a colon; empty by default.
  ///   - stream: The stream for the messages: standard output by default. A copy of it is made for each subscription.
  public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil)
    -> Publishers.Print<Self>
  {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

/// Writes lines to a stream, from any thread, one after the other.
///
/// The stream is code of somebody else's, so that no lock is held while it writes: whoever comes meanwhile leaves
/// its line to the one who is writing.
final class LineLog {
  private let prefix: String
  private let lock = Lock()
  private var waiting: [String] = []
  private var isWriting = false

  /// It belongs to whoever is writing.
  private var stream: (any TextOutputStream)?

  /// - Parameters:
  ///   - prefix: The beginning of every line, followed by a colon unless it is empty.
  ///   - stream: The stream for the lines; standard output if `nil`.
  init(prefix: String, stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : "\(prefix): "
    self.stream = stream
  }

  func write(_ message: String) {
    let mustWrite = lock.withLock {
      waiting.append(prefix + message)
      defer { isWriting = true }
      return !isWriting
    }
    guard mustWrite else { return }
    while let line = nextLine() {
      if stream == nil {
        print(line)
      } else {
        stream?.write(line + "\n")
      }
    }
  }

  private func nextLine() -> String? {
    lock.withLock {
      if waiting.isEmpty {
        isWriting = false
        return nil
      }
      return waiting.removeFirst()
    }
  }
}
