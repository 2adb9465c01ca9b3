// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
import Synchronization

/// The credentials that tasks find without asking anybody, by protection space.
///
/// It has the interface of Foundation's class of that name. Spaces are compared by what they say: host, port, protocol,
/// realm and method, or the proxy and its type. It may be used from several threads.
///
/// Credentials are kept in the memory of this process and nowhere else. Apple's systems put those with the persistence
/// `.permanent` into the keychain; there is none here, and a password in a file would be worse than asking again.
open class URLCredentialStorage: NSObject, @unchecked Sendable {  // its one property is guarded by a mutex
  private struct Entry {
    let space: URLProtectionSpace
    var credentials: [String: URLCredential] = [:]
    var defaultUser: String?
  }

  /// Posted, on the thread that did it, when a credential was added or removed; Foundation declares the name.
  private static let changeName = Notification.Name("NSURLCredentialStorageChangedNotification")

  private let entries = Mutex<[ProtectionSpaceIdentity: Entry]>([:])

  /// The storage of all sessions that have no other.
  public static let shared = URLCredentialStorage()

  /// Makes a storage that holds nothing.
  public override init() { super.init() }

  /// The credentials of a space by their users, or none where there are none.
  open func credentials(for space: URLProtectionSpace) -> [String: URLCredential]? {
    entries.withLock { $0[ProtectionSpaceIdentity(space)]?.credentials }
  }

  /// The credentials of all spaces. The spaces in it are equal to those of challenges that say the same.
  open var allCredentials: [URLProtectionSpace: [String: URLCredential]] {
    entries.withLock { entries in
      Dictionary(entries.values.map { ($0.space, $0.credentials) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Adds a credential to a space, in place of the one of the same user. One with the persistence `.none`, without a
  /// user, or about certificates, is not kept.
  open func set(_ credential: URLCredential, for space: URLProtectionSpace) {
    guard change({ Self.add(credential, for: space, to: &$0) }) else { return }
    announceChange()
  }

  /// Removes a credential from a space.
  open func remove(_ credential: URLCredential, for space: URLProtectionSpace) {
    remove(credential, for: space, options: nil)
  }

  /// Removes a credential from a space.
  ///
  /// - Parameter options: Apple's name what to do with credentials that are shared by devices, of which there are none.
  open func remove(_ credential: URLCredential, for space: URLProtectionSpace, options: [String: AnyObject]?) {
    let removed = change { entries in
      let key = ProtectionSpaceIdentity(space)
      guard let user = credential.user, entries[key]?.credentials.removeValue(forKey: user) != nil else { return false }
      if entries[key]?.defaultUser == user { entries[key]?.defaultUser = nil }
      if entries[key]?.credentials.isEmpty == true { entries[key] = nil }
      return true
    }
    if removed { announceChange() }
  }

  /// The credential that is taken for a space, if one was set for that.
  open func defaultCredential(for space: URLProtectionSpace) -> URLCredential? {
    entries.withLock { entries in
      guard let entry = entries[ProtectionSpaceIdentity(space)], let user = entry.defaultUser else { return nil }
      return entry.credentials[user]
    }
  }

  /// Sets the credential that is taken for a space, and adds it where it is not there. One with the persistence `.none`,
  /// without a user, or about certificates, is not kept.
  open func setDefaultCredential(_ credential: URLCredential, for space: URLProtectionSpace) {
    let changed = change { entries in
      guard Self.isKept(credential) else { return false }
      let isNew = Self.add(credential, for: space, to: &entries)
      let key = ProtectionSpaceIdentity(space)
      defer { entries[key]?.defaultUser = credential.user }
      return isNew || entries[key]?.defaultUser != credential.user
    }
    if changed { announceChange() }
  }

  // MARK: The same for one task

  /// The credentials of a space by their users, or none where there are none.
  open func credentials(for space: URLProtectionSpace, task: URLSessionTask) async -> [String: URLCredential]? {
    credentials(for: space)
  }

  /// The credential that is taken for a space, if one was set for that.
  open func defaultCredential(for space: URLProtectionSpace, task: URLSessionTask) async -> URLCredential? {
    defaultCredential(for: space)
  }

  /// Hands over the credentials of a space by their users.
  ///
  /// - Parameter completionHandler: Called once, before this returns.
  open func getCredentials(
    for protectionSpace: URLProtectionSpace, task: URLSessionTask,
    completionHandler: @escaping @Sendable ([String: URLCredential]?) -> Void
  ) {
    completionHandler(credentials(for: protectionSpace))
  }

  /// Adds a credential to a space; see ``set(_:for:)``.
  open func set(_ credential: URLCredential, for protectionSpace: URLProtectionSpace, task: URLSessionTask) {
    set(credential, for: protectionSpace)
  }

  /// Removes a credential from a space; see ``remove(_:for:options:)``.
  open func remove(
    _ credential: URLCredential, for protectionSpace: URLProtectionSpace, options: [String: AnyObject]?,
    task: URLSessionTask
  ) {
    remove(credential, for: protectionSpace, options: options)
  }

  /// Hands over the credential that is taken for a space.
  ///
  /// - Parameter completionHandler: Called once, before this returns.
  open func getDefaultCredential(
    for space: URLProtectionSpace, task: URLSessionTask,
    completionHandler: @escaping @Sendable (URLCredential?) -> Void
  ) {
    completionHandler(defaultCredential(for: space))
  }

  /// Sets the credential that is taken for a space; see ``setDefaultCredential(_:for:)``.
  open func setDefaultCredential(
    _ credential: URLCredential, for protectionSpace: URLProtectionSpace, task: URLSessionTask
  ) {
    setDefaultCredential(credential, for: protectionSpace)
  }

  private func change(_ body: (inout [ProtectionSpaceIdentity: Entry]) -> Bool) -> Bool {
    entries.withLock { body(&$0) }
  }

  private static func isKept(_ credential: URLCredential) -> Bool {
    credential.persistence != .none && credential.user != nil && !credential.isOfCertificates
  }

  /// Adds a credential; `false` where that changes nothing.
  private static func add(
    _ credential: URLCredential, for space: URLProtectionSpace, to entries: inout [ProtectionSpaceIdentity: Entry]
  ) -> Bool {
    guard isKept(credential), let user = credential.user else { return false }
    let key = ProtectionSpaceIdentity(space)
    let before = entries[key, default: Entry(space: ComparableProtectionSpace.of(space))]
      .credentials.updateValue(credential, forKey: user)
    return before.map { !$0.saysSame(as: credential) || $0.persistence != credential.persistence } ?? true
  }

  private func announceChange() {
    NotificationCenter.default.post(name: Self.changeName, object: self)
  }
}
