// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import CWoofWorker
internal import Glibc
internal import WoofSystem

/// One end of a socket to a worker.
struct WorkerChannel: Sendable {
  /// The outcome of a look for a message.
  enum Received: Sendable {
    case message(WorkerMessage)
    /// The other end is closed.
    case end
    /// Bytes that are not a message.
    case nonsense
    /// There is no message yet.
    case nothing
  }

  let descriptor: FileDescriptor

  /// Sends a message with descriptors. Returns `true` if it was sent.
  func send(_ bytes: [UInt8], with descriptors: [Int32] = []) -> Bool {
    woof_send_with_descriptors(descriptor.number, bytes, bytes.count, descriptors, Int32(descriptors.count))
      == bytes.count
  }

  /// Takes a message that is there. Descriptors that come with it are dropped by the system, since there is no room.
  func receive() -> Received {
    var bytes = [UInt8](repeating: 0, count: Int(WOOF_WORKER_MESSAGE_LIMIT))
    while true {
      let count = recv(descriptor.number, &bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_TRUNC))
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return .nothing }
      guard count > 0 else { return .end }
      guard count <= bytes.count else { return .nonsense }
      bytes.removeLast(bytes.count - count)
      return WorkerMessage(bytes).map { .message($0) } ?? .nonsense
    }
  }
}

/// A message of a worker. The sender may have been taken over by an attacker, so only the message's shape is checked.
enum WorkerMessage: Hashable, Sendable {
  /// The layers that stand, said before any foreign code runs.
  case confined(SandboxLayers)
  case ready(SandboxLayers)
  case failed(String)
  case log(job: UInt64, String)
  case denied(job: UInt64, String)
  case result(WorkerResult)
  case ended(WorkerEnd)

  /// Reads a message; `nil` for anything that is none.
  init?(_ bytes: [UInt8]) {
    var reader = WireReader(bytes[...])
    guard let header = reader.take(woof_worker_header.self), bytes.count <= Int(WOOF_WORKER_MESSAGE_LIMIT),
      Int(header.byte_count) == bytes.count
    else { return nil }
    switch woof_worker_kind(header.kind) {
    case WOOF_WORKER_CONFINED:
      guard let state = Self.whole(bytes, woof_worker_state.self) else { return nil }
      self = .confined(SandboxLayers(rawValue: state.layers))
    case WOOF_WORKER_READY:
      guard let state = Self.whole(bytes, woof_worker_state.self) else { return nil }
      self = .ready(SandboxLayers(rawValue: state.layers))
    case WOOF_WORKER_FAILED: self = .failed(Self.text(reader))
    case WOOF_WORKER_LOG: self = .log(job: header.job, Self.text(reader))
    case WOOF_WORKER_DENIED: self = .denied(job: header.job, Self.text(reader))
    case WOOF_WORKER_RESULT:
      guard let result = WorkerResult(bytes) else { return nil }
      self = .result(result)
    case WOOF_WORKER_ENDED:
      guard let ended = Self.whole(bytes, woof_worker_ended.self) else { return nil }
      self = .ended(WorkerEnd(ended))
    default: return nil
    }
  }

  private static func whole<Value: BitwiseCopyable>(_ bytes: [UInt8], _ type: Value.Type) -> Value? {
    var reader = WireReader(bytes[...])
    let value = reader.take(type)
    return reader.remaining == 0 ? value : nil
  }

  private static func text(_ reader: WireReader) -> String {
    var reader = reader
    return HarmlessText.make(of: reader.take(reader.remaining) ?? [], limit: Int(WOOF_WORKER_LOG_LIMIT))
  }
}
