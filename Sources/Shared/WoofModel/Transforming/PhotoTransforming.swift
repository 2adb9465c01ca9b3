// SPDX-License-Identifier: Apache-2.0

/// A step that inspects a photo's bytes while they pass, and accepts them, refuses them, or learns something from them.
///
/// The chain of an installation is an ordered list of these. The same protocol serves the service, before a photo is
/// taken in, and the client, before an app sees what was fetched.
public protocol PhotoTransforming: Sendable {
  /// A stable, short name, as problem documents and logs show it.
  var name: String { get }
  /// Grows whenever the same bytes may get another verdict.
  var version: Int { get }
  /// Makes the state that inspects one photo.
  func makeInspection() -> any PhotoInspecting
}

/// The inspection of one photo by one transformer: fed with its bytes in order, in runs of any length.
///
/// One inspection is used by one task at a time, not always on the same thread.
public protocol PhotoInspecting: Sendable {
  /// Takes the next bytes, none or more.
  ///
  /// - Throws: ``PhotoRejection`` as soon as the bytes cannot be part of a sound picture; nothing is fed after that.
  mutating func consume(_ bytes: RawSpan) throws(PhotoRejection)

  /// Takes the end of the bytes, once, and says what was learnt.
  ///
  /// - Throws: ``PhotoRejection`` where something is missing or wrong as a whole.
  mutating func finish() throws(PhotoRejection) -> PhotoFindings
}

/// A transformer's refusal of a photo.
public struct PhotoRejection: Error, Hashable, Sendable {
  /// The name of the transformer.
  public var transformer: String
  /// An explanation of the fault, as a sentence without its full stop, fit for a client.
  public var reason: String
  /// The position in the original of the faulty byte, from 0; `nil` if no single byte shows the fault.
  public var offset: Int64?

  /// Makes a refusal.
  public init(transformer: String, reason: String, offset: Int64? = nil) {
    self.transformer = transformer
    self.reason = reason
    self.offset = offset
  }
}

/// The findings of transformers about a photo; each leaves open what it does not know, for others to fill in.
public struct PhotoFindings: Hashable, Sendable {
  /// The format.
  public var type: ImageType?
  /// The width in pixels as displayed, after orientation.
  public var width: Int?
  /// The height in pixels as displayed, after orientation.
  public var height: Int?
  /// The time at which the photo was taken; `nil` if it is not known.
  public var takenAt: Timestamp?
  /// Further findings from the photo's metadata.
  public var annotations: PhotoAnnotations

  /// Makes findings.
  public init(
    type: ImageType? = nil, width: Int? = nil, height: Int? = nil, takenAt: Timestamp? = nil,
    annotations: PhotoAnnotations = PhotoAnnotations()
  ) {
    self.type = type
    self.width = width
    self.height = height
    self.takenAt = takenAt
    self.annotations = annotations
  }

  /// Fills each open finding with that of `other`.
  public mutating func fill(from other: PhotoFindings) {
    type = type ?? other.type
    width = width ?? other.width
    height = height ?? other.height
    takenAt = takenAt ?? other.takenAt
    annotations.fill(from: other.annotations)
  }
}
