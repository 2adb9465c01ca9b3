// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }

  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
