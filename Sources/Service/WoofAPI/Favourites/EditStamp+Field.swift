// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

extension EditStamp {
  /// Reads the number that a client gave an edit; `nil` where the request has no `Woof-Edit`.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-request` where the field is no such item.
  init?(of fields: HTTPFields) throws(WoofError) {
    guard fields.contains(.woofEdit) else { return nil }
    guard let (device, parameters) = try? fields.structuredStringWithParameters(of: .woofEdit),
      case .integer(let number)? = parameters["n"], let stamp = EditStamp(device: device, number: number)
    else {
      throw WoofError(
        .invalidRequest,
        "Woof-Edit is the name of a device, of 1 to \(Self.deviceByteLimit) letters, digits, hyphens and underscores, with "
          + "the number of the edit, from 1, as in \"0193a8f2\";n=17.")
    }
    self = stamp
  }
}

extension HTTPFieldName {
  /// Carries the number that an edit has on its device.
  static let woofEdit = known("Woof-Edit")
}
