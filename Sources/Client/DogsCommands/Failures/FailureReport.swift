// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync

/// A failure of a command with a code that scripts can tell from others.
struct CodedFailure: ExitCoding, Hashable, CustomStringConvertible {
  /// The kind of failure, as it stands in JSON.
  let code: String
  /// A message that says what went wrong and what to do.
  let description: String
  var exitCode = ExitCode.failed
  /// The ids of the photos or albums that may have been meant, where that is not clear.
  var candidates: [String] = []

  init(_ code: String, _ message: String, exitCode: ExitCode = .failed, candidates: [String] = []) {
    self.code = code
    description = message
    self.exitCode = exitCode
    self.candidates = candidates
  }

  /// The failure to make sense of a response.
  ///
  /// - Parameter message: What is missing in it, as a sentence without its full stop.
  static func invalidResponse(_ message: String) -> CodedFailure {
    CodedFailure("invalid-server-response", "\(message): check that it is a Woof service")
  }
}

/// A report of an error for the caller of a command, as text or as JSON.
struct FailureReport: Hashable, Sendable {
  /// The kind of problem, as the wire contract names it, or as ``CodedFailure`` does; `usage`, `interrupted` or `failed`
  /// where it is none of those.
  let code: String
  /// A message that says what went wrong and what to do.
  let message: String
  /// The exit code with which the program ends.
  let exitCode: ExitCode
  /// The ids of the photos or albums that may have been meant, where that is not clear.
  private let candidates: [String]

  init(_ error: any Error) {
    switch error {
    case is CancellationError: self.init("interrupted", "interrupted", .interrupted)
    case let error as WoofError where Self.isInterruption(error.cause):
      self.init("interrupted", "interrupted while asking who is there", .interrupted)
    case let error as WoofError where error.cause is CodedFailure:
      // Whoever was to be asked knows better why there is no credential.
      self.init((error.cause as? CodedFailure) ?? CodedFailure(error.code.name, error.message))
    case let error as WoofError:
      self.init(error.code.name, Self.message(of: error), Self.exitCode(of: error.code))
    case let error as CodedFailure: self.init(error)
    case let error as UsageError: self.init("usage", "\(error.message); try: \(error.command) --help", .usage)
    case let error as any ExitCoding:
      let code = error.exitCode == .usage ? "usage" : error.exitCode == .interrupted ? "interrupted" : "failed"
      self.init(code, String(describing: error), error.exitCode)
    default: self.init("failed", String(describing: error), .failed)
    }
  }

  private init(_ code: String, _ message: String, _ exitCode: ExitCode, candidates: [String] = []) {
    self.code = code
    self.message = message.printable
    self.exitCode = exitCode
    self.candidates = candidates
  }

  /// The failure to make sense of a response.
  ///
  /// - Parameter message: What is missing in it, as a sentence without its full stop.
  static func invalidResponse(_ message: String) -> CodedFailure {
    CodedFailure("invalid-server-response", "\(message): check that it is a Woof service")
  }

  private init(_ failure: CodedFailure) {
    self.init(failure.code, failure.description, failure.exitCode, candidates: failure.candidates)
  }

  /// Makes a report of what became of one of several.
  ///
  /// - Throws: The error, where it makes no sense to go on with the others.
  init(ofOne error: any Error) throws {
    guard !Self.endsAll(error) else { throw error }
    self.init(error)
  }

  /// Returns `true` if others of the same kind would fail for the same reason, so that the command ends.
  private static func endsAll(_ error: any Error) -> Bool {
    guard let code = (error as? WoofError)?.code else {
      return error is CancellationError || (error as? any ExitCoding)?.exitCode == .interrupted
    }
    return signInCodes.contains(code)
      || [.serviceUnreachable, .insecureConnection, .unencryptedService, .invalidAddress, .diskFull].contains(code)
  }

  /// As text for a terminal.
  func text(of program: String) -> String { "\(program): \(message)\n" }

  /// As one line of JSON: an object with the member `error`.
  var json: String { JSONLine.object(write) }

  /// Writes the member `error`.
  func write(to writer: inout JSONWriter) {
    writer.name("error")
    writer.beginObject()
    writer.name("code")
    writer.value(code)
    writer.name("message")
    writer.value(message)
    if !candidates.isEmpty {
      writer.name("candidates")
      writer.beginArray()
      for candidate in candidates { writer.value(candidate) }
      writer.endArray()
    }
    writer.endObject()
  }

  private static let signInCodes: [WoofError.Code] = [.authenticationRequired, .signInCancelled, .insecureSignIn]

  private static func exitCode(of code: WoofError.Code) -> ExitCode {
    signInCodes.contains(code) ? .signInFailed : .failed
  }

  private static func isInterruption(_ cause: (any Error)?) -> Bool {
    (cause as? PasswordError)?.reason == .interrupted
  }

  private static func message(of error: WoofError) -> String {
    let cause = (error.cause as? any ExitCoding).map { " (\($0))" } ?? ""
    return error.description + cause + advice(for: error.code)
  }

  /// Returns advice about the options of this command, which the SDK cannot know; empty if there is none.
  private static func advice(for code: WoofError.Code) -> String {
    switch code {
    case .invalidAddress, .serviceUnreachable, .unencryptedService: " The address is that of --url or DOGS_URL."
    case .insecureConnection: " The certificate to trust is given by --ca FILE."
    case .insecureSignIn: " Where that is no harm, allow it by --allow-plain-http."
    case .replicaInUse, .otherService, .otherAccount: " Another folder is named by --replica or DOGS_REPLICA."
    case .authenticationRequired: " Set DOGS_USER and DOGS_PASSWORD, or use: dogs login."
    default: ""
    }
  }
}

extension ExitCode {
  /// Nobody signed in, or with a wrong name or password: 77, which is `EX_NOPERM` of sysexits.h.
  static let signInFailed = ExitCode(rawValue: 77)
}
