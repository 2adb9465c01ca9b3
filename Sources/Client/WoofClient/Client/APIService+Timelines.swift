// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// The months of a timeline, the latest first, each with the number of its photos.
  ///
  /// With ``timelineRatios(of:matching:)``, a wall of a hundred thousand photos has its final height before any of them is read; what
  /// comes in sight is read by ``timelinePart(of:matching:_:offset:limit:)``.
  ///
  /// - Parameters:
  ///   - view: The photos; by default all that whoever asks may see.
  ///   - text: The words that the photos have, as those that ``searchPhotos(_:owner:pageSize:)`` finds, for the views `all` and
  ///     `mine`; all photos of the view by default.
  /// - Throws: ``WoofError``, as with `authenticationRequired` for the account's own views or `notFound` for an album;
  ///   `CancellationError` when the task is cancelled.
  public func timeline(of view: TimelineView = .all, matching text: String? = nil) async throws -> Timeline {
    try await response(to: TimelineRequest(view: view, text: text))
  }

  /// The aspect ratio of each photo of a timeline, in its order; a byte for each is sent.
  ///
  /// - Parameters:
  ///   - view: The photos; by default all that whoever asks may see.
  ///   - text: The words that the photos have, as with ``timeline(of:matching:)``; all photos of the view by default.
  /// - Throws: As ``timeline(of:matching:)``.
  public func timelineRatios(
    of view: TimelineView = .all, matching text: String? = nil
  ) async throws -> [AspectRatio] {
    try await response(to: TimelineRatiosRequest(view: view, text: text))
  }

  /// Photos of a month, in the order of the timeline: their ids, aspect ratios and colours.
  ///
  /// - Parameters:
  ///   - view: The photos; by default all that whoever asks may see.
  ///   - text: The words that the photos have, as with ``timeline(of:matching:)``; all photos of the view by default.
  ///   - month: The month, in UTC.
  ///   - offset: The place within the month at which the part begins; 0, the default, is the latest photo. Behind the end there
  ///     are no photos.
  ///   - limit: The largest number of photos, from 1 to 5,000; 500 by default.
  /// - Throws: As ``timeline(of:matching:)``.
  public func timelinePart(
    of view: TimelineView = .all, matching text: String? = nil, _ month: CivilMonth, offset: Int = 0,
    limit: Int? = nil
  ) async throws -> TimelinePart {
    try await response(
      to: TimelinePartRequest(view: view, text: text, month: month, offset: offset, limit: limit))
  }
}
