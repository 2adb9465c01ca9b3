// SPDX-License-Identifier: Apache-2.0

/// The content of a response that refuses a request. Everything in it may be missing.
package struct S3ErrorDocument: Hashable, Sendable {
  /// The code, as `NoSuchKey`.
  package var code: String?
  /// Words for people.
  package var message: String?
  /// The id of the request.
  package var requestID: String?
  /// The region that the request should have been signed for.
  package var region: String?

  /// Reads a document; `nil` where it is none of an error.
  package init?(_ root: XMLElement) {
    guard root.name == "Error" else { return nil }
    code = root.text(of: "Code").flatMap { $0.isEmpty ? nil : $0 }
    message = root.text(of: "Message").flatMap { $0.isEmpty ? nil : $0 }
    requestID = root.text(of: "RequestId")
    region = root.text(of: "Region")
  }

  /// Reads content, as far as it is a document.
  init?(_ content: [UInt8]) {
    guard let root = try? XMLReader.document(content) else { return nil }
    self.init(root)
  }
}
