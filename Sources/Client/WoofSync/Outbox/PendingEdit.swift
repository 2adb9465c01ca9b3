// SPDX-License-Identifier: Apache-2.0

/// A change that the app made and that the service has not acknowledged yet.
public struct PendingEdit: Hashable, Sendable, Identifiable {
  /// The number of the edit. Numbers grow and are never given twice on a device, so that an acknowledgement names the edit
  /// that it covers.
  public var number: Int64
  /// The photo that changes. That of an upload is an id that the replica made, and that the photo has until the service
  /// gives it another.
  public var photo: PhotoID
  /// The change.
  public var change: Change
  /// The time at which the app made it, according to the device's clock.
  public var createdAt: Timestamp
  /// The number of attempts that the service answered with an error, or that nobody knows the end of.
  public var attempts: Int
  /// The reason for which it is not sent any more until it is retried; `nil` as long as it is.
  public var problem: SyncProblem?

  /// The change of an edit, with its new values.
  public enum Change: Hashable, Sendable {
    /// The photo becomes a favourite of the account, or none.
    case favourite(Bool)
    /// Caption or visibility.
    case metadata(MetadataEdit)
    /// The photo is deleted.
    case deletion
    /// The photo is new.
    case upload(StagedUpload)
  }

  /// Makes an edit.
  public init(
    number: Int64, photo: PhotoID, change: Change, createdAt: Timestamp, attempts: Int = 0,
    problem: SyncProblem? = nil
  ) {
    self.number = number
    self.photo = photo
    self.change = change
    self.createdAt = createdAt
    self.attempts = attempts
    self.problem = problem
  }

  /// The number.
  public var id: Int64 { number }

  /// The name of the staged file of an upload; `nil` for other edits.
  var stagedFile: String? { if case .upload(let staged) = change { staged.file } else { nil } }
}

/// A change of caption or visibility, with what was there when the app made it.
public struct MetadataEdit: Hashable, Sendable {
  /// The new caption; `nil` to keep the one that is there.
  public var caption: String?
  /// The new visibility; `nil` to keep the one that is there.
  public var visibility: Visibility?
  /// The metadata on which the edit is based: the service's, as the replica had them.
  public var base: Base
  /// The values that this device wanted before, and that the service may have by now though nobody was told: they are no
  /// change of somebody else's. The newest come last.
  package internal(set) var earlier: [EarlierValues] = []
  /// The number of the upload with which this was wished, of a picture that the account had already; `nil` for other edits.
  /// An edit that takes its place is the app's own, later one.
  var upload: Int64?

  /// The values of an edit in whose place another one was made.
  package struct EarlierValues: Hashable, Sendable, Codable {
    var caption: String?
    var visibility: Visibility?
  }

  /// The values of a photo that an edit may change, in one revision of it.
  public struct Base: Hashable, Sendable, Codable {
    /// The caption.
    public var caption: String
    /// The visibility.
    public var visibility: Visibility
    /// The revision that has these values; `nil` where the service does not tell it.
    public var revision: Int64?
    /// The version that has these values.
    public var version: Int64

    /// Makes a base.
    public init(caption: String, visibility: Visibility, revision: Int64?, version: Int64) {
      self.caption = caption
      self.visibility = visibility
      self.revision = revision
      self.version = version
    }

    /// The values of a photo as the service has them.
    public init(_ photo: PhotoMetadata) {
      self.init(
        caption: photo.caption, visibility: photo.visibility, revision: photo.revision, version: photo.version)
    }
  }

  /// Makes an edit.
  public init(caption: String? = nil, visibility: Visibility? = nil, base: Base) {
    self.caption = caption
    self.visibility = visibility
    self.base = base
  }

  /// The most earlier edits that are remembered.
  private static let earlierLimit = 32

  /// Takes the values of a later edit over, and of fields that had not been changed so far, on what they were based then.
  mutating func add(_ later: MetadataEdit) {
    if caption == nil { base.caption = later.base.caption }
    if visibility == nil { base.visibility = later.base.visibility }
    (caption, visibility) = (later.caption ?? caption, later.visibility ?? visibility)
  }

  /// Leaves the fields out that a later edit changes.
  mutating func yield(to later: MetadataEdit) {
    if later.caption != nil { caption = nil }
    if later.visibility != nil { visibility = nil }
  }

  /// Remembers the values of an edit in whose place, or behind which, this one is made.
  mutating func follow(_ other: MetadataEdit) {
    let values = other.earlier + [EarlierValues(caption: other.caption, visibility: other.visibility)]
    for value in values where !earlier.contains(value) { earlier.append(value) }
    earlier = earlier.suffix(Self.earlierLimit)
  }

  /// `true` if nothing is to be changed.
  public var isEmpty: Bool { caption == nil && visibility == nil }
}

/// A picture that is to be uploaded, whose bytes the replica keeps in a file of its own.
public struct StagedUpload: Hashable, Sendable, Codable {
  /// The name of the file in the replica's folder.
  public var file: String
  /// The SHA-256 of the bytes.
  public var digest: Digest
  /// The length in bytes.
  public var byteCount: Int64
  /// The format; `nil` where the first bytes show none that is known.
  public var type: ImageType?
  /// The size in pixels as displayed; zero where it is not known.
  public var width: Int
  /// The size in pixels as displayed; zero where it is not known.
  public var height: Int
  /// The time at which it was taken; `nil` where it is not known.
  public var takenAt: Timestamp?
  /// The caption to be.
  public var caption: String
  /// The readers to be; `nil` for those that the service is configured for.
  public var visibility: Visibility?
  /// The name that the file had, which only the owner is told; `nil` for none.
  public var fileName: String?

  /// Makes a staged picture.
  public init(
    file: String, digest: Digest, byteCount: Int64, type: ImageType? = nil, width: Int = 0, height: Int = 0,
    takenAt: Timestamp? = nil, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil
  ) {
    self.file = file
    self.digest = digest
    self.byteCount = byteCount
    self.type = type
    self.width = width
    self.height = height
    self.takenAt = takenAt
    self.caption = caption
    self.visibility = visibility
    self.fileName = fileName
  }
}
