// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofConfiguration
import WoofHTTP
import WoofModel
import WoofResources
import WoofAPI

@testable import TestKit
@testable import WoofServer

/// `openapi.yaml` says what the service does.
struct ContractTests {
  private static let lines = String(decoding: WoofResources.openAPI, as: UTF8.self)
    .split(separator: "\n", omittingEmptySubsequences: false)

  /// The methods of all paths of the contract, as `GET /v1/photos`.
  private static var operations: Set<String> {
    var operations: Set<String> = []
    var path: Substring?
    for line in lines.drop(while: { $0 != "paths:" }).dropFirst() {
      if let first = line.first, first != " ", first != "#" { break }
      if let match = line.wholeMatch(of: /\ \ (\/[^:]*):/) {
        path = match.1
      } else if let path, let match = line.wholeMatch(of: /\ \ \ \ (get|put|post|patch|delete|head|options):/) {
        operations.insert("\(match.1.uppercased()) \(path)")
      }
    }
    return operations
  }

  /// The names of all problems that the contract lists.
  private static var problems: Set<String> {
    Set(
      lines.compactMap { $0.wholeMatch(of: /\s+- https:\/\/woof\.invalid\/problems\/([a-z-]+)/).map { String($0.1) } })
  }

  @Test func `the contract has exactly the routes of the service`() async throws {
    let routes = try await withAdministeredService { running in
      #expect(running.administration?.service.routeTable.map(\.pattern).contains("/admin/v1/status") == true)
      let onSocket = Set(running.administration?.service.routeTable.map(Self.name) ?? [])
      let onTCP = running.service.routeTable.map(Self.name)
      #expect(onSocket == Set(onTCP.filter { $0.contains("/admin/") }))
      return onTCP
    }
    #expect(Set(routes).count == routes.count)
    #expect(Set(routes).symmetricDifference(Self.operations).sorted() == [])
  }

  private static func name(_ route: (method: HTTPMethod, pattern: String)) -> String {
    "\(route.method.token) \(route.pattern)"
  }

  /// Runs a service that is administered in every way.
  private func withAdministeredService<Result: Sendable>(
    _ body: @escaping @Sendable (RunningService) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    let settings = try WoofServer.configuration(
      text: "{administration: {tcp: true}, modules: {'transformer.plugins': {enabled: false}}}",
      overrides: [
        ConfigurationOverride(option: "test", path: ["modules", "service.http", "listen"], texts: ["127.0.0.1:0"]),
        ConfigurationOverride(
          option: "test", path: ["modules", "storage.embedded", "folder"], text: folder.path("data")),
      ])
    let log = LogSink(descriptor: open("/dev/null", O_WRONLY | O_CLOEXEC), format: .json)
    defer { log.close() }
    return try await WoofServer.run(settings.root, log: log, body)
  }

  @Test func `the contract has exactly the problems of the service`() {
    let codes = Set(WoofError.Code.all.map(\.name))
    #expect(codes.symmetricDifference(Self.problems).sorted() == [])
  }

  @Test func `every name of a problem in the contract exists`() {
    let codes = Set(WoofError.Code.all.map(\.name))
    let mentioned = Self.lines.flatMap { line in
      line.matches(of: /problems\/([a-z-]+)/).map { String($0.1) }
    }
    #expect(Set(mentioned).subtracting(codes) == [])
  }
}
