// SPDX-License-Identifier: Apache-2.0

/// An error of modules: a wrong registration, or a failed step in a module's life.
public struct ModuleError: Error, Sendable {
  /// The kind of failure.
  public var code: Code
  /// The module that failed.
  public var module: ModuleID
  /// A description of the failure, and of the remedy if it is known.
  public var message: String
  /// The error below this one.
  public var cause: (any Error)?
  /// The failures that followed while the modules were stopped and cleaned up.
  public var consequences: [ModuleError]

  /// Makes an error.
  public init(
    _ code: Code, module: ModuleID, _ message: String, cause: (any Error)? = nil, consequences: [ModuleError] = []
  ) {
    self.code = code
    self.module = module
    self.message = message
    self.cause = cause
    self.consequences = consequences
  }

  /// A kind of failure; the set is open.
  public struct Code: Hashable, Sendable {
    /// The name, for logs and tests.
    public let name: String

    /// The id is not made of lower-case words with dots between them.
    public static let invalidID = Code(name: "invalid-id")
    /// Another module has the same id.
    public static let duplicateID = Code(name: "duplicate-id")
    /// Nothing was provided at an extension point where one thing is needed.
    public static let nothingProvided = Code(name: "nothing-provided")
    /// Several modules provided something at an extension point where one thing is needed.
    public static let providedTwice = Code(name: "provided-twice")
    /// Provisioning failed.
    public static let provisionFailed = Code(name: "provision-failed")
    /// The module found something wrong before it ran.
    public static let validationFailed = Code(name: "validation-failed")
    /// The module's work failed.
    public static let runFailed = Code(name: "run-failed")
    /// The body that used the running modules failed, and cleaning up after it failed too.
    public static let bodyFailed = Code(name: "body-failed")
    /// The module could not give back all that it had acquired.
    public static let cleanUpFailed = Code(name: "clean-up-failed")
  }
}

extension ModuleError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The module, what went wrong, and why, down to the first cause.
  public var description: String {
    "module \(module): \(message)" + (cause.map { ": \($0)" } ?? "")
  }

  /// Everything, what failed afterwards included; for logs.
  public var debugDescription: String {
    let below = cause.map { " (cause: \(String(reflecting: $0)))" } ?? ""
    let after = consequences.map { "; then \(String(reflecting: $0))" }.joined()
    return "module \(module): \(code.name): \(message)\(below)\(after)"
  }
}
