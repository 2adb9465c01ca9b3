// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// Something about pictures that an operator may want to know of.
public enum PictureEvent: Sendable {
  /// A picture made a transformer fail while it was uploaded; it is at the path, or nowhere where there was no room.
  case quarantined(PictureFailure, digest: Digest, path: String?)
  /// A picture was taken in without having been looked at.
  case passedUnseen(PictureFailure)
  /// A photo got in without a transformer that refuses it now: it was deleted, and its bytes are at the path, or nowhere
  /// else than where deleted ones are kept for a while.
  case withdrawn(PhotoID, digest: Digest, path: String?, reason: String)
  /// No moving image could be made of an animation; everything else of it is as it should be.
  case notAnimated(PhotoID, reason: String)
  /// Nothing more will be derived from a photo by itself.
  case gaveUp(PhotoID, reason: String)
}
