// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The transformers that this module brings.
public enum ImageTransformers {
  /// Returns the transformers that every installation runs first, in their order: only ``ImageStructure``.
  public static func standard(limits: ImageLimits = ImageLimits()) -> [any PhotoTransforming] {
    [ImageStructure(limits: limits)]
  }
}
