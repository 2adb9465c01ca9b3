import Testing
import WoofClient
import WoofModel

@testable import DogsCommands
@testable import TestSupport

@Suite struct `The folder of downloads` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func photo(_ number: UInt64, _ text: String) throws -> PhotoMetadata {
    PhotoMetadata(
      id: PhotoID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 | number), owner: "ada",
      contentType: .jpeg, byteCount: Int64(text.utf8.count), digest: try DigestMaking.digest(of: Array(text.utf8)),
      width: 1,
      height: 1, createdAt: Timestamp(milliseconds: 0))
  }

  @Test func `a name whose ending is as long as a name may be is shortened`() async throws {
    let downloads = try DownloadFolder(folder.path)
    let name = "a." + String(repeating: "b", count: 253)
    let first = try await downloads.place(for: try photo(1, "one"), suggested: name)
    let second = try await downloads.place(for: try photo(2, "two"), suggested: name)
    #expect(first.path.hasSuffix(name))
    #expect(second.path != first.path && second.path.utf8.count - folder.path.utf8.count < 255)
  }

  @Test func `a photo that is there is found, whichever of its names others ask for first`() async throws {
    let (one, two) = (try photo(1, "one"), try photo(2, "two"))
    try folder.write("two", to: "x.jpg")
    try folder.write("one", to: "x-\(one.id).jpg")
    let downloads = try DownloadFolder(folder.path)
    #expect(try await downloads.place(for: one, suggested: "x.jpg").isPresent)
    let place = try await downloads.place(for: two, suggested: "x.jpg")
    #expect(place.isPresent && place.path == folder.path("x.jpg"))
  }

  @Test func `two photos never get one file`() async throws {
    try folder.write("one", to: "x.jpg")
    let downloads = try DownloadFolder(folder.path)
    let first = try await downloads.place(for: try photo(1, "one"), suggested: "x.jpg")
    let second = try await downloads.place(for: try photo(2, "one"), suggested: "x.jpg")
    #expect(first.isPresent && !second.isPresent && first.path != second.path)
  }
}
