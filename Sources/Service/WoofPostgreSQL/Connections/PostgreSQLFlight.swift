// SPDX-License-Identifier: Apache-2.0

/// A batch that has been sent, and what has been answered so far: a value that is shown each answer and says, at the end, what
/// became of the batch.
struct PostgreSQLFlight {
  /// A message of the wire protocol that is answered by itself.
  enum Step: Hashable, Sendable {
    /// A statement is given a name.
    case prepare(String)
    /// A statement of the frame is run.
    case run(Int)
  }

  /// An answer of the server.
  enum Answer<Rows> {
    /// A step is done.
    case done(Rows)
    /// A step failed, by the server's code.
    case failed(sqlState: String, message: String, constraint: String?)
    /// A step was passed over, as one before it failed.
    case skipped
  }

  let frame: PostgreSQLFrame
  let effect: PostgreSQLBatch.Effect
  private let steps: [Step]
  private var next = 0
  private(set) var rows: [PostgreSQLRows] = []
  private(set) var error: PostgreSQLError?

  init(_ frame: PostgreSQLFrame, _ effect: PostgreSQLBatch.Effect, steps: [Step]) {
    self.frame = frame
    self.effect = effect
    self.steps = steps
    rows.reserveCapacity(frame.statements.count)
  }

  /// Takes the next answer.
  ///
  /// - Returns: The step that it is of; `nil` where there is none left, as for an error of the sync itself.
  mutating func take(_ answer: Answer<PostgreSQLRows>) -> Step? {
    let step = next < steps.count ? steps[next] : nil
    next += 1
    switch answer {
    case .done(let rows):
      if case .run(let index)? = step, frame.position(of: index) != nil { self.rows.append(rows) }
    case .skipped: break
    case .failed(let sqlState, let message, let constraint):
      guard error == nil else { break }
      error = failure(sqlState, message, constraint, at: step)
    }
    return step
  }

  private func failure(
    _ sqlState: String, _ message: String, _ constraint: String?, at step: Step?
  ) -> PostgreSQLError {
    var place: Int?
    if case .run(let index)? = step { place = frame.position(of: index) }
    let error = PostgreSQLError(sqlState: sqlState, message: message, statement: place, constraint: constraint)
    // The sync commits: a server that is shut down meanwhile has perhaps done so.
    guard effect == .writes, step == nil, sqlState.hasPrefix("57P") || sqlState.hasPrefix("08") else { return error }
    return PostgreSQLError(.outcomeUnknown, message, sqlState: sqlState)
  }

  /// The outcome, when the server has answered everything.
  var outcome: PostgreSQLCall.Outcome {
    if let error { return .failure(error) }
    guard rows.count == frame.statements.count - frame.start else {
      return .failure(PostgreSQLError(.unsupportedServer, "the server answered fewer statements than were sent"))
    }
    return .success(rows)
  }

  /// The outcome, where the connection was lost before the server had answered everything.
  var outcomeOfLoss: PostgreSQLCall.Outcome {
    // What failed has changed nothing.
    if let error { return .failure(error) }
    return .failure(
      effect == .writes
        ? .outcomeUnknown : PostgreSQLError(.connectionLost, "the connection was lost before there was an answer"))
  }
}
