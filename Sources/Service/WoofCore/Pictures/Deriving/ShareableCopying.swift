// SPDX-License-Identifier: Apache-2.0

/// Makes copies of photos without what is private in them, their pixels untouched.
public protocol ShareableCopying: Sendable {
  /// Names everything that shapes a copy besides its original.
  var identity: String { get }

  /// Gives a copy's bytes in order. Blocks.
  ///
  /// - Throws: ``WoofModel/PhotoRejection`` where the original is not what can be copied, ``WoofModel/WoofError`` where
  ///   it cannot be read, and what `write` throws.
  func copy(_ original: any BlobFile, to write: (RawSpan) throws -> Void) throws
}
