// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The outcome of transforming a picture.
public enum PictureOutcome: Sendable {
  /// The picture is sound, and this was made of it.
  case accepted(PictureFindings)
  /// The picture is not sound, finally.
  case refused(PhotoRejection)
  /// It could not be done, of which the picture may be innocent; it has been tried again already where that may help.
  case failed(PictureFailure)
}
