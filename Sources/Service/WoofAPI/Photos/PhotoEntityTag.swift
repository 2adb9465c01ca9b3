// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The entity tags of metadata: the version, and for a principal whether it likes the photo, since that is in the
/// response too.
enum PhotoEntityTag {
  /// The tag of what a reader sees.
  static func tag(of record: PhotoRecord, isFavourite: Bool?) -> HTTPEntityTag? {
    switch isFavourite {
    case nil: HTTPEntityTag("\(record.version)")
    case true?: HTTPEntityTag("\(record.version)-f")
    case false?: HTTPEntityTag("\(record.version)-n")
    }
  }

  /// Checks the preconditions of a write against the newest record.
  ///
  /// Whether the principal likes the photo is not known here, so both tags that it may have seen stand for the version.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `precondition-failed`.
  static func check(_ request: HTTPRequest, against record: PhotoRecord) throws(WoofError) {
    let holds = [true, false].map { isFavourite in
      let validators = HTTPValidators(entityTag: tag(of: record, isFavourite: isFavourite))
      return HTTPPreconditions.evaluate(method: request.method, fields: request.fields, validators: validators)
        == .proceed
    }
    // One of them has to be named where it shall match, and neither may be where it shall not.
    let isMet = request.fields.contains(.ifMatch) ? holds.contains(true) : !holds.contains(false)
    guard isMet else { throw WoofError(.preconditionFailed, "The photo has changed; read it and try again.") }
  }
}
