// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofTerminal

/// The options that all commands share which ask a service for something.
struct ServiceOptions: Sendable {
  static let standardAddress = "http://127.0.0.1:9663"

  /// The address of the service.
  let address: String
  /// A file with certificates to trust; `nil` for those of the system.
  let authority: String?
  /// The file in which credentials are kept.
  let credentials: CredentialsFile
  /// `true` if a password may go over plain HTTP to another machine.
  let allowsPlainHTTP: Bool
  /// `true` if results and errors are printed as JSON.
  let printsJSON: Bool
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
  }

  /// Does a command's work, and says what went wrong.
  ///
  /// - Parameter command: The command's name.
  func perform(_ command: String, _ body: (ServiceSession) async throws -> ExitCode) async -> ExitCode {
    do {
      let session = try ServiceSession(self)
      defer { session.lines.clear() }
      let code = try await body(session)
      try StandardStream.checkOutput()
      return code
    } catch {
      let report = FailureReport(error)
      StandardStream.error.write(printsJSON ? report.json : report.text(of: "dogs \(command)"))
      return report.exitCode
    }
  }
}

extension [String: String] {
  /// The value of a variable; `nil` also where it is empty.
  func text(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
