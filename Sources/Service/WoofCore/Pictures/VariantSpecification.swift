public import WoofModel

/// What a derived image is to be: everything that shapes its bytes.
public struct VariantSpecification: Hashable, Sendable {
  /// The name it is asked for by, as `thumb`.
  public var name: String
  /// The width of the box it is fitted to, in pixels.
  public var width: Int
  /// The height of the box it is fitted to, in pixels.
  public var height: Int
  /// How it fills the box.
  public var fit: Fit
  /// Its format.
  public var type: ImageType
  /// 1 to 100, as encoders count quality.
  public var quality: Int
  /// The variant in whose place it is given to those who take its format more gladly; `nil` for a variant that stands for
  /// itself.
  public var alternativeTo: String?

  /// How an image fills a box. It is never enlarged.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture, as large as fits into the box.
    case inside
    /// The middle of the picture, as large as covers the box.
    case cover
  }

  /// Makes a specification.
  public init(
    name: String, width: Int, height: Int, fit: Fit = .inside, type: ImageType, quality: Int,
    alternativeTo: String? = nil
  ) {
    self.alternativeTo = alternativeTo
    self.name = name
    self.width = width
    self.height = height
    self.fit = fit
    self.type = type
    self.quality = quality
  }

  /// Names everything but the name: two specifications with the same identity ask for the same bytes.
  public var identity: String { "\(fit.rawValue)-\(width)x\(height)-\(type.rawValue)-\(quality)" }
}
