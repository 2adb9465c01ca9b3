// SPDX-License-Identifier: Apache-2.0

/// The loads of a session that are challenged: of those in one protection space, one asks at a time.
///
/// Confined to the loop's thread.
final class ChallengeLine: @unchecked Sendable {  // confined to the loop's thread
  private var queue = ChallengeQueue<ObjectIdentifier>()
  private var resumptions: [ObjectIdentifier: (load: Load, resume: @Sendable (Load) -> Void)] = [:]

  /// Calls `resume` when it is the load's turn: at once, or after others have a reply.
  func begin(_ load: Load, in space: ProtectionSpaceIdentity, resume: @escaping @Sendable (Load) -> Void) {
    let identifier = ObjectIdentifier(load)
    let (turn, resumption) = queue.begin(identifier, in: space)
    resumptions[identifier] = (load, resume)
    carryOut(resumption)
    if turn == .ask { take(identifier) }
  }

  /// The load that asked has a credential.
  func resolved(by load: Load, isShared: Bool) {
    carryOut(queue.resolved(by: ObjectIdentifier(load), isShared: isShared))
  }

  /// The load does not wait or ask any more.
  func leave(_ load: Load) {
    guard !queue.isEmpty else { return }
    resumptions[ObjectIdentifier(load)] = nil
    carryOut(queue.left(by: ObjectIdentifier(load)))
  }

  private func carryOut(_ resumption: ChallengeQueue<ObjectIdentifier>.Resumption) {
    for identifier in resumption.goOn { take(identifier) }
    if let identifier = resumption.asks { take(identifier) }
  }

  private func take(_ identifier: ObjectIdentifier) {
    guard let (load, resume) = resumptions.removeValue(forKey: identifier) else { return }
    resume(load)
  }
}
