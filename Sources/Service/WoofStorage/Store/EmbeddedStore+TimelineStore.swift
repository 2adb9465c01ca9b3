// SPDX-License-Identifier: Apache-2.0

package import WoofCore

extension EmbeddedStore: TimelineStore {
  /// Returns the months of a timeline, the latest first; those without photos are left out.
  package func months(of view: TimelineView) async throws -> [TimelineMonth] {
    let clock = restorationClock
    return try await readers.read(cost: .timeline) { snapshot in try snapshot.months(of: view, by: clock) }
  }

  /// Returns the aspect ratio of each photo of a timeline, as its byte, in the order of the timeline.
  package func ratios(of view: TimelineView) async throws -> [UInt8] {
    let clock = restorationClock
    return try await readers.read(cost: .timeline) { snapshot in try snapshot.ratios(of: view, by: clock) }
  }

  /// Returns photos of a month, in the order of the timeline.
  package func part(_ query: TimelineQuery) async throws -> TimelinePart {
    let clock = restorationClock
    return try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.part(query, by: clock) }
  }

  private var restorationClock: RestorationClock { RestorationClock(time: time, steadyTime: steadyTime) }
}

extension ReadCost {
  /// A timeline, whatever there is on it: that of a hundred thousand photos takes as long as a page of a thousand.
  fileprivate static let timeline = ReadCost.page(1000)
}
