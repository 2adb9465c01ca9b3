// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Copies a text of the host's.
  init(_ span: woof_plugin_span) {
    self.init(
      decoding: UnsafeBufferPointer(start: span.bytes, count: span.bytes == nil ? 0 : span.count), as: UTF8.self)
  }

  /// Lends the text to a function of the host's.
  func withSpan<Result>(_ body: (woof_plugin_span) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(woof_plugin_span(bytes: $0.baseAddress, count: $0.count)) }
  }
}
