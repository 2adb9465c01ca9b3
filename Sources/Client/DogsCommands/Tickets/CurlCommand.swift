// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command line for a shell, with which curl sends a file as the content of a request.
struct CurlCommand: Hashable, Sendable {
  /// The words of the command. None that a service gave is in the place of an option.
  private let words: [String]

  /// Makes the command, which sends the file by `PUT`; it prints the fields of the response, and fails where that is a
  /// refusal.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - file: The path of the file.
  ///   - authority: A file with certificates to trust; `nil` for those of the system.
  init(to url: URL, fields: [String: String], file: String, authority: String?) {
    // Brackets and braces, which curl would take for patterns, are part of the names.
    var words = ["curl", "--globoff", "--fail-with-body", "--include"]
    if let authority { words += ["--cacert", Self.path(authority)] }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      words += ["--header", "\(name): \(value)"]
    }
    self.words = words + ["--upload-file", Self.path(file), "--url", url.absoluteString]
  }

  /// The command as a line that any POSIX shell reads.
  var text: String { words.map(Self.quoted).joined(separator: " ") }

  /// A path that is none of curl's own: `-` would be standard input.
  private static func path(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy { plainBytes.contains($0) }
    return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }

  private static let plainBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:".utf8)
}
