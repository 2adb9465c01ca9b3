// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// A span of a timeline.
struct TimelineSpan {
  /// The first moment.
  var first: Timestamp
  /// The place before which all photos of the span stand, by their moment and id: the span ends behind it.
  let end: (rank: Int64, id: PhotoID)

  /// The moments, of which those at a place and later ones are left out where there is such a place.
  init(_ moments: ClosedRange<Timestamp>, behind place: PhotoQuery.Cursor? = nil) {
    first = moments.lowerBound
    let next = moments.upperBound.milliseconds.addingReportingOverflow(1)
    let none = PhotoID(high: 0, low: 0)
    let end = next.overflow ? (.max, PhotoID(high: .max, low: .max)) : (next.partialValue, none)
    self.end = place.map { ($0.rank, $0.id) < end ? ($0.rank, $0.id) : end } ?? end
  }
}
