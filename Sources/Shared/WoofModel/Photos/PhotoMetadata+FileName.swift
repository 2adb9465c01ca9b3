extension PhotoMetadata {
  /// The name of a file with the original: the one that it had where it came from, where that is told, or else the photo's
  /// id with the usual ending of its format. The service suggests the same to a browser.
  ///
  /// Whatever a service says, the name stays in its folder and does not hide the file (``PhotoFileName``).
  public var fileName: String {
    originalFileName.flatMap(PhotoFileName.sanitized) ?? "\(id).\(contentType.fileExtension)"
  }
}
