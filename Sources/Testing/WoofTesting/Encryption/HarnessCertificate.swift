// SPDX-License-Identifier: Apache-2.0

/// The certificate that a harness shows to clients that connect by `https`.
public enum HarnessCertificate: String, Hashable, Sendable, Codable, CaseIterable {
  /// A good one, of the harness's own authority, which ``WoofHarness/certificateAuthorityFile`` holds.
  case good
  /// One of that authority that was valid until yesterday.
  case expired
  /// One of that authority for another host.
  case wrongHost
  /// One of an authority that nobody knows.
  case unknownAuthority
}
