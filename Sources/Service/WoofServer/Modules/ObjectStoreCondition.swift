// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofS3

/// Tells whether the object store responds. Where it does not, what is in the cache is served all the same, so that the node
/// goes on, and says what it refuses.
final class ObjectStoreCondition: StoreCondition {
  /// The time between two looks at the bucket.
  private static let interval = Duration.seconds(3)
  /// The silence from which on the store counts as gone.
  private static let longestSilence = Duration.seconds(10)

  private let time: any TimeSource
  private let lastContact: Atomic<Int64>

  init(time: any TimeSource) {
    self.time = time
    lastContact = Atomic(time.monotonicNanoseconds())
  }

  var obstacle: String? { nil }

  var impairment: String? {
    let silence = Duration.nanoseconds(time.monotonicNanoseconds() - lastContact.load(ordering: .relaxed))
    guard silence > Self.longestSilence else { return nil }
    return
      "The object store has not responded for \(silence.components.seconds) seconds; uploads are refused, and what "
      + "is not in the cache."
  }

  /// Looks at the bucket again and again, until the task is cancelled.
  func watch(_ client: S3Client) async {
    while !Task.isCancelled {
      if (try? await client.headBucket()) != nil {
        lastContact.store(time.monotonicNanoseconds(), ordering: .relaxed)
      }
      try? await Task.sleep(for: Self.interval)
    }
  }
}
