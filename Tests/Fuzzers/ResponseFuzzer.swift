// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
import URLLoading

/// Loads from a server of this process that responds to every request with the input, but for the first byte, which
/// says how it is loaded. All must come to one end, and the next input is loaded by the same session.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzResponse(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  guard let kind = bytes.first, let client else { return 0 }
  client.load(kind, response: Array(bytes.dropFirst()))
  return 0
}

private let client = HostileServer().map(FuzzedClient.init)

/// A session that reaches nobody but a hostile server: it is the proxy for all URLs, so that no redirect leads to
/// anybody else.
private final class FuzzedClient: Sendable {
  private let server: HostileServer
  private let session: URLSession
  private let count = Mutex(0)

  init(_ server: HostileServer) {
    self.server = server
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 5
    configuration.connectionProxyDictionary = [
      "HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": server.port, "HTTPSEnable": 1, "HTTPSProxy": "127.0.0.1",
      "HTTPSPort": server.port,
    ]
    session = URLSession(configuration: configuration, delegate: FuzzDelegate(), delegateQueue: nil)
  }

  func load(_ kind: UInt8, response: [UInt8]) {
    server.respond(with: response)
    let number = count.withLock { count in
      count += 1
      return count
    }
    let scheme = kind & 7 == 5 ? "https" : "http"
    guard let url = URL(string: "\(scheme)://fuzz.test/\(number)") else { return }
    var request = URLRequest(url: url)
    load(kind, &request)
    // Once more, for what the cache makes of it.
    if kind & 8 != 0 { load(kind, &request) }
  }

  private func load(_ kind: UInt8, _ request: inout URLRequest) {
    let ends = Ends()
    switch kind & 7 {
    case 1: session.downloadTask(with: request) { _, _, _ in ends.note() }.resume()
    case 2:
      request.httpMethod = "POST"
      request.httpBody = Data("dog".utf8)
      session.dataTask(with: request) { _, _, _ in ends.note() }.resume()
    case 3: readLines(request, ends)
    case 4:
      request.httpMethod = "HEAD"
      session.dataTask(with: request) { _, _, _ in ends.note() }.resume()
    default: session.dataTask(with: request) { _, _, _ in ends.note() }.resume()
    }
    ends.wait()
  }

  private func readLines(_ request: URLRequest, _ ends: Ends) {
    Task {
      if let (bytes, _) = try? await session.bytes(for: request) {
        var lines = bytes.lines.makeAsyncIterator()
        while let line = try? await lines.next() { precondition(!line.contains("\n"), "a line has an end in it") }
      }
      ends.note()
    }
  }
}

/// The end of one load.
private final class Ends: Sendable {
  private let count = Atomic<Int>(0)
  private let semaphore = DispatchSemaphore(value: 0)

  func note() {
    precondition(count.add(1, ordering: .relaxed).newValue == 1, "a task ends twice")
    semaphore.signal()
  }

  func wait() { semaphore.wait() }
}

/// Signs in once, follows redirects, lets things be stored.
private final class FuzzDelegate: NSObject, URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard challenge.previousFailureCount == 0 else { return completionHandler(.performDefaultHandling, nil) }
    completionHandler(.useCredential, URLCredential(user: "ada", password: "1", persistence: .none))
  }
}

/// Responds to every connection with the same bytes, in up to four pieces, and ends it.
private final class HostileServer: Sendable {
  let port: Int
  private let bytes = Mutex<[UInt8]>([])

  init?() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    guard result else { return nil }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection >= 0 { serve(connection) }
      }
    }
  }

  func respond(with response: [UInt8]) { bytes.withLock { $0 = response } }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    repeat {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += buffer[..<count]
    } while !request.suffix(8).contains(13) && request.count < 65_536
    let response = bytes.withLock { $0 }
    let piece = max(1, (response.count + 3) / (1 + Int(response.last ?? 0) % 4))
    for start in stride(from: 0, to: response.count, by: piece) {
      let end = min(response.count, start + piece)
      let sent = response[start..<end].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent == end - start else { return }
    }
    shutdown(connection, Int32(SHUT_WR))
    // What the client still sends would turn the end into a reset.
    _ = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
  }
}
