// SPDX-License-Identifier: Apache-2.0

/// The camera and lens with which a photo was taken, according to the photo's metadata.
public struct PhotoCamera: Codable, Hashable, Sendable {
  /// The maker of the camera; `nil` if it is not known.
  public var make: String?
  /// The maker's name for the model; `nil` if it is not known.
  public var model: String?
  /// The serial number of the camera, which shows that photos come from the same camera; `nil` if it is not known.
  public var serialNumber: String?
  /// The name of the lens; `nil` if it is not known.
  public var lens: String?
  /// The serial number of the lens; `nil` if it is not known.
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

  /// `true` if all parts are unknown.
  public var isEmpty: Bool { self == PhotoCamera() }

  /// Fills each unknown part with that of `other`.
  public mutating func fill(from other: PhotoCamera) {
    make = make ?? other.make
    model = model ?? other.model
    serialNumber = serialNumber ?? other.serialNumber
    lens = lens ?? other.lens
    lensSerialNumber = lensSerialNumber ?? other.lensSerialNumber
  }
}
