// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// The fields of one request in the form libcurl takes them. Frees what it holds.
struct FieldList: ~Copyable {
  /// The first of them; `nil` for none.
  private(set) var first: UnsafeMutablePointer<curl_slist>?  // owned, freed by `removeAll()`

  /// Adds a line: a field, or, with nothing after the colon, one that libcurl is not to make up.
  mutating func append(_ line: String) { first = curl_slist_append(first, line) }

  mutating func removeAll() {
    curl_slist_free_all(first)
    first = nil
  }

  deinit { curl_slist_free_all(first) }
}
