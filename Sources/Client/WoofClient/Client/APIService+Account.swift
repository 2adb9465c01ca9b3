// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// The account of the credential.
  ///
  /// - Throws: ``WoofError``, as with `authenticationRequired`; `CancellationError` when the task is cancelled.
  public func account() async throws -> Account { try await response(to: AccountRequest()) }
}
