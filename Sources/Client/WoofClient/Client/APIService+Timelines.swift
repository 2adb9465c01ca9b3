// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// The months of a timeline, the latest first, each with the number of its photos.
  ///
  /// With ``timelineRatios(of:)``, a wall of a hundred thousand photos has its final height before any of them is read; what
  /// comes in sight is read by ``timelinePart(of:_:offset:limit:)``.
  ///
  /// - Parameter view: The photos; by default all that whoever asks may see.
  /// - Throws: ``WoofError``, as with `authenticationRequired` for the account's own views or `notFound` for an album;
  ///   `CancellationError` when the task is cancelled.
  public func timeline(of view: TimelineView = .all) async throws -> Timeline {
    try await response(to: TimelineRequest(view: view))
  }

  /// The aspect ratio of each photo of a timeline, in its order; a byte for each is sent.
  ///
  /// - Parameter view: The photos; by default all that whoever asks may see.
  /// - Throws: As ``timeline(of:)``.
  public func timelineRatios(of view: TimelineView = .all) async throws -> [AspectRatio] {
    try await response(to: TimelineRatiosRequest(view: view))
  }

  /// Photos of a month, in the order of the timeline: their ids, aspect ratios and colours.
  ///
  /// - Parameters:
  ///   - view: The photos; by default all that whoever asks may see.
  ///   - month: The month, in UTC.
  ///   - offset: The place within the month at which the part begins; 0, the default, is the latest photo. Behind the end there
  ///     are no photos.
  ///   - limit: The largest number of photos, from 1 to 5,000; 500 by default.
  /// - Throws: As ``timeline(of:)``.
  public func timelinePart(
    of view: TimelineView = .all, _ month: CivilMonth, offset: Int = 0, limit: Int? = nil
  ) async throws -> TimelinePart {
    try await response(to: TimelinePartRequest(view: view, month: month, offset: offset, limit: limit))
  }
}
