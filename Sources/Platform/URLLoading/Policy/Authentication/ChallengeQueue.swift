// SPDX-License-Identifier: Apache-2.0

/// Lets one task ask for a credential where several are challenged in one protection space at a time: the others wait
/// for what comes of it.
///
/// A value: whoever keeps it does the asking and the resuming.
struct ChallengeQueue<Task: Hashable & Sendable> {
  /// The next step of a challenged task.
  enum Turn: Hashable, Sendable {
    /// Asks its delegate, and tells ``ChallengeQueue/resolved(by:isShared:)`` or ``ChallengeQueue/left(by:)`` of it.
    case ask
    /// Waits until its name comes up in a ``Resumption``.
    case wait
  }

  /// The tasks that are resumed after one has asked or left.
  struct Resumption: Hashable, Sendable {
    /// These go on with what the session remembers now, in the order in which they came.
    var goOn: [Task] = []
    /// This one asks in turn.
    var asks: Task?
  }

  private struct Line {
    var asking: Task
    var waiting: [Task] = []
  }

  private var lines: [ProtectionSpaceIdentity: Line] = [:]
  private var spaces: [Task: ProtectionSpaceIdentity] = [:]

  init() {}

  /// `true` if no task asks or waits.
  var isEmpty: Bool { lines.isEmpty }

  /// A task was challenged. One that is still in a line leaves it first, and is not resumed by that.
  mutating func begin(_ task: Task, in space: ProtectionSpaceIdentity) -> (turn: Turn, resumption: Resumption) {
    let resumption = left(by: task)
    spaces[task] = space
    guard lines[space] != nil else {
      lines[space] = Line(asking: task)
      return (.ask, resumption)
    }
    lines[space]?.waiting.append(task)
    return (.wait, resumption)
  }

  /// The task that asked has a reply.
  ///
  /// - Parameter isShared: `true` if the reply is a credential that the session remembers, so that all who wait go on
  ///   with it. Any other reply is for the one that asked, and the next one asks.
  mutating func resolved(by task: Task, isShared: Bool) -> Resumption {
    guard isShared, let space = spaces[task], let line = lines[space], line.asking == task else {
      return left(by: task)
    }
    lines[space] = nil
    spaces[task] = nil
    for waiting in line.waiting { spaces[waiting] = nil }
    return Resumption(goOn: line.waiting)
  }

  /// The task ended, or no longer cares for a reply. If it was the one that asked, the next one asks.
  mutating func left(by task: Task) -> Resumption {
    guard let space = spaces.removeValue(forKey: task), var line = lines.removeValue(forKey: space) else {
      return Resumption()
    }
    guard line.asking == task else {
      line.waiting.removeAll { $0 == task }
      lines[space] = line
      return Resumption()
    }
    guard !line.waiting.isEmpty else { return Resumption() }
    line.asking = line.waiting.removeFirst()
    lines[space] = line
    return Resumption(asks: line.asking)
  }
}
