/// What went wrong, in the words of the wire contract: the service makes problem documents (RFC 9457) of it, and the
/// client makes it of problem documents.
public struct WoofError: Error, Sendable {
  /// What kind of problem it is.
  public var code: Code
  /// What to do about it, fit to be shown to whoever sent the request: no secret, path or SQL.
  public var message: String
  /// Members of the problem document that belong to its code, as `limit` or `parameter`.
  public var details: [String: JSONValue]
  /// After how many seconds trying again makes sense, where that is known.
  public var retryAfter: Int?
  /// The error below this one, for logs only.
  public var cause: (any Error)?
  /// Where in the source the error was made.
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
