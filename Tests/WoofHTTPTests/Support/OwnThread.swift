// SPDX-License-Identifier: Apache-2.0

@testable import WoofHTTP

/// Runs `body` on a thread of its own, where it may block without keeping other tests from theirs.
func onOwnThread<Result>(_ body: () async throws -> Result) async throws -> Result {
  let group = try EventLoopGroup(count: 1)
  let result: Swift.Result<Result, any Error>
  do {
    result = .success(try await withTaskExecutorPreference(group.loops[0]) { try await body() })
  } catch {
    result = .failure(error)
  }
  await group.stop()
  return try result.get()
}
