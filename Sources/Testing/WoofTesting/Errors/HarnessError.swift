// SPDX-License-Identifier: Apache-2.0

/// A failure of a harness to do what a test asked for.
public struct HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of failure. The set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The harness has been stopped.
    public static let stopped = Code(rawValue: "stopped")
    /// The folder for temporary data could not be made.
    public static let noFolder = Code(rawValue: "no-folder")
    /// A fault names a route that the service does not have.
    public static let noSuchRoute = Code(rawValue: "no-such-route")
    /// The service has nothing that looks at pictures.
    public static let noTransformer = Code(rawValue: "no-transformer")
    /// A name or number of a seed, a fault or a picture is out of its range.
    public static let invalid = Code(rawValue: "invalid")
    /// A certificate could not be made.
    public static let noCertificate = Code(rawValue: "no-certificate")
    /// No harness has been lent to the test.
    public static let noHarness = Code(rawValue: "no-harness")
    /// There is no service behind the harness: it replays a recording, or records another service.
    public static let noService = Code(rawValue: "no-service")
  }

  /// The kind of failure.
  public var code: Code
  /// A text that says what failed and what to do about it.
  public var description: String

  /// Makes an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static let isStopped = HarnessError(.stopped, "The harness has been stopped; start another one.")
}
