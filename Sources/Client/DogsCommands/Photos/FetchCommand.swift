// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofSystem

/// Fetches one photo.
struct FetchCommand: Command {
  static let name = "fetch"
  static let summary = "Writes the bytes of one photo to standard output or a file."
  static let discussion = """
    The bytes are compared with their digest, and nothing is written before all of them have come. What breaks off goes \
    on where it was. A file takes the place of another; into a device or a pipe the bytes are written. With --json and \
    -o, what was written is told as a JSON object.
    """

  private let service: ServiceOptions
  private let photo: PhotoReference?
  private let file: String?
  private let variant: String?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    file = reader.option("--output", short: "-o", .file(), "The file; by default, or as -, standard output.")
      .flatMap { $0 == "-" ? nil : $0 }
    variant = reader.option("--variant", .text("NAME"), "A derived image, as thumb; by default the original.")
    photo = PhotoReference.one(from: &reader)
    if service.printsJSON, file == nil { reader.refuse(because: "--json needs a file for the photo; add -o FILE") }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name, offline: offline) { session in
      guard let reference = photo else { return .usage }
      let id = try await PhotoSearch(client: session.client).id(of: reference)
      let photo = try await session.client.photo(id)
      let bytes = variant.map { PhotoBytes.variant($0, of: photo) } ?? .original(of: photo)
      guard let file else { return try await write { try await session.client.fetchPhoto(bytes).data } }
      let digest = try await fetch(bytes, to: file, session)
      if service.printsJSON {
        StandardStream.output.write(
          try JSONLine.text(FetchedFile(id: id, file: file, digest: digest, variant: variant)))
      }
      return .done
    }
  }

  private func offline(_ session: ReplicaSession) async throws -> ExitCode {
    guard let reference = photo else { return .usage }
    let id = try await PhotoSearch(session).id(of: reference)
    let data = try session.bytes(of: try session.photo(id), variant: variant)
    guard let file else { return try await write { data } }
    do throws(SystemError) {
      try OutputFile(at: file).write(data)
    } catch {
      throw CommandFailure("\(file.printable) cannot be written: \(SystemError.message(error.number))")
    }
    if service.printsJSON {
      StandardStream.output.write(
        try JSONLine.text(FetchedFile(id: id, file: file, digest: try Digest(of: data), variant: variant)))
    }
    return .done
  }

  /// Fetches to a file, or into what else is there, which another file in its place would take from everybody.
  private func fetch(_ bytes: PhotoBytes, to file: String, _ session: ServiceSession) async throws -> Digest {
    let output = OutputFile(at: file)
    // The SDK's download goes on where it was when it breaks off, which only an ordinary file lets it.
    guard output.isStanding else {
      return try await session.client.download(bytes, to: URL(fileURLWithPath: file)).digest
    }
    let fetched = try await session.client.fetchPhoto(bytes)
    do throws(SystemError) {
      try output.write(fetched.data)
    } catch {
      throw CommandFailure("\(file.printable) cannot be written: \(SystemError.message(error.number))")
    }
    return fetched.digest
  }

  private func write(_ data: () async throws -> Data) async throws -> ExitCode {
    guard !StandardStream.output.isTerminal else {
      throw CommandFailure(
        "a picture is nothing for a terminal: send it to a file by -o FILE, or look at it by dogs show",
        exitCode: .usage)
    }
    let data = try await data()
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch {
      throw CommandFailure.outputFailed
    }
    return .done
  }
}

extension ReplicaSession {
  /// The bytes of a photo that are on this machine.
  ///
  /// - Throws: `WoofError` with the code `bytes-not-here`.
  func bytes(of photo: ReplicaPhoto, variant: String? = nil) throws -> Data {
    guard let file = try replica.cachedImage(photo.id, variant: variant) else {
      throw WoofError(
        .bytesNotHere,
        "The bytes of \(photo.id) are not on this machine: get them by the same command without --offline.")
    }
    do {
      return try Data(contentsOf: file, options: .mappedIfSafe)
    } catch {
      throw WoofError(.fileNotReadable, "\(file.path) cannot be read: check who may read it.", cause: error)
    }
  }
}

/// The file to which a photo was written, as JSON.
private struct FetchedFile: Encodable {
  var id: PhotoID
  var file: String
  var digest: Digest
  var variant: String?
}
