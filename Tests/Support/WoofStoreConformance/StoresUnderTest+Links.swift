// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension Sample {
  /// The id of a link that was made as the so-manieth.
  package static func linkID(_ number: Int) -> ShareLinkID { ShareLinkID(uuid: photoID(number)) }

  /// An album of a number, as the target of a link.
  package static func album(_ number: Int) -> ShareLink.Target { .album(albumID(number)) }

  /// A photo of a number, as the target of a link.
  package static func photo(_ number: Int) -> ShareLink.Target { .photo(photoID(number)) }
}

extension StoresUnderTest {
  /// Makes a link that must be new, whose secret is the sample of its number; it expires after 100 milliseconds unless
  /// told otherwise.
  @discardableResult
  package func makeLink(
    _ number: Int, to target: ShareLink.Target, by owner: Principal, at time: Int64 = 0,
    _ terms: ShareLink.Terms = ShareLink.Terms(expiresAt: Sample.time(100)), countLimit: Int = 100
  ) async throws -> ShareLink {
    let link = ShareLink(
      id: Sample.linkID(number), owner: owner, target: target, terms: terms, createdAt: Sample.time(time))
    try await links.addLink(link, secretHash: Sample.digest(number), countLimit: countLimit)
    return link
  }

  /// What the secret of a link opens; `nil` where it opens nothing.
  package func openedLink(_ number: Int, at time: Int64 = 0) async throws -> ShareLink? {
    try await links.link(ofSecretHash: Sample.digest(number), at: Sample.time(time))
  }

  /// The ids of the links of an account, read in pages; of all accounts where it is `nil`.
  package func linkIDs(
    of account: Principal?, to target: ShareLink.Target? = nil, at time: Int64 = 0, pageLimit: Int = 100
  ) async throws -> [ShareLinkID] {
    var ids: [ShareLinkID] = []
    var query = ShareLinkQuery(account: account?.id, target: target, limit: pageLimit, at: Sample.time(time))
    while true {
      let page = try await links.links(query)
      ids += page.map(\.id)
      guard page.count == pageLimit, let last = page.last else { return ids }
      query.after = last.id
    }
  }
}
