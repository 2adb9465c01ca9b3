// SPDX-License-Identifier: Apache-2.0

// As tests of programs have it that know nothing of where the types come from: this file compiles with the toolchain's
// module, too.
import Foundation

#if canImport(URLLoading)
import URLLoading
#elseif canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A task that loads nothing.
final class MockTask: URLSessionDataTask, @unchecked Sendable {  // its property never changes
  private let completion: @Sendable () -> Void

  @available(*, deprecated, message: "As on Apple's systems.")
  init(_ completion: @escaping @Sendable () -> Void) {
    self.completion = completion
    super.init()
  }

  override var state: URLSessionTask.State { .running }

  override func resume() { completion() }

  override func suspend() {}

  override func cancel() {}
}

/// A task that adds nothing but what is needed.
class SilentTask: URLSessionDataTask, @unchecked Sendable {  // it has no property of its own
  override func resume() {}
}

/// A session that responds to everything alike.
final class MockSession: URLSession, @unchecked Sendable {  // its property never changes
  private let data: Data

  init(data: Data) {
    self.data = data
    super.init(configuration: .ephemeral)
  }

  @available(*, deprecated, message: "As on Apple's systems.")
  override func dataTask(with request: URLRequest) -> URLSessionDataTask { SilentTask() }

  @available(*, deprecated, message: "As on Apple's systems.")
  override func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    let data = data
    return MockTask { completionHandler(data, nil, nil) }
  }

  @available(*, deprecated, message: "As on Apple's systems.")
  override func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  override func invalidateAndCancel() {}

  override func finishTasksAndInvalidate() {}
}
