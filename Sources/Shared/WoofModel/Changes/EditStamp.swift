// SPDX-License-Identifier: Apache-2.0

/// The number of an edit among those of one device, as the field `Woof-Edit` carries it: an item of RFC 9651 such as
/// `"0193a8f2";n=17`.
///
/// The service keeps the newest number per account, device and photo for 90 days, so that an edit that arrives late, or
/// again, changes nothing.
public struct EditStamp: Hashable, Sendable {
  /// The maximum length of the name of a device in bytes.
  public static let deviceByteLimit = 64

  /// The name of the device: 1 to 64 letters, digits, hyphens and underscores of ASCII.
  public let device: String
  /// The number, which grows with every edit of the device: 1 to 999,999,999,999,999 (RFC 9651 §3.3.1).
  public let number: Int64

  private static let numberLimit: Int64 = 999_999_999_999_999

  /// Makes a stamp; `nil` where the device or the number is not one that the field can carry.
  public init?(device: String, number: Int64) {
    guard (1...Self.deviceByteLimit).contains(device.utf8.count), device.utf8.allSatisfy(Self.isAllowed),
      (1...Self.numberLimit).contains(number)
    else { return nil }
    self.device = device
    self.number = number
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension EditStamp: CustomStringConvertible {
  /// The value of the field.
  public var description: String { "\"\(device)\";n=\(number)" }
}
