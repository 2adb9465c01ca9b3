// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Glibc
import Synchronization
import WoofS3

@testable import TestKit

/// An object store in memory that fails as a test says, on a free port of loopback. It goes with this object.
///
/// It knows one bucket, see ``BucketInMemory``. It refuses requests that are signed by a
/// clock a quarter of an hour off its own, and checks no signatures: the real engine does.
final class FaultyObjectStore: Sendable {
  /// A request that has come.
  struct Request: Sendable {
    var method: String
    var path: String
    var query: String
    /// The fields by their names in lower case.
    var fields: [String: String]
    var content: [UInt8]
  }

  /// A way to fail.
  enum Fault: Sendable {
    /// Refuses with a status and these bytes as content.
    case refuse(Int, content: String = "", fields: [String: String] = [:])
    /// Ends the connection before a response.
    case hangUp
    /// Ends the connection after so many bytes of the content.
    case cut(after: Int)
    /// Sends other bytes than were put, as many.
    case damage
    /// Does nothing until the gate is open.
    case stall(Gate)
    /// Does what it is asked, and ends the connection instead of saying so.
    case loseAnswer
  }

  private struct State {
    var bucket = BucketInMemory(name: "faulty")
    var faults: [(method: String, fault: Fault)] = []
    var requests: [Request] = []
    var sentCount = 0
    var longestDelay: UInt32 = 0
  }

  /// Its port.
  let port: Int
  private let listener: Int32
  private let clockOffset: Int64
  private let state = Mutex(State())

  /// Begins to listen.
  ///
  /// - Parameter clockOffset: The seconds by which its clock is ahead of the right time.
  init(clockOffset: Int64 = 0) throws {
    let port = try FreePort()
    (listener, self.port, self.clockOffset) = (port.descriptor, port.number, clockOffset)
    guard listen(port.descriptor, 64) == 0 else { throw TestFailure("no socket: \(errno)") }
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while case let connection = woof_accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue)), connection >= 0 {
        Thread.detachNewThread { [weak self] in
          while let request = Self.read(connection), let goesOn = self?.serve(request, connection), goesOn {}
          close(connection)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A client of its bucket.
  func client(
    clock: any S3Clock = TestS3Clock(), _ change: (inout S3Configuration) -> Void = { _ in }
  ) throws -> S3Client {
    var configuration = try S3Configuration(
      endpoint: S3Endpoint("http://127.0.0.1:\(port)"), bucket: S3BucketName("faulty"))
    change(&configuration)
    return S3Client(
      configuration, credentials: try S3Credentials(accessKey: "AKIDTEST", secret: "verysecret"), clock: clock)
  }

  /// Fails the next requests of a method, one for each fault.
  func fail(_ method: String, _ faults: Fault...) {
    state.withLock { $0.faults += faults.map { (method, $0) } }
  }

  /// Takes up to so many microseconds for each request from now on, before it is done and again after it.
  func slowDown(upToMicroseconds longest: UInt32) { state.withLock { $0.longestDelay = longest } }

  /// The bytes of responses that the system has taken so far.
  var sentCount: Int { state.withLock { $0.sentCount } }

  /// The requests so far.
  var requests: [Request] { state.withLock { $0.requests } }

  /// The bytes of an object.
  func object(_ key: String) -> [UInt8]? { state.withLock { $0.bucket.objects[key] } }

  /// The number of uploads in parts that have been begun and neither completed nor given up.
  var uploadCount: Int { state.withLock { $0.bucket.uploads.count } }

  /// The keys of all objects, in their order.
  var keys: [String] { state.withLock { $0.bucket.objects.keys.sorted() } }

  /// Puts an object, so many seconds ago.
  func put(_ bytes: [UInt8], as key: String, ago age: Int64 = 0) {
    let time = now - age
    state.withLock { state in
      state.bucket.objects[key] = bytes
      state.bucket.modified[key] = time
    }
  }

  /// Deletes an object.
  func delete(_ key: String) { state.withLock { $0.bucket.objects[key] = nil } }
}

extension FaultyObjectStore {
  /// Responds to a request; `false` where the connection ends.
  private func serve(_ request: Request, _ connection: Int32) -> Bool {
    let fault = state.withLock { state -> Fault? in
      state.requests.append(request)
      guard let index = state.faults.firstIndex(where: { $0.method == request.method }) else { return nil }
      return state.faults.remove(at: index).fault
    }
    switch fault {
    case .refuse(let status, let content, let fields)?:
      return send(status, Array(content.utf8), fields, for: request, to: connection)
    case .hangUp?: return false
    case .stall(let gate)?: try? gate.waitBlocking()
    case .loseAnswer?:
      _ = outcome(of: request)
      return false
    case .cut, .damage, nil: break
    }
    let outcome = outcome(of: request)
    var (content, fields) = (outcome.content, outcome.fields)
    if case .damage? = fault, let last = content.popLast() { content.append(~last) }
    if case .cut(let count)? = fault {
      fields["Content-Length"] = String(content.count)
      _ = send(outcome.status, Array(content.prefix(count)), fields, for: request, to: connection)
      return false
    }
    return send(outcome.status, content, fields, for: request, to: connection)
  }

  private func outcome(of request: Request) -> BucketInMemory.Outcome {
    if isSkewed(request) { return .refusal(403, "RequestTimeTooSkewed") }
    delay()
    defer { delay() }
    return state.withLock { $0.bucket.outcome(of: request) }
  }

  private func delay() {
    let longest = state.withLock(\.longestDelay)
    if longest > 0 { usleep(.random(in: 0...longest)) }
  }

  private func isSkewed(_ request: Request) -> Bool {
    let stamp = request.fields["x-amz-date"] ?? ""
    let window = stride(from: now - 900, through: now + 900, by: 1)
    return !window.contains { SigV4Time(secondsSince1970: $0).stamp == stamp }
  }

  private var now: Int64 { SystemS3Clock().secondsSince1970 + clockOffset }

  private func send(
    _ status: Int, _ content: [UInt8], _ fields: [String: String], for request: Request, to connection: Int32
  ) -> Bool {
    var fields = fields
    fields["Content-Length"] = fields["Content-Length"] ?? String(content.count)
    fields["Date"] = fields["Date"] ?? Self.date(now)
    let lines = fields.map { "\($0): \($1)\r\n" }.joined()
    let head = Array("HTTP/1.1 \(status) Faulty\r\n\(lines)\r\n".utf8)
    var rest = (request.method == "HEAD" ? head : head + content)[...]
    while !rest.isEmpty {
      let count = rest.prefix(1 << 20).withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      state.withLock { $0.sentCount += count }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func date(_ seconds: Int64) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }

  private static func read(_ connection: Int32) -> Request? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].lowercased(), String(parts[1].drop { $0 == " " })) : nil
    }
    let parts = words[1].split(separator: "?", maxSplits: 1).map(String.init)
    var request = Request(
      method: words[0], path: parts[0], query: parts.count == 2 ? parts[1] : "",
      fields: Dictionary(fields) { first, _ in first }, content: [])
    let length = Int(request.fields["content-length"] ?? "") ?? 0
    request.content.reserveCapacity(length)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while request.content.count < length {
      let count = recv(connection, &buffer, min(buffer.count, length - request.content.count), 0)
      guard count > 0 else { return nil }
      request.content += buffer[..<count]
    }
    return request
  }
}
