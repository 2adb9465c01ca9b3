// SPDX-License-Identifier: Apache-2.0

/// Keeps a load going as long as somebody may read what it brings.
@usableFromInline
final class ByteReader: Sendable {
  private let channel: ByteChannel
  let task: URLSessionDataTask

  init(channel: ByteChannel, task: URLSessionDataTask) {
    self.channel = channel
    self.task = task
  }

  deinit { task.cancel() }

  /// The next content; a Swift task that is cancelled meanwhile cancels the load.
  func next(giving spare: ByteChunk?) async throws -> ByteChunk? {
    try await withTaskCancellationHandler {
      try await channel.next(giving: spare)
    } onCancel: {
      task.cancel()
    }
  }
}
