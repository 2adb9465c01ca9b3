/// An error of the wire contract: the service turns it into a problem document (RFC 9457), and the client makes it from
/// one.
public struct WoofError: Error, Sendable {
  /// The kind of problem.
  public var code: Code
  /// A message for whoever sent the request, with advice if possible; it holds no secret, path or SQL.
  public var message: String
  /// Members of the problem document that belong to its code, as `limit` or `parameter`.
  public var details: [String: JSONValue]
  /// The number of seconds after which another attempt makes sense; `nil` if it is not known.
  public var retryAfter: Int?
  /// The error below this one, for logs only.
  public var cause: (any Error)?
  /// The place in the source at which the error was made.
  public var location: SourceLocation

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, details: [String: JSONValue] = [:], retryAfter: Int? = nil,
    cause: (any Error)? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    self.code = code
    self.message = message
    self.details = details
    self.retryAfter = retryAfter
    self.cause = cause
    location = SourceLocation(fileID: fileID, line: line)
  }

  /// A place in the source.
  public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file's name.
    public var fileID: String
    /// The line, from 1.
    public var line: Int

    /// Makes a location.
    public init(fileID: String, line: Int) {
      self.fileID = fileID
      self.line = line
    }

    /// The file and the line, as compilers write them.
    public var description: String { "\(fileID):\(line)" }
  }
}

extension WoofError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The title of the code and the message; fit for a client.
  public var description: String { "\(code.title): \(message)" }

  /// Everything, the cause and the place in the source included; for logs, not for clients.
  public var debugDescription: String {
    let below = cause.map { " (cause: \(String(reflecting: $0)))" } ?? ""
    return "\(code.name) at \(location): \(message)\(below)"
  }
}
