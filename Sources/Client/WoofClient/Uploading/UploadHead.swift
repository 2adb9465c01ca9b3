// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The parameters and fields that every request of an upload has in common: what the photo is to be, the digest that its
/// bytes have, and the key by which the service knows the upload again. For one key they never change.
package struct UploadHead: Hashable, Sendable {
  /// Caption and visibility, where they are given.
  package let query: [URLQueryItem]
  /// `Repr-Digest`, `Idempotency-Key`, and `Content-Disposition` where the file has a name.
  package let fields: [String: String]

  /// Makes a head.
  package init(digest: Digest, caption: String, visibility: Visibility?, fileName: String?, key: String) {
    var query = visibility.map { [URLQueryItem(name: "visibility", value: $0.rawValue)] } ?? []
    if !caption.isEmpty { query.append(URLQueryItem(name: "caption", value: caption)) }
    self.query = query
    var fields = ["Repr-Digest": ReprDigest.value(for: digest), "Idempotency-Key": "\"\(key)\""]
    // A field, which a service that does not know it leaves alone; it would refuse a parameter.
    if let name = fileName.flatMap(PhotoFileName.sanitized) {
      fields["Content-Disposition"] = ContentDisposition.attachment(fileName: name)
    }
    self.fields = fields
  }
}
