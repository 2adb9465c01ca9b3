import Foundation
import Synchronization
import URLLoading

/// Many requests, cancelled at random moments, and what is left of them.
///
/// The server has to answer `/ok`, `/auth` (401), `/redirect`, `/error`, `/reset` and `/slow`.
enum CancellationRace {
  private static let paths = ["ok", "auth", "redirect", "error", "reset", "slow"]

  /// What became of requests.
  private struct Outcomes: Sendable {
    var answered = 0
    var cancelled = 0
    var failed = 0
  }

  /// Answers challenges with a credential that is always wrong, once.
  private final class SignIn: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard challenge.previousFailureCount == 0 else { return (.rejectProtectionSpace, nil) }
      return (.useCredential, URLCredential(user: "rex", password: "bone", persistence: .none))
    }
  }

  /// Runs so many requests, some at a time, and prints what is left afterwards.
  static func run(_ server: URL, count: Int, width: Int = 64) async {
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0)
    configuration.httpMaximumConnectionsPerHost = width
    let session = URLSession(configuration: configuration, delegate: SignIn(), delegateQueue: nil)
    _ = await one(server, in: session, number: 1)
    let descriptorsBefore = descriptorCount()
    let outcomes = await withTaskGroup(of: Outcomes.self) { group in
      for lane in 0..<width {
        group.addTask {
          var outcomes = Outcomes()
          for number in stride(from: lane, to: count, by: width) {
            switch await one(server, in: session, number: number) {
            case true?: outcomes.answered += 1
            case false?: outcomes.cancelled += 1
            case nil: outcomes.failed += 1
            }
          }
          return outcomes
        }
      }
      return await group.reduce(into: Outcomes()) { sum, part in
        sum.answered += part.answered
        sum.cancelled += part.cancelled
        sum.failed += part.failed
      }
    }
    let credentials = session.configuration.urlCredentialStorage?.allCredentials.values.reduce(0) { $0 + $1.count } ?? 0
    print(
      "\(count) requests: \(outcomes.answered) answered, \(outcomes.cancelled) cancelled, \(outcomes.failed) failed")
    print("left: \(await session.allTasks.count) tasks, \(credentials) credentials")
    print("descriptors: \(descriptorsBefore) before, \(descriptorCount()) after (at most \(width) idle connections)")
    session.invalidateAndCancel()
  }

  /// One request, cancelled after none to some hundred microseconds: `true` where it was answered, `false` where it was
  /// cancelled, `nil` where it failed otherwise.
  private static func one(_ server: URL, in session: URLSession, number: Int) async -> Bool? {
    var random = SystemRandomNumberGenerator()
    let url = server.appending(path: paths[Int.random(in: 0..<paths.count, using: &random)])
    let spins = Int.random(in: 0..<40, using: &random)
    return number.isMultiple(of: 2)
      ? await awaited(url, in: session, spins: spins) : await handled(url, in: session, spins: spins)
  }

  private static func awaited(_ url: URL, in session: URLSession, spins: Int) async -> Bool? {
    let load = Task { try await session.data(from: url) }
    for _ in 0..<spins { await Task.yield() }
    load.cancel()
    return outcome(of: await load.result.map { _ in () })
  }

  private static func handled(_ url: URL, in session: URLSession, spins: Int) async -> Bool? {
    let started = Mutex<URLSessionTask?>(nil)
    async let result = withUnsafeContinuation { (continuation: UnsafeContinuation<Result<Void, any Error>, Never>) in
      let task = session.dataTask(with: url) { _, _, error in
        continuation.resume(returning: error.map { .failure($0) } ?? .success(()))
      }
      started.withLock { $0 = task }
      task.resume()
    }
    for _ in 0..<spins { await Task.yield() }
    while true {
      if let task = started.withLock({ $0 }) {
        task.cancel()
        break
      }
      await Task.yield()
    }
    return outcome(of: await result)
  }

  private static func outcome(of result: Result<Void, any Error>) -> Bool? {
    switch result {
    case .success: true
    case .failure(let error) where error is CancellationError || (error as? URLError)?.code == .cancelled: false
    case .failure: nil
    }
  }

  private static func descriptorCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
