// SPDX-License-Identifier: Apache-2.0

internal import WoofCommandLine
internal import WoofModel

/// An error as one line of JSON, as programs print it on standard error with `--json`.
///
/// It is an object with the member `error`, which has `code`, `message` and, where that is known, `place`:
///
/// ```json
/// {"error":{"code":"usage","message":"unknown option ‘--al’; did you mean --all?; try: woof account list --help"}}
/// ```
package struct ErrorLine: Hashable, Sendable {
  /// The kind of error: `usage`, `interrupted`, `failed`, or the name of a problem of the service.
  package var code: String
  /// The text for the user: what is wrong and, if known, what to do about it.
  package var message: String
  /// The place of the error in a script, such as `script:3`; `nil` outside of scripts.
  package var place: String?

  /// Makes a line.
  package init(code: String, message: String, place: String? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }

  /// Makes the line of an error.
  ///
  /// - Parameter code: The kind of error; by default what can be told from its type.
  package init(_ error: any Error, code: String? = nil) {
    switch error {
    case let error as UsageError:
      let advice = error.command.isEmpty ? "help" : "\(error.command) --help"
      self.init(code: code ?? "usage", message: "\(error.message); try: \(advice)")
    case is CancellationError: self.init(code: code ?? "interrupted", message: "interrupted")
    case let error as WoofError: self.init(code: code ?? error.code.name, message: error.description)
    case let error as any ExitCoding:
      self.init(code: code ?? Self.code(of: error.exitCode), message: String(describing: error))
    default: self.init(code: code ?? "failed", message: String(describing: error))
    }
  }

  private static func code(of exitCode: ExitCode) -> String {
    switch exitCode {
    case .usage: "usage"
    case .interrupted: "interrupted"
    default: "failed"
    }
  }

  /// The line with its end, in which nothing could steer a terminal.
  package var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("error")
    writer.beginObject()
    writer.name("code")
    writer.value(code)
    writer.name("message")
    writer.value(message.printable)
    if let place {
      writer.name("place")
      writer.value(place)
    }
    writer.endObject()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self).printableJSON + "\n"
  }
}
