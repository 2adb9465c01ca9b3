// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofTerminal

/// The options that all commands share which ask a service for something.
struct ServiceOptions: Sendable {
  static let standardAddress = "http://127.0.0.1:9663"

  /// The address of the service.
  private(set) var address: String
  /// A file with certificates to trust; `nil` for those of the system.
  let authority: String?
  /// The file in which credentials are kept.
  let credentials: CredentialsFile
  /// `true` if a password may go over plain HTTP to another machine.
  let allowsPlainHTTP: Bool
  /// `true` if results and errors are printed as JSON.
  let printsJSON: Bool
  /// The folder of the replica; `nil` for the one of the service and the account in the user's data folder.
  let replica: String?
  /// `true` if the replica is used and nothing is asked of the service.
  private(set) var isOffline: Bool
  /// `true` if the command line says so itself.
  let saysOffline: Bool
  /// The variables of the environment.
  let environment: [String: String]

  init(from reader: inout ArgumentReader) {
    self.init(from: &reader, environment: ProcessInfo.processInfo.environment)
  }

  init(from reader: inout ArgumentReader, environment: [String: String]) {
    self.environment = environment
    let address = reader.option(
      "--url", .text("URL"), "The address of the service; by default DOGS_URL, or else \(Self.standardAddress).")
    self.address = address ?? environment.text("DOGS_URL") ?? Self.standardAddress
    authority = reader.option(
      "--ca", .file(), "A file with certificates that the service's is trusted by, PEM; by default the system's.")
    let file = reader.option(
      "--credentials", .file(),
      "Where login keeps names and passwords; by default DOGS_CREDENTIALS, or else \(CredentialsFile.standardName).")
    credentials = CredentialsFile(
      path: file ?? environment.text("DOGS_CREDENTIALS") ?? CredentialsFile.standardPath(environment))
    allowsPlainHTTP = reader.flag(
      "--allow-plain-http", "Lets a password go over plain HTTP to another machine, where others can read it.")
    printsJSON = reader.flag("--json", "Prints results as JSON, and errors as JSON on standard error.")
    replica =
      reader.option(
        "--replica", .folder(),
        "Where dogs sync keeps the replica; by default DOGS_REPLICA, or else a folder for the service and the account below "
          + "\(ReplicaPlace.standardName).") ?? environment.text("DOGS_REPLICA")
    saysOffline = reader.flag(
      "--offline", "Uses the replica and asks nothing of the service; so does DOGS_OFFLINE=1.")
    isOffline = saysOffline || environment.text("DOGS_OFFLINE").map { $0 != "0" } ?? false
  }

  /// Does a command's work, and says what went wrong.
  ///
  /// - Parameters:
  ///   - command: The command's name.
  ///   - offline: Does the work with the replica alone; `nil` for a command that needs the service.
  ///   - body: Does the work with the service.
  func perform(
    _ command: String, offline: ((ReplicaSession) async throws -> ExitCode)? = nil,
    _ body: (ServiceSession) async throws -> ExitCode
  ) async -> ExitCode {
    do {
      let session = try ServiceSession(self)
      defer { session.lines.clear() }
      let code =
        isOffline ? try await ReplicaSession.run(self, session, try work(offline)) : try await body(session)
      try StandardStream.checkOutput()
      return code
    } catch {
      let report = FailureReport(error)
      StandardStream.error.write(printsJSON ? report.json : report.text(of: "dogs \(command)"))
      return report.exitCode
    }
  }
}

extension ServiceOptions {
  /// The same options for a command that asks the service whatever the environment says.
  var online: ServiceOptions {
    var options = self
    options.isOffline = false
    return options
  }

  /// The same options for a command that asks a service at another address.
  func asking(_ address: String) -> ServiceOptions {
    var options = self
    options.address = address
    return options
  }

  /// Makes sure that nobody else can read a new password on its way to the service, unless that is allowed.
  ///
  /// - Throws: `CodedFailure` with the code of a sign-in that would not be safe.
  func requireProtection() throws {
    guard let url = URL(string: address), url.scheme?.lowercased() == "http", !allowsPlainHTTP else { return }
    let host = (url.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    guard host != "localhost", host != "::1", !host.hasPrefix("127.") else { return }
    throw CodedFailure(
      "insecure-sign-in",
      "\(address) is plain HTTP, where others can read a password: use https://. Where that is no harm, allow it by "
        + "--allow-plain-http.", exitCode: .signInFailed)
  }

  private func work<Work>(_ offline: Work?) throws -> Work {
    guard let offline else {
      throw CodedFailure(
        "offline", "this needs the service: leave --offline out, and unset DOGS_OFFLINE", exitCode: .usage)
    }
    return offline
  }
}

extension [String: String] {
  /// The value of a variable; `nil` also where it is empty.
  func text(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

/// The file that `dogs login` keeps names and passwords in.
struct CredentialsFile: Hashable, Sendable {
  static let standardName = "~/.config/dogs/credentials.json"

  let path: String

  /// Returns the default path of the file (XDG Base Directory Specification).
  static func standardPath(_ environment: [String: String]) -> String {
    let home = environment.text("HOME") ?? NSHomeDirectory()
    let folder = environment.text("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    return "\(folder)/dogs/credentials.json"
  }

  /// Makes sure that nobody else may read or change the file, where it is there.
  ///
  /// - Throws: `CommandFailure` which says what to do.
  func check() throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw CommandFailure("\(path) cannot be looked at (\(String(cString: strerror(errno)))): check its folder.")
      }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure("\(path) is no ordinary file: name another by --credentials.")
    }
    guard status.st_uid == geteuid() else {
      throw CommandFailure("\(path) belongs to somebody else: name another by --credentials.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw CommandFailure("\(path) holds passwords, and others may read or change it. Protect it: chmod 600 \(path)")
    }
  }

  /// Keeps a credential for a service; makes the file's folder where it is missing.
  ///
  /// - Throws: `WoofError`, or what the system says of the folder.
  func save(_ credential: Credential, for service: URL) async throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure("\(folder.path) cannot be made: name another file by --credentials.")
    }
    try await store.save(credential, for: service)
  }

  /// The file as a store that reads and writes it.
  var store: FileCredentialStore { FileCredentialStore(file: URL(fileURLWithPath: path)) }
}
