// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// One load, by a delegate who accepts every server: what is left of it when the process ends is what counts.
enum OneLoad {
  private final class Acceptance: NSObject, URLSessionDelegate {
    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      (.useCredential, challenge.protectionSpace.serverTrust.map { URLCredential(trust: $0) })
    }
  }

  /// - Throws: `URLError` where the load fails.
  static func run(_ url: URL) async throws {
    let session = URLSession(configuration: .ephemeral, delegate: Acceptance(), delegateQueue: nil)
    _ = try await session.data(from: url)
  }
}
