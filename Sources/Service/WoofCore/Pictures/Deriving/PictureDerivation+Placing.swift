// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofModel
internal import WoofSystem

extension PictureDerivation {
  /// Places the images that were derived, and gathers what is to be kept.
  ///
  /// - Parameter wanted: The images that were asked for; others are not believed in.
  /// - Returns: The derivatives to keep, and the holds on the blobs until they are kept.
  func place(
    _ findings: PictureFindings, wanted: [VariantSpecification], by setup: PictureSetup
  ) async throws -> (derivatives: PhotoDerivatives, holds: [any BlobHold]) {
    var derivatives = PhotoDerivatives(checking: findings)
    var holds: [any BlobHold] = []
    for specification in wanted {
      guard let image = findings.variants[specification.name], image.type == specification.type else { continue }
      let (digest, hold) = try await place(image.bytes)
      holds.append(hold)
      derivatives.variants[specification.name] = PhotoRecord.Variant(
        digest: digest, byteCount: Int64(image.bytes.count), type: image.type, width: image.width,
        height: image.height, specification: specification.identity, transformers: setup.transformerNames)
    }
    counter.count(\.variantCount, derivatives.variants.count)
    return (derivatives, holds)
  }

  private func place(_ bytes: [UInt8]) async throws -> (Digest, any BlobHold) {
    let blobs = parts.blobs
    return try await parts.workers.run {
      guard let digest = Digest(SHA256.digest(of: bytes)) else {
        throw WoofError(.internal, "The digest of a derived image is lost.")
      }
      let spool = try blobs.makeSpool()
      try spool.append(bytes.span.bytes)
      return (digest, try spool.place(as: digest))
    }
  }
}

extension PhotoDerivatives {
  /// The longest ThumbHash has 25 bytes; one that is much longer is none.
  private static let placeholderByteLimit = 64
  /// The maximum length of plugins' annotations as JSON, in bytes; longer ones are dropped.
  private static let annotationByteLimit = 16_384

  /// Takes what a transformer says of a picture, as far as it can be so.
  init(checking findings: PictureFindings) {
    self.init(perceptualHash: findings.perceptualHash, partHashes: findings.partHashes)
    if let bytes = findings.placeholder, (1...Self.placeholderByteLimit).contains(bytes.count) {
      placeholder = Base64.encode(bytes, as: .standard)
    }
    if let colour = findings.averageColour, Self.isColour(colour) { averageColour = colour }
    var writer = JSONWriter()
    writer.value(.object(findings.annotations))
    pluginAnnotations = writer.bytes.count <= Self.annotationByteLimit ? findings.annotations : [:]
  }

  private static func isColour(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
      && text.utf8.dropFirst().allSatisfy { Hexadecimal.lowerCaseValue(of: $0) != nil }
  }
}
