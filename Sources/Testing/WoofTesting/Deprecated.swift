// SPDX-License-Identifier: Apache-2.0

// Names of the last release, which go with the next one.

/// A response that is sent in the place of the service's.
@available(*, deprecated, renamed: "StubbedResponse")
public typealias StubbedAnswer = StubbedResponse

/// A response that went to a client.
@available(*, deprecated, renamed: "RecordedResponse")
public typealias RecordedAnswer = RecordedResponse

extension Fault {
  /// The harness responds, before any route does.
  @available(*, deprecated, renamed: "response(_:)")
  public static func answer(_ response: StubbedResponse) -> Fault { .response(response) }
}

extension Fault.Direction {
  /// From the service to the client.
  @available(*, deprecated, renamed: "response")
  public static var answer: Self { .response }
}

extension RecordedExchange {
  /// The response, from when its head was sent.
  @available(*, deprecated, renamed: "response")
  public var answer: RecordedResponse? {
    get { response }
    set { response = newValue }
  }
}
