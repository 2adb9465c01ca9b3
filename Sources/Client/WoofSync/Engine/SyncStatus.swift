// SPDX-License-Identifier: Apache-2.0

/// The state of a replica on its way to be in step with its service.
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

extension SyncStatus {
  /// The status that the engine reports, of which the moment is by the device's clock.
  init(_ report: SyncEngine.Report, in environment: ReplicaEnvironment) {
    switch report {
    case .stopped: self = .stopped
    case .idle: self = .idle
    case .offline: self = .offline
    case .pulling(let count, let expected): self = .pulling(count: count, of: expected)
    case .sending(let count): self = .sending(count: count)
    case .waiting(let until, let problem):
      let rest = max(.zero, until - environment.now())
      let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000
      let moment = Timestamp(milliseconds: environment.wallTime().milliseconds + milliseconds)
      self = .waiting(until: moment, because: problem)
    case .signedOut(let problem): self = .signedOut(problem)
    case .failed(let problem): self = .failed(problem)
    }
  }
}

/// The result of a comparison of a replica with its service.
public enum ReplicaComparison: String, Hashable, Sendable, Codable {
  /// The replica has what the account sees, and nothing else.
  case same
  /// It has something else; the next sync compares every photo.
  case different
  /// The service does not tell, as before 0.3.
  case unknown
}
