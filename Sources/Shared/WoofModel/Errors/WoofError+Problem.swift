extension WoofError {
  /// `true` if sending an idempotent request again may help, after ``retryAfter`` seconds if that is set.
  public var isWorthRetrying: Bool { code.isTransient || retryAfter != nil }

  /// Makes the error that a problem document (RFC 9457) tells of.
  ///
  /// A problem of the wire contract gets the code of its name, known to this version or not. The code of a problem of
  /// another origin has the whole `type` for a name.
  ///
  /// - Parameters:
  ///   - status: The status of the answer, which counts more than the document's.
  ///   - retryAfter: The seconds that the answer's `Retry-After` tells.
  /// - Returns: `nil` where the document names no problem.
  public init?(
    problem: JSONValue, status: Int, retryAfter: Int? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    guard case .object(var members) = problem, case .string(let type) = members.removeValue(forKey: "type"),
      !type.isEmpty, type != "about:blank"
    else { return nil }
    let name = type.hasPrefix(Code.typePrefix) ? String(type.dropFirst(Code.typePrefix.count)) : type
    let known = Code.all.first { $0.name == name }
    let title = Self.text(members.removeValue(forKey: "title")) ?? known?.title ?? name
    let detail = Self.text(members.removeValue(forKey: "detail"))
    for member in ["status", "instance"] { members[member] = nil }
    self.init(
      Code(name: name, status: status, title: title), detail ?? "The service says no more than this.",
      details: members, retryAfter: retryAfter, fileID: fileID, line: line)
  }

  private static func text(_ value: JSONValue?) -> String? {
    guard case .string(let text) = value, !text.isEmpty else { return nil }
    return text
  }
}
