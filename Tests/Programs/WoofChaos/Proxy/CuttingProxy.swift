// SPDX-License-Identifier: Apache-2.0

import TestKit
import Foundation
import Synchronization

/// Stands between clients and a service, and cuts connections: each direction of each connection after a number of bytes
/// that chance gives it, by a reset or by an end that looks orderly.
final class CuttingProxy: Sendable {
  /// What the proxy has done.
  struct Counts: Sendable {
    var connections = 0
    var cuts = 0
    var bytesUp: Int64 = 0
    var bytesDown: Int64 = 0
  }

  private struct State {
    var random: SeededGenerator
    var counts = Counts()
    var isCutting = true
  }

  let port: UInt16
  private let target: UInt16
  private let meanCut: Double
  private let state: Mutex<State>

  /// Begins to listen, and does so as long as the process lives.
  init(before target: UInt16, meanCut: Int, seed: UInt64) throws {
    guard let (listener, port) = LoopbackPort.listen() else {
      throw KilledService.Failure(description: "there is no port for the proxy")
    }
    self.port = port
    self.target = target
    self.meanCut = Double(meanCut)
    state = Mutex(State(random: SeededGenerator(seed: seed)))
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        if client >= 0 { serve(client) }
      }
    }
  }

  /// What has been done so far.
  var counts: Counts { state.withLock { $0.counts } }

  /// Cuts no more.
  func relent() { state.withLock { $0.isCutting = false } }

  private func serve(_ client: Int32) {
    guard let service = LoopbackPort.connect(to: target) else {
      Wire.reset(client)
      close(client)
      return
    }
    let (up, down) = state.withLock { state in
      state.counts.connections += 1
      return (
        Int64(state.random.exponential(mean: meanCut)), Int64(state.random.exponential(mean: meanCut))
      )
    }
    let wire = Wire(client: client, service: service)
    Thread.detachNewThread { self.pump(wire, from: client, to: service, budget: up, isUp: true) }
    Thread.detachNewThread { self.pump(wire, from: service, to: client, budget: down, isUp: false) }
  }

  private func pump(_ wire: Wire, from source: Int32, to target: Int32, budget: Int64, isUp: Bool) {
    var rest = budget
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      let isCutting = state.withLock { $0.isCutting }
      let allowed = isCutting ? Int(min(Int64(count), rest)) : count
      guard Wire.send(buffer[..<allowed], to: target) else { break }
      rest -= Int64(allowed)
      state.withLock { state in
        if isUp { state.counts.bytesUp += Int64(allowed) } else { state.counts.bytesDown += Int64(allowed) }
      }
      guard allowed == count else {
        let isReset = state.withLock { state in
          state.counts.cuts += 1
          return state.random.next() % 2 == 0
        }
        if isReset { wire.reset() }
        break
      }
    }
    wire.end()
  }
}

/// The two sockets of a connection through the proxy, closed when both directions have ended.
final class Wire: Sendable {
  private let client: Int32
  private let service: Int32

  init(client: Int32, service: Int32) {
    self.client = client
    self.service = service
  }

  deinit {
    close(client)
    close(service)
  }

  /// Ends both directions.
  func end() {
    shutdown(client, Int32(SHUT_RDWR))
    shutdown(service, Int32(SHUT_RDWR))
  }

  /// Has both sides see a reset instead of an end.
  func reset() {
    Self.reset(client)
    Self.reset(service)
  }

  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Sends all bytes; `false` where the other side is gone.
  static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Foundation.send(
          descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }
}
