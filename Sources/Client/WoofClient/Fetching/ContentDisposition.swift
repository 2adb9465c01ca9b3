// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import WoofHTTPSemantics

/// The file names in `Content-Disposition` (RFC 6266).
enum ContentDisposition {
  /// The value of a field that tells a name.
  static func attachment(fileName: String) -> String {
    "attachment; \(HTTPContentDisposition.extendedFileName(fileName))"
  }

  /// The name of a field's value; the one with a character set comes first.
  static func fileName(in value: String) -> String? {
    let parameters = parameters(of: value)
    if let extended = parameters["filename*"], let name = HTTPContentDisposition.extendedValue(extended) { return name }
    return parameters["filename"]
  }

  /// The suggested name, where a file can have it and stays in its folder.
  ///
  /// - Throws: ``WoofError`` with the code `invalidServerResponse`.
  static func safeFileName(in value: String, from url: URL) throws(WoofError) -> String {
    guard let name = fileName(in: value) else { throw WoofError.incomplete(url, missing: "a file name") }
    return try safeFileName(name, from: url)
  }

  /// The name that a service gives a file, where a file can have it and stays in its folder.
  ///
  /// - Throws: ``WoofError`` with the code `invalidServerResponse`.
  static func safeFileName(_ name: String, from url: URL) throws(WoofError) -> String {
    let isUnsafe =
      name.isEmpty || name.hasPrefix(".") || name.utf8.count > 255
      || name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 32 || $0.value == 127 }
    guard !isUnsafe else {
      throw WoofError(
        .invalidServerResponse,
        "\(WoofError.shown(url)) suggests a file name that would leave the folder or hide the file: choose a name "
          + "yourself, and do not trust this service.")
    }
    return name
  }

  private static func parameters(of value: String) -> [String: String] {
    var parameters: [String: String] = [:]
    var rest = value[...].drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      guard rest.first == "=" else { continue }
      let text = takeValue(&rest)
      let key = name.trimmingCharacters(in: .whitespaces).lowercased()
      if parameters[key] == nil { parameters[key] = text }
    }
    return parameters
  }

  /// Takes an equals sign and the token or quoted string behind it (RFC 9110 §5.6).
  private static func takeValue(_ rest: inout Substring) -> String {
    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else {
      let token = rest.prefix { $0 != ";" }
      rest = rest[token.endIndex...]
      return token.trimmingCharacters(in: .whitespaces)
    }
    var text = ""
    var isEscaped = false
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        text.append(character)
      }
    }
    rest = rest.drop { $0 != ";" }
    return text
  }
}

/// `HEAD` of an original or a variant, with `?download`: the name that the service suggests for a file with it.
public struct FileNameRequest: APIRequest, Hashable {
  /// The original or the variant.
  public var bytes: PhotoBytes

  /// Makes the request.
  public init(bytes: PhotoBytes) { self.bytes = bytes }

  /// `HEAD`.
  public var method: HTTPMethod { .head }
  /// The path of the original or of the variant.
  public var path: String { bytes.path }
  /// `download`.
  public var query: [URLQueryItem] { [URLQueryItem(name: "download", value: nil)] }
  /// `Woof-Link-Key`, where the bytes are shared by a link whose password has been given.
  public var fields: [String: String] { bytes.fields }
  /// `false` where the bytes are shared by a link.
  public var sendsCredential: Bool { bytes.link == nil }

  /// Reads the name of `Content-Disposition`.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where there is none, or the name would leave a
  ///   folder or hide the file.
  public func response(from response: APIResponse) throws -> String {
    guard let field = response[field: "Content-Disposition"] else {
      throw WoofError.incomplete(response.url, missing: "Content-Disposition")
    }
    return try ContentDisposition.safeFileName(in: field, from: response.url)
  }
}
