extension PhotoMetadata {
  /// The name of a file with the original: the photo's id, with the usual ending of its format. The service suggests the
  /// same to a browser.
  public var fileName: String { "\(id).\(contentType.fileExtension)" }
}
