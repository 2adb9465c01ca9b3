// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP

extension EventHub {
  /// Ends the streams of those who may no longer have them. Next to nothing is done as long as no account changes.
  func reviewStandings() {
    let generation = feed.credentials.credentialGeneration
    let open = rotation.members.filter { $0.standing != nil && $0.reviewedGeneration != generation }
    guard !open.isEmpty, !isReviewing else { return }
    isReviewing = true
    let standings = Set(open.compactMap(\.standing))
    Task { [credentials = feed.credentials, loop] in
      var lost: Set<EventStanding> = []
      var held: Set<EventStanding> = []
      // Where the store cannot tell, it is asked again.
      for standing in standings {
        guard let holds = try? await standing.holds(in: credentials) else { continue }
        if holds { held.insert(standing) } else { lost.insert(standing) }
      }
      loop.execute { [held, lost] in self.endReview(of: generation, held: held, lost: lost) }
    }
  }

  private func endReview(of generation: UInt64, held: Set<EventStanding>, lost: Set<EventStanding>) {
    isReviewing = false
    for subscriber in rotation.members {
      guard let standing = subscriber.standing else { continue }
      if lost.contains(standing) { subscriber.outlet?.finish() }
      if held.contains(standing) { subscriber.reviewedGeneration = generation }
    }
  }
}
