// SPDX-License-Identifier: Apache-2.0

import HarnessTestKit
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// Runs a harness with one photo of `ada` for the time of `body`.
///
/// - Parameter wire: The protocol in which all clients have to speak; any if it is `nil`.
@discardableResult
func withHarness<Result>(
  over wire: HarnessProtocol? = nil, _ configure: (inout HarnessConfiguration) throws -> Void = { _ in },
  _ body: (WoofHarness, PhotoID) async throws -> Result
) async throws -> Result {
  let woof = try await WoofHarness.start {
    $0.account("ada")
    wire?.configure(&$0)
    try configure(&$0)
  }
  do {
    let photo = try await woof.addPhoto(DrawnPicture(.png, seed: 4), by: "ada", caption: "Rex")
    let result = try await body(woof, photo)
    wire?.verify(woof)
    await woof.stop()
    return result
  } catch {
    await woof.stop()
    throw error
  }
}

/// The error of something that has to fail.
func failure(_ body: () async throws -> Void) async throws -> WoofError {
  do { try await body() } catch let error as WoofError { return error }
  throw Unfailed()
}

struct Unfailed: Error {}
