// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The effort with which encoders make images small, for each format.
struct EncodingEffort: Hashable {
  /// The effort for WebP, 0 to 6; 1 by default, which takes half of the time of 2 and a quarter of that of 4, for files of
  /// the same quality that are an eighth larger.
  var webp: CInt = 1
  /// The effort for AVIF, 0 to 9; 2 by default.
  var avif: CInt = 2

  /// Reads the members `webpEffort` and `avifEffort` of a step's parameters.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where one is out of its range.
  init(_ parameters: JSON = .object([])) throws(TransformerError) {
    webp = try Self.effort("webpEffort", in: parameters, upTo: 6) ?? webp
    avif = try Self.effort("avifEffort", in: parameters, upTo: 9) ?? avif
  }

  private static func effort(
    _ name: String, in parameters: JSON, upTo greatest: Int
  ) throws(TransformerError) -> CInt? {
    guard let value = parameters[name] else { return nil }
    guard let effort = value.integer, (0...greatest).contains(effort) else {
      throw .failure("the parameter \(name) has to be a whole number from 0 to \(greatest)")
    }
    return CInt(effort)
  }
}
