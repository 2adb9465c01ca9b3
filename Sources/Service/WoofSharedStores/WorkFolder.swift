// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import WoofSystem

/// A folder for files that are needed until some work has ended, which only its owner can read. It goes with this object.
final class WorkFolder: Sendable {
  /// The path of the folder.
  let path: String

  /// Makes a folder in `TMPDIR`, or else in `/var/tmp`, where there is more room than in `/tmp`.
  ///
  /// - Throws: ``WoofSystem/SystemError``.
  convenience init() throws(SystemError) {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    try self.init(in: place.isEmpty ? "/var/tmp" : place)
  }

  /// Makes a folder in another one.
  ///
  /// - Throws: ``WoofSystem/SystemError``.
  init(in place: String) throws(SystemError) {
    var template = Array("\(place)/woof-XXXXXX".utf8CString)  // what mkdtemp replaces
    guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
