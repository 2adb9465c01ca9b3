// SPDX-License-Identifier: Apache-2.0

extension S3Client {
  /// Puts a large file in parts, of which one at a time is in memory. The upload is given up where that fails.
  ///
  /// - Parameters:
  ///   - path: The file, which nobody changes meanwhile.
  ///   - partByteCount: The length of the parts, in bytes; 16 MB by default, and never less than
  ///     ``smallestPart``, nor so little that there were more than 10,000.
  /// - Throws: ``S3Error``, and ``WoofSystem/SystemError`` where the file cannot be read.
  package func putInParts(
    _ key: S3ObjectKey, file path: String, contentType: String? = nil, partByteCount: Int = 16 << 20
  ) async throws {
    let file = try UploadedFile(path)
    let count = max(partByteCount, Self.smallestPart, Int((file.byteCount + 9_999) / 10_000))
    let upload = try await createUpload(key, contentType: contentType)
    do {
      var parts: [S3UploadedPart] = []
      for offset in stride(from: 0, to: max(file.byteCount, 1), by: count) {
        let bytes = try await file.bytes(at: offset, count: count)
        parts.append(try await uploadPart(parts.count + 1, of: upload, bytes: bytes))
      }
      try await complete(upload, parts)
    } catch {
      // Where that fails as well, the clean-up of uploads finds it.
      try? await abort(upload)
      throw error
    }
  }
}
