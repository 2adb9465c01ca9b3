// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The entity tags of metadata: the version, and for a principal whether it likes the photo, since that is in the
/// response too.
///
/// A write may name the revision instead, as `"r7"`: then it depends on what people have made of the photo, and not on
/// its favourites.
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
  /// Whether the principal likes the photo is not known here, so both tags that it may have seen stand for the version;
  /// a third one stands for the revision.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `precondition-failed`.
  static func check(_ request: HTTPRequest, against record: PhotoRecord) throws(WoofError) {
    let tags = [true, false].map { tag(of: record, isFavourite: $0) } + [HTTPEntityTag("r\(record.revision)")]
    let holds = tags.map { tag in
      let validators = HTTPValidators(entityTag: tag)
      return HTTPPreconditions.evaluate(method: request.method, fields: request.fields, validators: validators)
        == .proceed
    }
    // One of them has to be named where it shall match, and neither may be where it shall not.
    let isMet = request.fields.contains(.ifMatch) ? holds.contains(true) : !holds.contains(false)
    guard isMet else { throw changed }
  }

  /// The error for a precondition that does not hold.
  static var changed: WoofError { WoofError(.preconditionFailed, "The photo has changed; read it and try again.") }
}
