// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import HTTP2TestKit
@testable import TestKit

/// Budgets of what a request costs, by which a request that begins to cost more is noticed.
///
/// A running `woof serve` is counted as a whole, with its log and its other threads. Counts hardly vary from run to run
/// and not at all with the speed of a machine, unlike times. Budgets are a tenth above what a build without optimization
/// took, and one or two system calls, as threads wake each other more or less often; with optimization requests take less.
struct CostBudgetTests {
  /// A kind of request, and the most that each may cost on average.
  struct Budget: Sendable, CustomTestStringConvertible {
    let name: String
    var method = "GET"
    /// The path, in which `*` stands for the id of a photo.
    let path: String
    var fields: [(name: String, value: String)] = []
    var isSignedIn = false
    let http1: Cost
    let http2: Cost

    var testDescription: String { name }

    func request(_ photo: String, _ credential: Credential) -> ClientRequest {
      let authorization = isSignedIn ? [(name: "Authorization", value: credential.authorization)] : []
      let target = path.split(separator: "*", omittingEmptySubsequences: false).joined(separator: photo)
      return ClientRequest(method: method, target: target, fields: fields + authorization)
    }
  }

  /// What requests cost, as ``CompiledLibrary/costCounter`` counts it.
  struct Cost: Sendable {
    var allocations: Double
    var retains: Double
    /// The system calls that move bytes or wait for them.
    var systemCalls: Double

    func isWithin(_ budget: Cost) -> Bool {
      allocations <= budget.allocations && retains <= budget.retains && systemCalls <= budget.systemCalls
    }
  }

  private static let budgets = [
    Budget(
      name: "an original", path: "/v1/photos/*/original",
      http1: Cost(allocations: 115, retains: 545, systemCalls: 4),
      http2: Cost(allocations: 285, retains: 810, systemCalls: 5)),
    Budget(
      name: "an original that has not changed", path: "/v1/photos/*/original", fields: [("If-None-Match", "*")],
      http1: Cost(allocations: 112, retains: 570, systemCalls: 4),
      http2: Cost(allocations: 265, retains: 780, systemCalls: 4)),
    Budget(
      name: "a part of an original", path: "/v1/photos/*/original", fields: [("Range", "bytes=0-9")],
      http1: Cost(allocations: 180, retains: 755, systemCalls: 4),
      http2: Cost(allocations: 355, retains: 1025, systemCalls: 4)),
    Budget(
      name: "metadata", path: "/v1/photos/*",
      http1: Cost(allocations: 162, retains: 820, systemCalls: 4),
      http2: Cost(allocations: 320, retains: 1070, systemCalls: 4)),
    Budget(
      name: "metadata for an account", path: "/v1/photos/*", isSignedIn: true,
      http1: Cost(allocations: 255, retains: 1120, systemCalls: 5),
      http2: Cost(allocations: 440, retains: 1405, systemCalls: 6)),
    Budget(
      name: "a favourite that is set already", method: "PUT", path: "/v1/photos/*/favourite", isSignedIn: true,
      http1: Cost(allocations: 245, retains: 1195, systemCalls: 5),
      http2: Cost(allocations: 445, retains: 1485, systemCalls: 5)),
    Budget(
      name: "a page that is remembered", path: "/v1/photos?limit=1",
      http1: Cost(allocations: 155, retains: 705, systemCalls: 4),
      http2: Cost(allocations: 265, retains: 955, systemCalls: 4)),
    Budget(
      name: "a page of one photo for an account", path: "/v1/photos?limit=1", isSignedIn: true,
      http1: Cost(allocations: 525, retains: 1350, systemCalls: 6),
      http2: Cost(allocations: 660, retains: 1635, systemCalls: 6)),
  ]

  @Test(
    .disabled(if: Sanitizer.isActive, "it allocates and calls the system itself"), arguments: ClientProtocol.allCases)
  func `no request costs more than its budget`(wire: ClientProtocol) async throws {
    let folder = try TemporaryFolder()
    let counts = folder.path("counts")
    let library = try CompiledLibrary.costCounter.path
    let ada = try await folder.addAccount("ada")
    try await blocking {
      let serving = try await ServingProgram(
        ["--data", folder.path("data"), "--listen", "127.0.0.1:0"],
        environment: ["LD_PRELOAD=\(library)", "COST_COUNTS=\(counts)"])
      let photo = try serving.client(ada).addPhoto()
      for budget in Self.budgets {
        let connection = try wire.connection(over: try RawClient(port: serving.port))
        let each = try Self.cost(of: budget.request(photo, ada), over: connection, by: counts)
        let limit = wire == .http1 ? budget.http1 : budget.http2
        #expect(each.allocations > 0 && each.systemCalls > 0 && each.isWithin(limit), "\(budget.name): \(each)")
      }
      _ = try await serving.stop()
    }
  }

  /// Sends a request over and over on one connection, and returns what each cost the server.
  private static func cost(
    of request: ClientRequest, over connection: any ClientConnection, by file: String
  ) throws -> Cost {
    func send(times: Int) throws {
      for _ in 0..<times { #expect(200..<400 ~= (try connection.exchange(request)).status) }
    }
    // Caches are filled, and buffers have their sizes, by now.
    try send(times: 200)
    let before = try numbers(in: file)
    try send(times: 500)
    let each = zip(before, try numbers(in: file)).map { Double($1 - $0) / 500 }
    return Cost(allocations: each[0], retains: each[1], systemCalls: each[2])
  }

  private static func numbers(in file: String) throws -> [Int] {
    let bytes = try [UInt8](contentsOfFile: file)
    let size = MemoryLayout<Int>.size
    guard bytes.count == 3 * size else { throw TestFailure("\(file) has no counts") }
    return (0..<3).map { bytes[($0 * size)..<(($0 + 1) * size)].reversed().reduce(0) { $0 << 8 | Int($1) } }
  }
}
