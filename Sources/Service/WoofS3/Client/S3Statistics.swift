// SPDX-License-Identifier: Apache-2.0

/// The numbers of what a client has sent.
package struct S3Statistics: Hashable, Sendable {
  /// The requests by their operations, with those that were repeated.
  package var requests: [S3Operation: Int] = [:]
  /// The requests that were sent again after an error.
  package var retries = 0
  /// The errors that were the result.
  package var failures = 0
  /// The reads that were sent a second time because the first took long.
  package var hedges = 0
  /// The second reads that were answered first.
  package var wonHedges = 0
}
