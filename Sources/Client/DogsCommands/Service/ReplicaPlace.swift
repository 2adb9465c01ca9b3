// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofModel
import WoofSync

/// The folder of a replica on this machine.
struct ReplicaPlace: Hashable, Sendable {
  static let standardName = "~/.local/share/dogs/replicas"

  /// The path of the folder.
  let folder: String

  /// The folder that the options name, or else the one of a service and an account in the user's data folder.
  init(_ options: ServiceOptions, account: String) {
    folder = options.replica ?? "\(Self.parent(options))/\(Self.prefix(options))\(Self.safe(account))"
  }

  private init(folder: String) { self.folder = folder }

  /// Finds the replica that the options name, or else that of an account, or else the only one of the service.
  ///
  /// - Parameter account: The account, where it is known without asking anybody.
  /// - Throws: ``CodedFailure`` where there is none, or more than one that may be meant.
  static func existing(_ options: ServiceOptions, account: String?) throws -> ReplicaPlace {
    if let folder = options.replica {
      guard isReplica(folder) else {
        throw CodedFailure("no-replica", "there is no replica in \(folder); make one by: dogs sync --replica \(folder)")
      }
      return ReplicaPlace(folder: folder)
    }
    let parent = parent(options)
    let names =
      account.map { [prefix(options) + safe($0)] }
      ?? ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []).filter { $0.hasPrefix(prefix(options)) }
    let found = names.map { "\(parent)/\($0)" }.filter(isReplica).sorted()
    guard let folder = found.first else {
      let owner = account.map { " for \($0)" } ?? ""
      throw CodedFailure(
        "no-replica", "there is no replica of \(options.address)\(owner) on this machine; make one by: dogs sync")
    }
    guard found.count == 1 else {
      throw CodedFailure(
        "ambiguous-replica",
        "there are replicas of several accounts of \(options.address); set DOGS_USER, or name one of these by --replica: "
          + found.joined(separator: ", "))
    }
    return ReplicaPlace(folder: folder)
  }

  /// The notes of `dogs` beside the replica; those of a new one where there are none.
  ///
  /// - Throws: ``CodedFailure`` where the notes are damaged.
  func notes() throws -> ReplicaNotes {
    let file = URL(fileURLWithPath: notesFile)
    guard FileManager.default.fileExists(atPath: file.path) else { return ReplicaNotes() }
    do {
      return try JSONDecoder().decode(ReplicaNotes.self, from: try Data(contentsOf: file))
    } catch {
      throw CodedFailure(
        "replica-damaged", "\(file.path) cannot be read or is damaged; remove it, and sync anew by: dogs sync")
    }
  }

  /// Keeps notes beside the replica, whose folder is there.
  ///
  /// - Throws: ``CodedFailure`` where they cannot be written.
  func keep(_ notes: ReplicaNotes) throws {
    guard (try? self.notes()) != notes else { return }
    do {
      try JSONEncoder().encode(notes).write(to: URL(fileURLWithPath: notesFile), options: .atomic)
    } catch {
      throw CodedFailure(
        "file-not-writable", "\(notesFile) cannot be written (\(error.localizedDescription)); check its folder and disk"
      )
    }
  }

  private var notesFile: String { "\(folder)/dogs.json" }

  private static func isReplica(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/replica.db")
  }

  private static func parent(_ options: ServiceOptions) -> String {
    let home = options.environment.text("HOME") ?? NSHomeDirectory()
    let data = options.environment.text("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return "\(data ?? "\(home)/.local/share")/dogs/replicas"
  }

  private static func prefix(_ options: ServiceOptions) -> String {
    let url = URL(string: options.address)
    let port = url?.port ?? (url?.scheme?.lowercased() == "https" ? 443 : 80)
    return "\(safe((url?.host ?? "").lowercased()))-\(port)-"
  }

  /// A text as a part of a file's name.
  private static func safe(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}

/// The notes of `dogs` beside a replica, for what only the service could tell otherwise.
struct ReplicaNotes: Codable, Hashable, Sendable {
  /// The photos that the replica keeps.
  var scope = ReplicaScope.everything
  /// The visibility that the service gives new photos of the account; `nil` where it did not tell.
  var defaultVisibility: Visibility?
}
