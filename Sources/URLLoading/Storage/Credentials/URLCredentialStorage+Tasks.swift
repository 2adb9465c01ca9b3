import Foundation
public import FoundationNetworking

/// The same for one task. All tasks of a session find the same credentials here.
extension URLCredentialStorage {
  /// Hands over the credentials of a space by their users.
  ///
  /// - Parameter completionHandler: Called once, before this returns.
  public func getCredentials(
    for protectionSpace: URLProtectionSpace, task: URLSessionTask,
    completionHandler: @escaping @Sendable ([String: URLCredential]?) -> Void
  ) {
    completionHandler(credentials(for: protectionSpace))
  }

  /// Adds a credential to a space; see ``set(_:for:)``.
  public func set(_ credential: URLCredential, for protectionSpace: URLProtectionSpace, task: URLSessionTask) {
    set(credential, for: protectionSpace)
  }

  /// Removes a credential from a space; see ``remove(_:for:options:)``.
  public func remove(
    _ credential: URLCredential, for protectionSpace: URLProtectionSpace, options: [String: AnyObject]?,
    task: URLSessionTask
  ) {
    remove(credential, for: protectionSpace, options: options)
  }

  /// Hands over the credential that is taken for a space.
  ///
  /// - Parameter completionHandler: Called once, before this returns.
  public func getDefaultCredential(
    for space: URLProtectionSpace, task: URLSessionTask,
    completionHandler: @escaping @Sendable (URLCredential?) -> Void
  ) {
    completionHandler(defaultCredential(for: space))
  }

  /// Sets the credential that is taken for a space; see ``setDefaultCredential(_:for:)``.
  public func setDefaultCredential(
    _ credential: URLCredential, for protectionSpace: URLProtectionSpace, task: URLSessionTask
  ) {
    setDefaultCredential(credential, for: protectionSpace)
  }
}
