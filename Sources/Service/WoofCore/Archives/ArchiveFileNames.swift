// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Chooses the names of files that go into one folder: valid wherever the folder is unpacked, and different from each other
/// also where case does not count.
package struct ArchiveFileNames: Sendable {
  private static let forbidden: Set<Unicode.Scalar> = ["<", ">", ":", "\"", "|", "?", "*"]
  /// The names of devices, which Windows takes for no file's, whatever their ending.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
      + ((1...9).map { "\($0)" } + ["\u{B9}", "\u{B2}", "\u{B3}"]).flatMap { ["com\($0)", "lpt\($0)"] })

  /// The names that are taken, without regard to case, with the number that the next of the same name gets.
  private var taken: [String: Int] = [:]

  /// Makes a chooser for an empty folder.
  package init() {}

  /// Takes a name, or the next free one like it: `rex.jpg`, `rex (2).jpg`.
  ///
  /// - Parameters:
  ///   - wish: The name that the file is to have.
  ///   - fallback: The name where nothing is left of that.
  package mutating func take(_ wish: String, else fallback: String) -> String {
    let name = Self.portable(wish) ?? fallback
    var candidate = name
    var number = taken[Self.key(name)] ?? 1
    while taken[Self.key(candidate)] != nil {
      number += 1
      candidate = Self.numbered(name, number)
    }
    taken[Self.key(name)] = number
    taken[Self.key(candidate)] = taken[Self.key(candidate)] ?? 1
    return candidate
  }

  /// A name that every system takes; `nil` where nothing is left of it.
  private static func portable(_ text: String) -> String? {
    guard let name = PhotoFileName.sanitized(text) else { return nil }
    var scalars = String.UnicodeScalarView(name.unicodeScalars.map { forbidden.contains($0) ? "_" : $0 })
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    // Windows leaves out spaces before the ending, too.
    var stem = String.UnicodeScalarView(scalars.prefix { $0 != "." })
    while stem.last == " " { stem.removeLast() }
    let isDevice = devices.contains(String(stem).lowercased())
    return PhotoFileName.sanitized((isDevice ? "_" : "") + String(scalars))
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    var (stem, ending) = parts(of: name)
    let mark = " (\(number))"
    while stem.utf8.count + mark.utf8.count + ending.utf8.count > PhotoFileName.byteLimit, !stem.isEmpty {
      stem.removeLast()
    }
    return stem + mark + ending
  }

  private static func parts(of name: String) -> (stem: String, ending: String) {
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return (name, "") }
    return (String(name[..<point]), String(name[point...]))
  }

  /// Both ways, as letters such as `ſ` have no other lower case, and are the same as another letter in upper case.
  private static func key(_ name: String) -> String { name.uppercased().lowercased() }
}
