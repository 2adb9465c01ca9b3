// SPDX-License-Identifier: Apache-2.0

/// The months of a timeline, the latest first: enough to lay out the whole of it before any photo is read.
///
/// A timeline has photos by their moments (``WoofModel/PhotoMetadata/moment``), the latest first, and among equals the one with
/// the greatest id first.
public struct Timeline: Codable, Hashable, Sendable {
  /// The photos of a month, counted.
  public struct Month: Codable, Hashable, Sendable {
    /// The month, in UTC.
    public var month: CivilMonth
    /// The number of photos; at least 1.
    public var count: Int
    /// The sum of the photos' aspect ratios, from which the height of the month in rows of photos follows.
    public var ratioSum: Double

    /// Makes a month.
    public init(month: CivilMonth, count: Int, ratioSum: Double) {
      self.month = month
      self.count = count
      self.ratioSum = ratioSum
    }
  }

  /// The months that have photos.
  public var months: [Month]
  /// The change token from which changes of these months can be followed.
  public var change: ChangeToken

  /// Makes a timeline.
  public init(months: [Month], change: ChangeToken) {
    self.months = months
    self.change = change
  }

  /// The number of all photos.
  public var photoCount: Int { months.reduce(0) { $0 + $1.count } }
}

/// Photos of a month of a timeline that follow on each other: as much of them as a wall shows at first. Their metadata come
/// with ``APIService/photos(_:)``.
public struct TimelinePart: Hashable, Sendable {
  /// A photo of a timeline.
  public struct Entry: Hashable, Sendable {
    /// The photo.
    public var id: PhotoID
    /// The width by the height.
    public var ratio: AspectRatio
    /// The average colour as `#rrggbb`; `nil` until it is known.
    public var averageColour: String?

    /// Makes an entry.
    public init(id: PhotoID, ratio: AspectRatio, averageColour: String? = nil) {
      self.id = id
      self.ratio = ratio
      self.averageColour = averageColour
    }
  }

  /// The month, in UTC.
  public var month: CivilMonth
  /// The place within the month at which the part begins.
  public var offset: Int
  /// The number of photos that the whole month has.
  public var count: Int
  /// The photos, in the order of the timeline.
  public var entries: [Entry]

  /// Makes a part.
  public init(month: CivilMonth, offset: Int = 0, count: Int, entries: [Entry]) {
    self.month = month
    self.offset = offset
    self.count = count
    self.entries = entries
  }
}

extension TimelinePart: Codable {
  private enum CodingKeys: String, CodingKey {
    case month, offset, count, ids, ratios, averageColours
  }

  /// Reads a part from its columns.
  ///
  /// - Throws: `DecodingError`, also where the columns differ in length.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let ids = try container.decode([PhotoID].self, forKey: .ids)
    let ratios = try container.decode([UInt8].self, forKey: .ratios)
    let colours = try container.decode([String?].self, forKey: .averageColours)
    guard ids.count == ratios.count, ids.count == colours.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .ids, in: container, debugDescription: "The columns of a month differ in length.")
    }
    self.init(
      month: try container.decode(CivilMonth.self, forKey: .month),
      offset: try container.decode(Int.self, forKey: .offset), count: try container.decode(Int.self, forKey: .count),
      entries: ids.indices.map { Entry(id: ids[$0], ratio: AspectRatio(byte: ratios[$0]), averageColour: colours[$0]) })
  }

  /// Writes the part as columns.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(month, forKey: .month)
    try container.encode(offset, forKey: .offset)
    try container.encode(count, forKey: .count)
    try container.encode(entries.map(\.id), forKey: .ids)
    try container.encode(entries.map(\.ratio.byte), forKey: .ratios)
    try container.encode(entries.map(\.averageColour), forKey: .averageColours)
  }
}
