internal import CLinux
internal import CWoofWorker
internal import Glibc

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
