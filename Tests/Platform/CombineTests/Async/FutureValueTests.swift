// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct FutureValueTests {
  @Test func `the value of a future that cannot fail is awaited`() async {
    let future = Future<Int, Never> { promise in promise(.success(7)) }
    #expect(await future.value == 7)
    #expect(await future.value == 7)
  }

  @Test func `the failure of a future is thrown`() async {
    let future = Future<Int, TestFailure> { promise in promise(.failure(TestFailure(number: 1))) }
    await #expect(throws: TestFailure(number: 1)) { try await future.value }
  }

  @Test func `all tasks wait for a value that comes later`() async throws {
    let promise = Recorded<(Result<Int, TestFailure>) -> Void>()
    let future = Future<Int, TestFailure> { promise.append($0) }
    let shared = Shared(future)
    async let first = shared.value.value
    async let second = shared.value.value
    await Task.yield()
    for keep in promise.all { keep(.success(3)) }
    #expect(try await first == 3)
    #expect(try await second == 3)
  }
}
