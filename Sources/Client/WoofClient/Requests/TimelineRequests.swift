// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The photos of a timeline.
public enum TimelineView: Hashable, Sendable {
  /// The public photos of all, and all of the account's own.
  case all
  /// All photos of the account.
  case mine
  /// The photos that the account likes.
  case favourites
  /// The photos of an album.
  case album(AlbumID)
  /// The photos that the account has deleted and can restore.
  case trash

  fileprivate var item: URLQueryItem {
    let text =
      switch self {
      case .all: "all"
      case .mine: "mine"
      case .favourites: "favourites"
      case .album(let id): "album:\(id)"
      case .trash: "trash"
      }
    return URLQueryItem(name: "view", value: text)
  }
}

/// `GET /v1/timeline`: the months of a timeline.
public struct TimelineRequest: APIRequest, Hashable {
  /// Reads the months.
  public typealias Response = Timeline
  /// The photos.
  public var view: TimelineView
  /// The words that the photos have, for the views of all and of the account's own; `nil`, the default, for all of the view.
  public var text: String?

  /// Makes the request.
  public init(view: TimelineView = .all, text: String? = nil) {
    self.view = view
    self.text = text
  }

  /// `/v1/timeline`.
  public var path: String { "/v1/timeline" }
  /// The view and the words.
  public var query: [URLQueryItem] { [view.item] + .given("q", text) }
}

/// `GET /v1/timeline/ratios`: the aspect ratio of each photo of a timeline.
public struct TimelineRatiosRequest: APIRequest, Hashable {
  /// The aspect ratios, in the order of the timeline.
  public typealias Response = [AspectRatio]
  /// The photos.
  public var view: TimelineView
  /// The words that the photos have, for the views of all and of the account's own; `nil`, the default, for all of the view.
  public var text: String?

  /// Makes the request.
  public init(view: TimelineView = .all, text: String? = nil) {
    self.view = view
    self.text = text
  }

  /// `/v1/timeline/ratios`.
  public var path: String { "/v1/timeline/ratios" }
  /// The view and the words.
  public var query: [URLQueryItem] { [view.item] + .given("q", text) }

  /// Takes a ratio from each byte.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where the response is announced as something
  ///   else than bytes.
  public func response(from response: APIResponse) throws -> [AspectRatio] {
    guard response.mediaType == "application/octet-stream" else {
      throw WoofError.notWoof(response.url, mediaType: response.mediaType)
    }
    return response.data.map { AspectRatio(byte: $0) }
  }
}

/// `GET /v1/timeline/{month}`: photos of a month, as much of them as a wall shows at first.
public struct TimelinePartRequest: APIRequest, Hashable {
  /// Reads the part.
  public typealias Response = TimelinePart
  /// The photos.
  public var view: TimelineView
  /// The words that the photos have, for the views of all and of the account's own; `nil`, the default, for all of the view.
  public var text: String?
  /// The month, in UTC.
  public var month: CivilMonth
  /// The place within the month at which the part begins; 0, the default, is the latest photo.
  public var offset: Int
  /// The largest number of photos of the part, from 1 to 5,000; `nil` for the service's default, 500.
  public var limit: Int?

  /// Makes the request.
  public init(
    view: TimelineView = .all, text: String? = nil, month: CivilMonth, offset: Int = 0, limit: Int? = nil
  ) {
    self.view = view
    self.text = text
    self.month = month
    self.offset = offset
    self.limit = limit
  }

  /// `/v1/timeline/` and the month.
  public var path: String { "/v1/timeline/\(month)" }
  /// The view, the words and the place.
  public var query: [URLQueryItem] {
    [view.item, URLQueryItem(name: "offset", value: String(offset))] + .given("q", text) + .page(limit, nil)
  }
}
