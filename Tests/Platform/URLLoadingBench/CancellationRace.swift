// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// Many requests to a ``RaceServer``, cancelled at random moments, and what is left of them.
enum CancellationRace {
  private static let paths = ["ok", "auth", "redirect", "error", "reset", "slow"]

  /// What became of requests.
  private struct Outcomes: Sendable {
    var completed = 0
    var cancelled = 0
    var failed = 0
  }

  /// Signs in, once for each request, for the whole session; and hears when that has ended.
  private final class SignIn: NSObject, URLSessionTaskDelegate {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard challenge.previousFailureCount == 0 else { return (.rejectProtectionSpace, nil) }
      return (.useCredential, URLCredential(user: "rex", password: "bone", persistence: .forSession))
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { end.finish() }
  }

  /// What a session has left.
  private struct Remains {
    var tasks: Int
    var credentials: Int
  }

  /// Runs so many requests, some at a time, and prints what is left afterwards.
  ///
  /// - Returns: Whether nothing is left that should not be.
  static func run(_ server: URL, count: Int, width: Int) async -> Bool {
    // The process has descriptors of its own, which it opens when they are needed first.
    _ = await runSession(server, count: 1000, width: width)
    let descriptorsBefore = await descriptorCount()
    let (outcomes, remains) = await runSession(server, count: count, width: width)
    let descriptorsAfter = await descriptorCount()
    print(
      "\(count) requests: \(outcomes.completed) answered, \(outcomes.cancelled) cancelled, \(outcomes.failed) failed")
    print("left: \(remains.tasks) tasks, \(remains.credentials) credentials of the one space")
    print("descriptors: \(descriptorsBefore) before, \(descriptorsAfter) after")
    return remains.tasks == 0 && remains.credentials <= 1 && descriptorsAfter <= descriptorsBefore
  }

  private static func runSession(_ server: URL, count: Int, width: Int) async -> (Outcomes, Remains) {
    let credentials = URLCredentialStorage()
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0)
    configuration.urlCredentialStorage = credentials
    configuration.httpMaximumConnectionsPerHost = width
    let signIn = SignIn()
    let session = URLSession(configuration: configuration, delegate: signIn, delegateQueue: nil)
    let outcomes = await race(server, in: session, count: count, width: width)
    let tasks = await session.allTasks.count
    session.invalidateAndCancel()
    for await _ in signIn.ends {}
    return (outcomes, Remains(tasks: tasks, credentials: credentials.allCredentials.values.reduce(0) { $0 + $1.count }))
  }

  private static func race(_ server: URL, in session: URLSession, count: Int, width: Int) async -> Outcomes {
    await withTaskGroup(of: Outcomes.self) { group in
      for lane in 0..<width {
        group.addTask {
          var outcomes = Outcomes()
          for number in stride(from: lane, to: count, by: width) {
            switch await one(server, in: session, number: number) {
            case true?: outcomes.completed += 1
            case false?: outcomes.cancelled += 1
            case nil: outcomes.failed += 1
            }
          }
          return outcomes
        }
      }
      return await group.reduce(into: Outcomes()) { sum, part in
        sum.completed += part.completed
        sum.cancelled += part.cancelled
        sum.failed += part.failed
      }
    }
  }

  /// One request, cancelled after some turns of the scheduler or up to 5 ms, awaited and with a handler in turn: `true`
  /// where it was answered, `false` where it was cancelled, `nil` where it failed otherwise.
  private static func one(_ server: URL, in session: URLSession, number: Int) async -> Bool? {
    let url = server.appending(path: paths[Int.random(in: paths.indices)])
    return number.isMultiple(of: 2) ? await awaited(url, in: session) : await handled(url, in: session)
  }

  private static func awaited(_ url: URL, in session: URLSession) async -> Bool? {
    let load = Task { try await session.data(from: url) }
    await waitSome()
    load.cancel()
    return outcome(of: await load.result.map { _ in () })
  }

  private static func handled(_ url: URL, in session: URLSession) async -> Bool? {
    let result = await withUnsafeContinuation { (continuation: UnsafeContinuation<Result<Void, any Error>, Never>) in
      let task = session.dataTask(with: url) { _, _, error in
        continuation.resume(returning: error.map { .failure($0) } ?? .success(()))
      }
      task.resume()
      Task {
        await waitSome()
        task.cancel()
      }
    }
    return outcome(of: result)
  }

  /// Half of the time some hundred microseconds at most, while much is being set up; otherwise longer.
  private static func waitSome() async {
    if Bool.random() {
      for _ in 0..<Int.random(in: 0..<40) { await Task.yield() }
    } else {
      try? await Task.sleep(for: .microseconds(Int.random(in: 0...5000)))
    }
  }

  private static func outcome(of result: Result<Void, any Error>) -> Bool? {
    switch result {
    case .success: true
    case .failure(let error) where error is CancellationError || (error as? URLError)?.code == .cancelled: false
    case .failure: nil
    }
  }

  /// How many descriptors the process has, once they have stayed as many for a while.
  private static func descriptorCount() async -> Int {
    var (count, repetitions) = (0, 0)
    while repetitions < 20 {
      let current = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
      repetitions = current == count ? repetitions + 1 : 0
      count = current
      try? await Task.sleep(for: .milliseconds(10))
    }
    return count
  }
}
