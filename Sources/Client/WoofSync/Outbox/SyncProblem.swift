// SPDX-License-Identifier: Apache-2.0

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
