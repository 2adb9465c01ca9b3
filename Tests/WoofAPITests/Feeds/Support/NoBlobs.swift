// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel

/// A blob store for feeds, which never look at bytes.
struct NoBlobs: BlobStore {
  func makeSpool() throws -> any BlobSpool { throw WoofError(.insufficientStorage, "There is no room.") }
  func open(_ digest: Digest) throws -> (any BlobFile)? { nil }
  func hold(_ digest: Digest) throws -> (any BlobHold)? { nil }
}
