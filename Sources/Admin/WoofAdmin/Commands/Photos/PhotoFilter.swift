// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofModel
import WoofTerminal

/// The options by which a command searches for photos.
struct PhotoFilter: Sendable {
  /// The parameters of the search; empty if no option was given.
  let query: [URLQueryItem]

  init(from reader: inout ArgumentReader) {
    var query: [URLQueryItem] = []
    query += .given("owner", reader.option("--owner", .account(), "Only photos of this account."))
    query += .given(
      "visibility", reader.option("--visibility", .choice(of: Visibility.self), "Only these.")?.rawValue)
    query += .given(
      "contentType", reader.option("--type", .choice("TYPE", of: ImageType.self), "Only this format.")?.rawValue)
    query += .given("since", reader.option("--since", MomentArgument.kind, "Only photos that came in from then on."))
    query += .given("until", reader.option("--until", MomentArgument.kind, "Only photos that came in before."))
    query += .given("text", reader.option("--text", .text("TEXT"), "Only photos whose caption contains this."))
    self.query = query
  }
}
