// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading
import WoofModel
import WoofTesting

/// A harness, and the control API beside it.
struct RemoteHarness {
  let woof: WoofHarness
  let control: HarnessControl

  /// Sends a request; the status and the JSON of the response.
  func call(_ method: String, _ path: String, _ json: String = "") async throws -> (status: Int, body: JSONValue) {
    var request = URLRequest(url: control.url.appendingPathComponent(path))
    request.httpMethod = method
    if !json.isEmpty { request.httpBody = Data(json.utf8) }
    let (data, response) = try await woof.session().data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return (status, try JSONDecoder().decode(JSONValue.self, from: data))
  }
}

/// Runs a harness and its control API for the time of `body`.
func withRemote(
  _ configure: (inout HarnessConfiguration) -> Void = { _ in }, _ body: (RemoteHarness) async throws -> Void
) async throws {
  let woof = try await WoofHarness.start {
    $0.clock = .standing(at: Timestamp(milliseconds: 0))
    configure(&$0)
  }
  let control = try await HarnessControl.start(for: woof)
  do { try await body(RemoteHarness(woof: woof, control: control)) } catch {
    await control.stop()
    await woof.stop()
    throw error
  }
  await control.stop()
  await woof.stop()
}
