internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The entity tags of metadata: the version, and for a principal whether it likes the photo, since that is in the
/// answer too.
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
  /// Each version's tag says the same of the principal's favourite, as setting one makes a new version; so it is enough
  /// that the version is right.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `precondition-failed`.
  static func check(_ request: HTTPRequest, against record: PhotoRecord) throws(WoofError) {
    for isFavourite in [true, false] {
      let validators = HTTPValidators(entityTag: tag(of: record, isFavourite: isFavourite))
      let outcome = HTTPPreconditions.evaluate(method: request.method, fields: request.fields, validators: validators)
      if outcome == .proceed { return }
    }
    throw WoofError(.preconditionFailed, "The photo has changed; read it and try again.")
  }
}
