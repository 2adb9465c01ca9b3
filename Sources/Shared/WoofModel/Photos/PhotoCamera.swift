/// What took a photo, as the photo says.
public struct PhotoCamera: Codable, Hashable, Sendable {
  /// Who made the camera.
  public var make: String?
  /// What its maker calls it.
  public var model: String?
  /// The number of this one, which tells whose photos belong together.
  public var serialNumber: String?
  /// What the lens is called.
  public var lens: String?
  /// The number of this lens.
  public var lensSerialNumber: String?

  /// Makes a description; all parts are unknown by default.
  public init(
    make: String? = nil, model: String? = nil, serialNumber: String? = nil, lens: String? = nil,
    lensSerialNumber: String? = nil
  ) {
    self.make = make
    self.model = model
    self.serialNumber = serialNumber
    self.lens = lens
    self.lensSerialNumber = lensSerialNumber
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { self == PhotoCamera() }

  /// Fills what is open here with what `other` knows.
  public mutating func fill(from other: PhotoCamera) {
    make = make ?? other.make
    model = model ?? other.model
    serialNumber = serialNumber ?? other.serialNumber
    lens = lens ?? other.lens
    lensSerialNumber = lensSerialNumber ?? other.lensSerialNumber
  }
}
