// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit

/// Budgets of allocations per request, by which a request that begins to allocate more is noticed.
///
/// A running `woof serve` is counted as a whole, with its log and its other threads. Counts hardly vary from run to run
/// and not at all with the speed of a machine, unlike times. Budgets are a tenth above what a build without optimization
/// took; with optimization requests take less.
struct AllocationBudgetTests {
  /// A kind of request and the maximum number of allocations that each may cost on average.
  struct Budget: Sendable, CustomTestStringConvertible {
    let name: String
    let allocationCount: Double
    /// The request, given the id of a photo and the value of `Authorization`.
    let request: @Sendable (_ photo: String, _ authorization: String) -> String

    var testDescription: String { name }

    init(
      _ name: String, _ allocationCount: Double,
      _ request: @escaping @Sendable (_ photo: String, _ authorization: String) -> String
    ) {
      self.name = name
      self.allocationCount = allocationCount
      self.request = request
    }
  }

  private static let budgets = [
    Budget("an original", 240) { photo, _ in
      "GET /v1/photos/\(photo)/original HTTP/1.1\r\nHost: localhost\r\n\r\n"
    },
    Budget("an original that has not changed", 320) { photo, _ in
      "GET /v1/photos/\(photo)/original HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n"
    },
    Budget("a part of an original", 305) { photo, _ in
      "GET /v1/photos/\(photo)/original HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\n\r\n"
    },
    Budget("metadata", 270) { photo, _ in "GET /v1/photos/\(photo) HTTP/1.1\r\nHost: localhost\r\n\r\n" },
    Budget("metadata for an account", 360) { photo, authorization in
      "GET /v1/photos/\(photo) HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(authorization)\r\n\r\n"
    },
    Budget("a favourite that is set already", 370) { photo, authorization in
      "PUT /v1/photos/\(photo)/favourite HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(authorization)\r\n\r\n"
    },
    Budget("a page of one photo", 280) { _, _ in "GET /v1/photos?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n" },
  ]

  @Test func `no request allocates more than its budget`() async throws {
    let folder = try TemporaryFolder()
    let count = folder.path("allocations")
    let library = try CompiledLibrary.allocationCounter.path
    let ada = try await folder.addAccount("ada")
    try await blocking {
      let serving = try await ServingProgram(
        ["--data", folder.path("data"), "--listen", "127.0.0.1:0"],
        environment: ["LD_PRELOAD=\(library)", "ALLOCATION_COUNT=\(count)"])
      let photo = try serving.client(ada).addPhoto()
      for budget in Self.budgets {
        let request = Array(budget.request(photo, ada.authorization).utf8)
        let each = try Self.allocationCount(of: request, to: serving.port, by: count)
        #expect(each > 0 && each <= budget.allocationCount, "\(budget.name): \(each) allocations a request")
      }
      _ = try await serving.stop()
    }
  }

  /// Sends a request over and over on one connection, and returns how many allocations each cost the server.
  private static func allocationCount(of request: [UInt8], to port: Int, by count: String) throws -> Double {
    let connection = try RawClient(port: port)
    func send(times: Int) throws {
      for _ in 0..<times {
        try connection.send(request)
        let response = try connection.receiveResponse()
        #expect(200..<400 ~= response.status)
      }
    }
    // Caches are filled, and buffers have their sizes, by now.
    try send(times: 200)
    let before = try number(in: count)
    try send(times: 500)
    return Double(try number(in: count) - before) / 500
  }

  private static func number(in file: String) throws -> Int {
    let bytes = try [UInt8](contentsOfFile: file)
    guard bytes.count == MemoryLayout<Int>.size else { throw TestFailure("\(file) has no count") }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
