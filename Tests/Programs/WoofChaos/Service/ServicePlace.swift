// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// A place where clients find a service: its own, or that of a proxy before it.
struct ServicePlace: Sendable {
  let port: UInt16
  /// The certificate of the service, as a file, where connections are encrypted; `nil` where they are not.
  let authority: URL?

  /// The address of the service.
  ///
  /// - Throws: ``KilledService/Failure`` where the port cannot be part of one.
  var url: URL {
    get throws {
      guard let url = URL(string: "\(authority == nil ? "http" : "https")://127.0.0.1:\(port)") else {
        throw KilledService.Failure(description: "the service has no address")
      }
      return url
    }
  }

  /// The configuration of a session that trusts the service and uses no proxy of the environment.
  var sessionConfiguration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    configuration.certificateAuthorityFile = authority
    return configuration
  }

  /// Makes sure that clients speak HTTP/2 with a service that encrypts, and HTTP/1.1 with any other.
  ///
  /// - Throws: ``KilledService/Failure`` where they do not, and `URLError` where the service does not respond.
  func checkProtocol() async throws {
    let seen = ProtocolSeen()
    let session = URLSession(configuration: sessionConfiguration, delegate: seen, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    _ = try await session.data(from: try url.appendingPathComponent("healthz"))
    guard seen.name == (authority == nil ? "http/1.1" : "h2") else {
      throw KilledService.Failure(description: "clients speak \(seen.name ?? "no protocol") with the service")
    }
  }
}

/// Hears in which protocol a session speaks.
private final class ProtocolSeen: NSObject, URLSessionTaskDelegate {
  private let seen = Mutex<String?>(nil)

  var name: String? { seen.withLock { $0 } }

  func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
    seen.withLock { $0 = metrics.transactionMetrics.last?.networkProtocolName }
  }
}
