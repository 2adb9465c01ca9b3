import WoofSync

extension OfflinePark {
  /// The lines that the app shows of edits that the service refused.
  func problems() throws -> [String] {
    try library.pendingEdits().compactMap { edit in
      edit.problem.map { "\(edit.number): \($0.message)" }
    }
  }

  /// Gives an edit up, or tries it once more.
  func settle(_ number: Int64, retrying: Bool) async throws {
    if retrying { try await library.retry(number) } else { try await library.discard(number) }
  }
}
