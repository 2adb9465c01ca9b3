// SPDX-License-Identifier: Apache-2.0

/// Writes what requests send.
enum XMLWriter {
  /// An element with text.
  static func element(_ name: String, _ text: String) -> String { "<\(name)>\(escaped(text))</\(name)>" }

  /// A document of a root element with what has been written already.
  static func document(_ root: String, _ content: String) -> [UInt8] {
    Array("<\(root) xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(content)</\(root)>".utf8)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
