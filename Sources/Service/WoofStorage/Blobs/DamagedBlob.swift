// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A blob that was found to have other bytes than its digest says, and was moved aside.
public struct DamagedBlob: Hashable, Sendable {
  /// The digest that it should have.
  public var digest: Digest
  /// The photos whose bytes it has, ten at most; they answer an error for these until the right bytes are back.
  public var photos: [PhotoID]
  /// The path of the bytes in the quarantine.
  public var path: String
}
