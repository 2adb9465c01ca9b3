// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A step of the one chain that every picture goes through. Its kind says what the step sees and may do, and it is given
/// nothing else.
public enum TransformerStep: Sendable {
  /// Compiled in. Sees the bytes, in order, and nothing of what other steps found. May refuse them, and say what the file
  /// says of itself: format, size, time, metadata. Never sees pixels, and derives nothing.
  case inspecting(any PhotoTransforming)
  /// A plugin in its sandbox, or what stands for one. Sees the complete picture, to be read only, once all inspecting steps
  /// before it have accepted it, and which images are still wanted. May refuse it, describe its looks and derive images;
  /// changes none of its bytes, and what it says is checked.
  case transforming(any PictureTransforming, name: String)

  /// The name by which a configuration orders the steps, as `structure` or `vips`.
  public var name: String {
    switch self {
    case .inspecting(let step): step.name
    case .transforming(_, let name): name
    }
  }

  var isInspecting: Bool {
    switch self {
    case .inspecting: true
    case .transforming: false
    }
  }
}
