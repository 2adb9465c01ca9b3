// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// An error on the way of a request whose sender is known, so that the log can name who failed.
struct SignedInFailure: Error {
  let error: any Error
  /// As the log has it: an account's name, or `unix:` and a user of the machine.
  let user: String

  /// Has a request of a user answered, and gives the response or the error of it the user's name.
  static func naming(
    _ user: String?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let user else { return try await body() }
    do {
      var response = try await body()
      response.user = user
      return response
    } catch {
      throw SignedInFailure(error: error, user: user)
    }
  }
}
