public import WoofModel

/// A blob that was found to have other bytes than its digest says, and was moved aside.
public struct DamagedBlob: Hashable, Sendable {
  /// The digest that it should have.
  public var digest: Digest
  /// Where its bytes are now.
  public var path: String
}
