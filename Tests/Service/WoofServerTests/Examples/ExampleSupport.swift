// SPDX-License-Identifier: Apache-2.0

import Combine
import DogsExamples
import Foundation
import Synchronization
import URLLoading

@testable import TestKit

extension TestService {
  /// Where the service is.
  var url: URL { get throws { try URL(string: "http://127.0.0.1:\(port)").orThrow("no URL") } }

  /// Where a photo is described.
  func url(ofPhoto id: String) throws -> URL { try url.appending(path: "v1/photos/\(id)") }

  /// An address where nobody answers.
  static var deadURL: URL { get throws { try URL(string: "http://127.0.0.1:1/v1/photos").orThrow("no URL") } }
}

extension Optional {
  /// The value, which the test cannot do without.
  func orThrow(_ reason: String) throws -> Wrapped {
    guard let self else { throw TestFailure(reason) }
    return self
  }
}

extension Publisher where Output: Sendable {
  /// What comes first.
  func first() async throws -> Output {
    for try await value in values { return value }
    throw TestFailure("nothing was published")
  }
}

/// Counts the tasks that a session has made.
final class TaskCounter: NSObject, URLSessionTaskDelegate {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) { count.withLock { $0 += 1 } }
}

/// Signs in as a test says, and counts how often it was asked.
final class ScriptedSignIn: SignInController {
  private let reply: (@Sendable () throws -> (name: String, password: String))
  private let count = Mutex(0)

  var promptCount: Int { count.withLock { $0 } }

  init(_ reply: @escaping @Sendable () throws -> (name: String, password: String)) { self.reply = reply }

  func promptForCredential() async throws -> (name: String, password: String) {
    count.withLock { $0 += 1 }
    return try reply()
  }
}
