// SPDX-License-Identifier: Apache-2.0

/// A reason for which a transformer does not accept a picture.
public enum TransformerError: Error, Hashable, Sendable {
  /// The picture is finally refused: the reason is a sentence without its full stop that the sender may read, and the
  /// offset is the position of the byte that shows it, if one does.
  case refusal(_ reason: String, offset: Int? = nil)

  /// The transformer is in trouble that the picture may not have caused, so that the job is tried once more: the detail
  /// is a line for logs.
  case failure(_ detail: String)
}
