// SPDX-License-Identifier: Apache-2.0

/// What a replica is doing to be in step with its service.
public enum SyncStatus: Hashable, Sendable {
  /// Nothing: sync has not been started, or has been stopped.
  case stopped
  /// Everything is in step as far as the replica knows, and live changes come in where sync goes on.
  case idle
  /// Changes are being read: so many so far, of about so many where that is known.
  case pulling(count: Int, of: Int?)
  /// Edits are being sent; so many wait or are on their way.
  case sending(count: Int)
  /// The service cannot be used before a moment, by the device's clock.
  case waiting(until: Timestamp, because: SyncProblem)
  /// The app said that there is no network.
  case offline
  /// Nothing is read or sent before somebody has signed in, as the account that the replica belongs to.
  case signedOut(SyncProblem)
  /// The replica's file cannot be written; what was acknowledged is safe, and nothing new is taken.
  case failed(SyncProblem)
}

/// An obstacle, with what can be done about it: for an edit, the reason for which it is not sent any more until the app
/// retries it, changes it, or discards it.
public struct SyncProblem: Hashable, Sendable {
  /// The name of the problem, as in the wire contract (`forbidden`, `payload-too-large`, …) or one of the client's or the
  /// replica's own (`staged-file-lost`, `edit-gave-up`, …).
  public var name: String
  /// A message for people that says what to do.
  public var message: String

  /// Makes a problem.
  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// Makes the problem that an error is.
  public init(_ error: WoofError) { self.init(name: error.code.name, message: error.message) }
}
