// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofCommandLine
import WoofModel

@testable import DogsCommands
@testable import TestKit

@Suite struct `The download folder` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func photo(_ number: UInt64, _ text: String) throws -> PhotoMetadata {
    PhotoMetadata(
      id: PhotoID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 | number), owner: "ada",
      contentType: .jpeg, byteCount: Int64(text.utf8.count), digest: try DigestMaking.digest(of: Array(text.utf8)),
      width: 1,
      height: 1, createdAt: Timestamp(milliseconds: 0))
  }

  @Test func `a photo gets another name if other bytes have its name, and is found under it`() async throws {
    let (one, two) = (try photo(1, "one"), try photo(2, "two"))
    try folder.write("edited", to: one.fileName)
    let downloads = try DownloadFolder(folder.path)
    let place = try await downloads.place(for: DownloadedFile(one))
    #expect(place == .init(path: folder.path("\(one.id)-original.jpg"), isPresent: false))
    try folder.write("one", to: "\(one.id)-original.jpg")
    #expect(try await downloads.place(for: DownloadedFile(one)) == .init(path: place.path, isPresent: true))
    #expect(
      try await downloads.place(for: DownloadedFile(two)) == .init(path: folder.path(two.fileName), isPresent: false))
  }

  @Test func `two photos with the same bytes never share a file`() async throws {
    let (one, two) = (try photo(1, "one"), try photo(2, "one"))
    try folder.write("one", to: one.fileName)
    let downloads = try DownloadFolder(folder.path)
    let (first, second) = (
      try await downloads.place(for: DownloadedFile(one)), try await downloads.place(for: DownloadedFile(two))
    )
    #expect(first.isPresent && !second.isPresent && first.path != second.path)
  }

  @Test func `a photo without a free name is reported`() async throws {
    let photo = try photo(1, "one")
    for name in [photo.fileName, "\(photo.id)-original.jpg"] { try folder.write("edited", to: name) }
    let downloads = try DownloadFolder(folder.path)
    let failure = await #expect(throws: CommandFailure.self) { try await downloads.place(for: DownloadedFile(photo)) }
    #expect(failure?.description.contains(photo.fileName) == true)
  }

  @Test func `a variant has its name in that of the file, beside the original`() async throws {
    let photo = try photo(1, "one")
    try folder.write("one", to: photo.fileName)
    let digest = try DigestMaking.digest(of: Array("small".utf8))
    let thumb = DownloadedFile("thumb", of: photo, digest: digest, ending: "webp")
    let place = try await DownloadFolder(folder.path).place(for: thumb)
    #expect(place == .init(path: folder.path("\(photo.id)-thumb.webp"), isPresent: false))
    try folder.write("small", to: "\(photo.id)-thumb.webp")
    #expect(try await DownloadFolder(folder.path).place(for: thumb).isPresent)
  }
}
