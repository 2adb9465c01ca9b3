// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@Suite struct WoofErrorTests {
  /// The names and statuses of the wire contract.
  private let contract: [String: Int] = [
    "authentication-required": 401, "forbidden": 403, "not-found": 404, "method-not-allowed": 405, "conflict": 409,
    "gone": 410, "change-token-expired": 410, "length-required": 411, "precondition-failed": 412,
    "payload-too-large": 413, "unsupported-media-type": 415, "uri-too-long": 414, "range-not-satisfiable": 416,
    "expectation-failed": 417, "invalid-image": 422, "image-quarantined": 422, "digest-mismatch": 422,
    "checksum-mismatch": 460,
    "idempotency-key-reused": 422,
    "too-many-requests": 429, "invalid-request": 400, "invalid-parameter": 400, "change-token-invalid": 400,
    "cross-origin-refused": 403, "headers-too-large": 431, "internal": 500, "not-implemented": 501,
    "http-version-not-supported": 505, "request-timeout": 408, "misdirected-request": 421, "unavailable": 503,
    "insufficient-storage": 507,
  ]

  @Test func `the codes and their statuses are those of the contract`() {
    #expect(WoofError.Code.all.count == contract.count)
    #expect(Dictionary(WoofError.Code.all.map { ($0.name, $0.status) }) { first, _ in first } == contract)
  }

  @Test func `names, types and codes are unique, and each has a title`() {
    let codes = WoofError.Code.all
    #expect(Set(codes).count == codes.count)
    #expect(Set(codes.map(\.type)).count == codes.count)
    #expect(codes.allSatisfy { !$0.title.isEmpty })
  }

  @Test func `a type is the prefix and the name`() {
    #expect(WoofError.Code.notFound.type == "https://woof.invalid/problems/not-found")
  }

  @Test func `codes are compared by their names only`() {
    let newer = WoofError.Code(name: "gone", status: 499, title: "Elsewhere")
    #expect(newer == .gone)
    #expect(newer.hashValue == WoofError.Code.gone.hashValue)
    #expect(newer != .notFound)
  }

  @Test func `a description shows neither the cause nor the source`() {
    struct Secret: Error {}
    let error = WoofError(.internal, "Try again.", cause: Secret(), fileID: "Room/File.swift", line: 7)
    #expect(error.description == "Internal error: Try again.")
    #expect(error.debugDescription.contains("Secret"))
    #expect(error.debugDescription.contains("Room/File.swift:7"))
  }

  @Test func `an error knows its source location`() {
    let error = WoofError(.conflict, "")
    #expect(error.location.fileID.hasSuffix("WoofErrorTests.swift"))
    #expect(error.location.line == #line - 2)
  }
}
