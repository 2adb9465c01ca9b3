// SPDX-License-Identifier: Apache-2.0

/// A failure to bring up a server, its loops or its certificates.
package struct HTTPServerError: Error, CustomStringConvertible {
  /// A kind of failure. The set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    package let rawValue: String

    /// Makes a code of its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// No descriptor, thread or memory is left.
    package static let noResources = Code(rawValue: "no-resources")
    /// Something listens on an address already.
    package static let addressInUse = Code(rawValue: "address-in-use")
    /// An address cannot be listened on, for any other reason.
    package static let cannotListen = Code(rawValue: "cannot-listen")
    /// A certificate or key cannot be read, is not one, or they do not belong together.
    package static let badCertificate = Code(rawValue: "bad-certificate")
    /// The server has been started before.
    package static let alreadyStarted = Code(rawValue: "already-started")
  }

  /// The kind of failure.
  package var code: Code
  /// A text that says what failed and what to do about it.
  package var message: String
  /// The error of the system or of a library; `nil` if there is none.
  package var cause: (any Error)?
  /// The file and the line of the source where the error was made.
  package var location: String

  /// Makes an error.
  package init(
    _ code: Code, _ message: String, cause: (any Error)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.code = code
    self.message = message
    self.cause = cause
    location = "\(file):\(line)"
  }

  /// The message, and the cause where there is one.
  package var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
