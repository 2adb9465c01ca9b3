/// An error for tests.
struct TestFailure: Error, Equatable {
  var number = 0
}
