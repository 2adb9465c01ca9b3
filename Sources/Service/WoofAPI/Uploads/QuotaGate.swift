// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Refuses uploads for which an account has no room before their bytes come. That there is room is made sure of once
/// more in the transaction which adds the photo.
struct QuotaGate: Sendable {
  let intake: PhotoIntake
  let credentials: any CredentialStore

  /// Lets an upload pass, or does not.
  ///
  /// - Parameter byteCount: The number of bytes of the upload, or the least it will have; 0 where nothing is known.
  /// - Returns: The quota of the account.
  /// - Throws: As ``WoofModel/AccountQuota/admit(byteCount:to:)``.
  func admit(
    byteCount: Int64, _ details: PhotoUpload.Details, of owner: Principal
  ) async throws -> AccountQuota {
    let standard = intake.limits.quota
    guard let summary = try await credentials.summary(of: owner.id) else { return standard.resolved(by: standard) }
    let quota = summary.quota.resolved(by: standard)
    do {
      try quota.admit(byteCount: byteCount, to: summary.use)
    } catch {
      guard try await isKnown(details, of: owner) else { throw error }
    }
    return quota
  }

  /// Returns `true` if an upload needs no storage: it was answered before, or its account has a photo with its digest.
  private func isKnown(_ details: PhotoUpload.Details, of owner: Principal) async throws -> Bool {
    if let text = details.idempotencyKey {
      let key = IdempotencyKey(account: owner.id, text: text)
      if try await intake.outcome(keptUnder: key) != nil { return true }
    }
    guard let digest = details.expectedDigest else { return false }
    return try await intake.hasPhoto(of: owner, with: digest)
  }
}

extension AccountSummary {
  /// The bytes and photos that count for the quota, with deleted ones that are still kept, without uploads under way.
  var use: AccountUse {
    AccountUse(
      byteCount: byteCount + deletedByteCount, photoCount: Int64(photoCount) + Int64(deletedPhotoCount))
  }
}
