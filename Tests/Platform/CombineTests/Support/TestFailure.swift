// SPDX-License-Identifier: Apache-2.0

/// An error for tests.
struct TestFailure: Error, Equatable {
  var number = 0
}
