// SPDX-License-Identifier: Apache-2.0

/// A publisher that allows for recording a series of inputs and a completion, for later playback to each subscriber.
public struct Record<Output, Failure: Error>: Publisher {
  /// The recorded output and completion.
  public let recording: Recording

  /// Makes a publisher of what `record` records.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Makes a publisher of an existing recording.
  public init(recording: Recording) {
    self.recording = recording
  }

  /// Makes a publisher of the specified output and completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  /// Plays the recording back from its start.
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    SequenceSubscription.subscribe(subscriber, to: recording.output, then: recording.completion)
  }
}

extension Record: Encodable where Output: Encodable, Failure: Encodable {}

extension Record: Decodable where Output: Decodable, Failure: Decodable {}
