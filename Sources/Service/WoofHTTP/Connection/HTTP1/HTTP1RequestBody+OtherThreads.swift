extension HTTP1RequestBody {
  /// The bytes that another thread takes from the socket before others have their turn there: 1 MiB.
  private static let loanSize: Int64 = 1 << 20

  func forEachChunk(
    on run: HTTPBlockingRunner, _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    while let chunk = try await next() {
      guard let loan = lendSocket() else {
        try await run { try chunk.withBytes(consume) }
        continue
      }
      defer { takeBack(loan) }
      try await run {
        try chunk.withBytes(consume)
        try loan.forEach(consume)
      }
    }
  }

  private func lendSocket() -> SocketLoan? {
    guard let remaining = remainingCount, connection.input.count == lentCount else { return nil }
    return connection.lendSocket(limit: Int(min(remaining, Self.loanSize)))
  }

  private func takeBack(_ loan: SocketLoan) {
    connection.takeBack(loan)
    receivedElsewhere(loan.count)
  }
}
