// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCryptography
import WoofImages

/// Copies pictures that are to be uploaded into the replica's folder, and looks at them meanwhile: what is no picture is
/// refused at once, and not when there is a network.
struct UploadStaging: Sendable {
  private static let pieceByteCount = 1 << 18

  let files: any ReplicaFiles
  let environment: ReplicaEnvironment

  /// Copies a picture; the copy is durable when this returns.
  ///
  /// - Throws: `WoofError` with the code `unsupported-image`, `file-not-readable` or `disk-full`, or of the
  ///   replica's files.
  func stage(_ file: URL) async throws -> StagedUpload {
    let source: FileHandle
    do {
      source = try FileHandle(forReadingFrom: file)
    } catch {
      throw WoofError(
        .fileNotReadable, "\(file.path) cannot be read: check its name and who may read it.", cause: error)
    }
    defer { try? source.close() }
    return try stage { try source.read(upToCount: Self.pieceByteCount) ?? Data() }
  }

  /// Copies a picture from memory; the copy is durable when this returns.
  ///
  /// - Throws: As ``stage(_:)-(URL)``.
  func stage(_ picture: Data) throws -> StagedUpload {
    var rest = picture
    return try stage {
      defer { rest = rest.dropFirst(Self.pieceByteCount) }
      return rest.prefix(Self.pieceByteCount)
    }
  }

  /// Copies bytes, a piece at a time until one is empty.
  func stage(_ next: () throws -> Data) throws -> StagedUpload {
    let name = "staged/\(environment.newName())"
    var hash = try SHA256()
    var byteCount: Int64 = 0
    var inspections = ImageTransformers.standard().map { $0.makeInspection() }
    try files.create(name) { append in
      while true {
        let piece = try next()
        guard !piece.isEmpty else { return }
        try piece.withUnsafeBytes { bytes in
          hash.update(bytes.bytes)
          for index in inspections.indices { try Self.accepted { try inspections[index].consume(bytes.bytes) } }
          try append(bytes)
        }
        byteCount += Int64(piece.count)
      }
    }
    do {
      var findings = PhotoFindings()
      for index in inspections.indices { findings.fill(from: try Self.accepted { try inspections[index].finish() }) }
      guard let digest = Digest(hash.finish()) else { throw WoofError(.internal, "A digest has a wrong length.") }
      return StagedUpload(
        file: name, digest: digest, byteCount: byteCount, type: findings.type, width: findings.width ?? 0,
        height: findings.height ?? 0, takenAt: findings.takenAt)
    } catch {
      files.remove(name)
      throw error
    }
  }

  private static func accepted<Result>(_ inspect: () throws -> Result) throws -> Result {
    do {
      return try inspect()
    } catch let rejection as PhotoRejection {
      throw WoofError(
        .unsupportedImage,
        "This is no picture that can be uploaded: \(rejection.transformer) says that \(rejection.reason).",
        details: ["transformer": .string(rejection.transformer), "reason": .string(rejection.reason)], cause: rejection)
    }
  }
}
