// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

/// A session's memory of the credentials that were given to it: the one that each protection space took, and the paths
/// of an origin on which that space was met. No credential is ever used for another origin.
///
/// May be used from several threads.
final class CredentialMemory: Sendable {
  /// A credential and how it is to be said.
  struct Remembered: Sendable {
    let credential: URLCredential
    let offer: AuthenticationOffer
    let space: ProtectionSpaceIdentity
  }

  /// The most paths that are remembered of one space; then the oldest is forgotten.
  static let maximalPathCount = 64
  /// The most spaces that are remembered; then the oldest is forgotten.
  static let maximalSpaceCount = 1024

  private struct Entry {
    let remembered: Remembered
    /// `nil` for a proxy, which is no origin.
    let origin: Origin?
    var paths: [String]
  }

  private let entries = Mutex<[Entry]>([])

  /// Makes a memory that holds nothing.
  init() {}

  /// The credential that goes with a request before anybody asks for it (RFC 7617 §2.2): that of the space whose
  /// remembered path is the longest above the URL's.
  func remembered(for url: URL) -> Remembered? {
    entries.withLock { entries in
      guard !entries.isEmpty, let origin = Origin(url) else { return nil }
      let path = Self.path(of: url)
      var best: (length: Int, remembered: Remembered)?
      for entry in entries where entry.origin == origin && !entry.remembered.space.isProxy {
        for prefix in entry.paths where path.hasPrefix(prefix) && prefix.utf8.count > best?.length ?? -1 {
          best = (prefix.utf8.count, entry.remembered)
        }
      }
      return best?.remembered
    }
  }

  /// The credential of a space.
  func remembered(in space: ProtectionSpaceIdentity) -> Remembered? {
    entries.withLock { $0.first { $0.remembered.space == space }?.remembered }
  }

  /// The credential of a space, unless it is the one that was just refused there: what another task has learnt since.
  func remembered(in space: ProtectionSpaceIdentity, otherThan refused: URLCredential?) -> Remembered? {
    guard let remembered = remembered(in: space) else { return nil }
    guard let refused, remembered.credential.saysSame(as: refused) else { return remembered }
    return nil
  }

  /// Remembers a credential whose persistence is ``URLCredential/Persistence/forSession`` or longer; others are not.
  ///
  /// - Parameter url: The URL at which the space was met. It and all below its folder belong to the space from now on.
  func remember(
    _ credential: URLCredential, for offer: AuthenticationOffer, in space: ProtectionSpaceIdentity, at url: URL
  ) {
    guard credential.persistence != .none, let origin = Origin(url) else { return }
    let folder = Self.folder(of: Self.path(of: url))
    entries.withLock { entries in
      var paths = [folder]
      if let index = entries.firstIndex(where: { $0.remembered.space == space }) {
        paths = Self.adding(folder, to: entries.remove(at: index).paths)
      }
      if entries.count >= Self.maximalSpaceCount { entries.removeFirst() }
      let remembered = Remembered(credential: credential, offer: offer, space: space)
      entries.append(Entry(remembered: remembered, origin: origin, paths: paths))
    }
  }

  /// The credential that goes to a proxy before it asks.
  func remembered(forProxy host: String, _ port: Int) -> Remembered? {
    entries.withLock { entries in
      guard !entries.isEmpty else { return nil }
      let host = host.lowercased()
      let entry = entries.last { entry in
        let space = entry.remembered.space
        return space.isProxy && space.host == host && space.port == port
      }
      return entry?.remembered
    }
  }

  /// Remembers a credential for a proxy, whose persistence is ``URLCredential/Persistence/forSession`` or longer.
  func remember(
    _ credential: URLCredential, for offer: AuthenticationOffer, inProxy space: ProtectionSpaceIdentity
  ) {
    guard credential.persistence != .none, space.isProxy else { return }
    entries.withLock { entries in
      entries.removeAll { $0.remembered.space == space }
      if entries.count >= Self.maximalSpaceCount { entries.removeFirst() }
      let remembered = Remembered(credential: credential, offer: offer, space: space)
      entries.append(Entry(remembered: remembered, origin: nil, paths: []))
    }
  }

  /// Forgets a credential that the space no longer takes; one that was learnt since stays.
  func forget(_ credential: URLCredential, in space: ProtectionSpaceIdentity) {
    entries.withLock { entries in
      entries.removeAll { $0.remembered.space == space && $0.remembered.credential.saysSame(as: credential) }
    }
  }

  /// Forgets everything.
  func removeAll() { entries.withLock { $0.removeAll() } }

  private static func adding(_ folder: String, to paths: [String]) -> [String] {
    if paths.contains(where: folder.hasPrefix) { return paths }
    let kept = paths.filter { !$0.hasPrefix(folder) }
    return kept.suffix(maximalPathCount - 1) + [folder]
  }

  /// The path of a URL without the segments that lead upwards, as it is meant by the server.
  private static func path(of url: URL) -> String {
    let written = url.path(percentEncoded: true)
    guard written.utf8.contains(0x2E) || written.utf8.contains(0x25) else { return written.isEmpty ? "/" : written }
    let path = written.replacingOccurrences(of: "%2e", with: ".", options: .caseInsensitive)
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for segment in segments {
      switch segment {
      case ".": continue
      case "..": _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    if segments.last == "." || segments.last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }

  /// The path up to its last slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
  }
}

extension URLCredential {
  /// Returns `true` if both name the same user with the same password.
  func saysSame(as other: URLCredential) -> Bool { user == other.user && password == other.password }
}
