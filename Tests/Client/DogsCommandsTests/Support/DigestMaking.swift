// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient

enum DigestMaking {
  static func digest(of bytes: [UInt8]) throws -> Digest { try Digest(of: Data(bytes)) }
}
