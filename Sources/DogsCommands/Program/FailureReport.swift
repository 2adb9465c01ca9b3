import WoofClient
import WoofCommandLine
import WoofModel

/// What whoever called the command is told of an error.
struct FailureReport: Hashable, Sendable {
  /// The kind of problem, as the wire contract names it; `usage`, `interrupted` or `failed` where it is none of those.
  let code: String
  /// What went wrong and what to do.
  let message: String
  /// What the program ends with.
  let exitCode: ExitCode

  init(_ error: any Error) {
    switch error {
    case is CancellationError:
      (code, message, exitCode) = ("interrupted", "interrupted", .interrupted)
    case let error as WoofError where Self.isInterruption(error.cause):
      (code, message, exitCode) = ("interrupted", "interrupted while asking who is there", .interrupted)
    case let error as WoofError:
      (code, message, exitCode) = (error.code.name, Self.message(of: error).printable, Self.exitCode(of: error.code))
    case let error as any ExitCoding:
      exitCode = error.exitCode
      code = exitCode == .usage ? "usage" : exitCode == .interrupted ? "interrupted" : "failed"
      message = String(describing: error).printable
    default:
      (code, message, exitCode) = ("failed", String(describing: error).printable, .failed)
    }
  }

  /// Makes a report of what became of one of several.
  ///
  /// - Throws: The error, where it makes no sense to go on with the others.
  init(ofOne error: any Error) throws {
    guard !Self.endsAll(error) else { throw error }
    self.init(error)
  }

  /// Whether it makes no sense to go on with others of the same kind.
  private static func endsAll(_ error: any Error) -> Bool {
    guard let code = (error as? WoofError)?.code else { return error is CancellationError }
    return signInCodes.contains(code)
      || [.serviceUnreachable, .insecureConnection, .invalidAddress, .diskFull].contains(code)
  }

  /// As text for a terminal.
  func text(of program: String) -> String { "\(program): \(message)\n" }

  /// As one line of JSON: an object with the member `error`.
  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    write(to: &writer)
    writer.endObject()
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes the member `error`.
  func write(to writer: inout JSONWriter) {
    writer.name("error")
    writer.beginObject()
    writer.name("code")
    writer.value(code)
    writer.name("message")
    writer.value(message)
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

  /// What the SDK cannot know: the options of this command.
  private static func advice(for code: WoofError.Code) -> String {
    switch code {
    case .invalidAddress, .serviceUnreachable: " The address is that of --url or DOGS_URL."
    case .insecureConnection: " The certificate to trust is given by --ca FILE."
    case .insecureSignIn: " Where that is no harm, allow it by --allow-plain-http."
    case .authenticationRequired: " Set DOGS_USER and DOGS_PASSWORD, or use: dogs login."
    default: ""
    }
  }
}
