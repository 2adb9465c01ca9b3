// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofModel

/// The JSON of quotas.
struct AccountQuotaTests {
  private func quota(_ json: String) throws -> AccountQuota {
    try JSONDecoder().decode(AccountQuota.self, from: Data(json.utf8))
  }

  @Test func `limits are read as numbers, as unlimited, or not at all`() throws {
    let read = try quota(#"{"bytes": 5, "uploads": "unlimited"}"#)
    #expect(read == AccountQuota(byteCount: 5, photoCount: nil, uploadCount: AccountQuota.unlimited))
    #expect(try quota(String(decoding: JSONEncoder().encode(read), as: UTF8.self)) == read)
  }

  @Test(arguments: ["-1", #""many""#, "true", "1.5"])
  func `a malformed limit is refused`(value: String) throws {
    #expect(throws: DecodingError.self) { try quota(#"{"photos": \#(value)}"#) }
  }
}
