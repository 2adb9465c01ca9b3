// SPDX-License-Identifier: Apache-2.0

/// An error of modules: a wrong registration, or a failed step in a module's life.
package struct ModuleError: Error, Sendable {
  /// The kind of failure.
  package var code: Code
  /// The module that failed.
  package var module: ModuleID
  /// A description of the failure, and of the remedy if it is known.
  package var message: String
  /// The error below this one.
  package var cause: (any Error)?
  /// The failures that followed while the modules were stopped and cleaned up.
  package var consequences: [ModuleError]

  /// Makes an error.
  package init(
    _ code: Code, module: ModuleID, _ message: String, cause: (any Error)? = nil, consequences: [ModuleError] = []
  ) {
    self.code = code
    self.module = module
    self.message = message
    self.cause = cause
    self.consequences = consequences
  }

  /// A kind of failure; the set is open.
  package struct Code: Hashable, Sendable {
    /// The name, for logs and tests.
    package let name: String

    /// The id is not made of lower-case words with dots between them.
    package static let invalidID = Code(name: "invalid-id")
    /// Another module has the same id.
    package static let duplicateID = Code(name: "duplicate-id")
    /// Nothing was provided at an extension point where one thing is needed.
    package static let nothingProvided = Code(name: "nothing-provided")
    /// Several modules provided something at an extension point where one thing is needed.
    package static let providedTwice = Code(name: "provided-twice")
    /// Provisioning failed.
    package static let provisionFailed = Code(name: "provision-failed")
    /// The module found something wrong before it ran.
    package static let validationFailed = Code(name: "validation-failed")
    /// The module's work failed.
    package static let runFailed = Code(name: "run-failed")
    /// The body that used the running modules failed, and cleaning up after it failed too.
    package static let bodyFailed = Code(name: "body-failed")
    /// The module could not give back all that it had acquired.
    package static let cleanUpFailed = Code(name: "clean-up-failed")
  }
}

extension ModuleError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The module, what went wrong, and why, down to the first cause.
  package var description: String {
    "module \(module): \(message)" + (cause.map { ": \($0)" } ?? "")
  }

  /// Everything, what failed afterwards included; for logs.
  package var debugDescription: String {
    let below = cause.map { " (cause: \(String(reflecting: $0)))" } ?? ""
    let after = consequences.map { "; then \(String(reflecting: $0))" }.joined()
    return "module \(module): \(code.name): \(message)\(below)\(after)"
  }
}
