// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The properties by which two protection spaces are the same. Foundation's own objects are equal only to themselves.
struct ProtectionSpaceIdentity: Hashable, Sendable {
  let host: String
  let port: Int
  let `protocol`: String?
  let realm: String?
  let authenticationMethod: String
  let isProxy: Bool
  let proxyType: String?

  init(_ space: URLProtectionSpace) {
    host = space.host.lowercased()
    port = space.port
    self.protocol = space.protocol?.lowercased()
    realm = space.realm
    let method = space.authenticationMethod
    authenticationMethod = method == NSURLAuthenticationMethodDefault ? NSURLAuthenticationMethodHTTPBasic : method
    isProxy = space.isProxy()
    proxyType = space.proxyType
  }
}

/// A protection space that is equal to another that says the same, so that dictionaries find it.
final class ComparableProtectionSpace: URLProtectionSpace, @unchecked Sendable {  // as its superclass, it never changes
  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ComparableProtectionSpace else { return false }
    return ProtectionSpaceIdentity(self) == ProtectionSpaceIdentity(other)
  }

  override var hash: Int { ProtectionSpaceIdentity(self).hashValue }

  /// The same space as one of this class.
  static func of(_ space: URLProtectionSpace) -> URLProtectionSpace {
    if space is ComparableProtectionSpace { return space }
    if space.isProxy() {
      return ComparableProtectionSpace(
        proxyHost: space.host, port: space.port, type: space.proxyType, realm: space.realm,
        authenticationMethod: space.authenticationMethod)
    }
    return ComparableProtectionSpace(
      host: space.host, port: space.port, protocol: space.protocol, realm: space.realm,
      authenticationMethod: space.authenticationMethod)
  }
}
