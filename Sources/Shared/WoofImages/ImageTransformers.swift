public import WoofModel

/// The transformers that this module brings.
public enum ImageTransformers {
  /// What every installation runs first, in this order: ``ImageStructure``.
  public static func standard(limits: ImageLimits = ImageLimits()) -> [any PhotoTransforming] {
    [ImageStructure(limits: limits)]
  }
}
