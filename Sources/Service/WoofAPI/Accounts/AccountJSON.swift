// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// An account as it sees itself: the body of the response to `GET /v1/me`, and to a sign-up.
struct AccountJSON: Sendable {
  /// The visibility of a photo whose upload does not give one.
  let defaultVisibility: Visibility
  /// The quota of accounts that have none of their own.
  let standardQuota: AccountQuota
  /// The rules for who may invite others.
  let signUp: SignUpPolicy

  /// Returns the JSON of an account.
  ///
  /// - Parameters:
  ///   - uploadCount: The number of its uploads under way.
  ///   - session: The browser session that the request acts in, and the token that its changes need; `nil` for none.
  func bytes(
    of summary: AccountSummary, uploadCount: Int, session: (id: BrowserSessionID, token: String)? = nil
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("name")
    writer.value(summary.account.name.text)
    writer.name("admin")
    writer.value(summary.account.isAdministrator)
    writer.name("mayInvite")
    writer.value(signUp.admitsInviter(isAdministrator: summary.account.isAdministrator))
    writer.name("createdAt")
    writer.value(summary.account.createdAt)
    writer.name("photoCount")
    writer.value(summary.photoCount)
    writer.name("favouriteCount")
    writer.value(summary.favouriteCount)
    writer.name("defaultVisibility")
    writer.value(defaultVisibility.rawValue)
    let (use, quota) = (summary.use, summary.quota.resolved(by: standardQuota))
    writer.name("used")
    Self.write(
      [("bytes", use.byteCount), ("photos", use.photoCount), ("uploads", Int64(uploadCount))], to: &writer)
    writer.name("quota")
    Self.write(
      [("bytes", quota.byteCount), ("photos", quota.photoCount), ("uploads", quota.uploadCount)], to: &writer)
    if let session {
      writer.name("session")
      writer.beginObject()
      writer.name("id")
      writer.value(session.id.description)
      writer.name("token")
      writer.value(session.token)
      writer.endObject()
    }
    writer.endObject()
    return writer.bytes
  }

  private static func write(_ amounts: [(name: String, amount: Int64?)], to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, amount) in amounts {
      guard let amount else { continue }
      writer.name(name)
      writer.value(amount)
    }
    writer.endObject()
  }
}
