// SPDX-License-Identifier: Apache-2.0

/// A request of a load: a run of bytes of its own, and perhaps another that many requests share.
struct LoadRequest: Sendable {
  /// The head, and the part of the body that is this request's alone.
  var head: [UInt8]
  /// The rest of the body.
  var tail: ArraySlice<UInt8> = []

  var byteCount: Int { head.count + tail.count }
}
