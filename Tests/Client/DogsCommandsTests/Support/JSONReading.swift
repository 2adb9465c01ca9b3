// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofModel

enum JSONReading {
  static func value(of text: String) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }
}
