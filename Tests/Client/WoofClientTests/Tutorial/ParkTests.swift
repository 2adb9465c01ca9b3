import Foundation
import Testing
import WoofClient

@Suite struct ParkTests {
  private let service = StubService()
  private let folder = FileManager.default.temporaryDirectory
  private let lost = WoofError(.connectionLost, "The connection broke.")

  @Test func `a photo that somebody shares appears in the list`() async throws {
    let park = Park(service: service)
    let photo = try PhotoMetadata.sample(caption: "Rex")
    service.send(.change(PhotoChange(token: ChangeToken(rawValue: "1"), kind: .photo, photo: photo)))
    service.failEvents(with: lost)
    await #expect(throws: WoofError.self) { try await park.followCounts() }
    #expect(await park.photos == [photo])
  }

  @Test func `an upload that fails halfway shows how far it came, and no photo`() async throws {
    let park = Park(service: service)
    service.respondToUploads { [lost] upload, progress in
      progress.totalUnitCount = 100
      progress.completedUnitCount = 40
      throw lost
    }
    let progress = Progress(totalUnitCount: 0)
    await #expect(throws: WoofError.self) {
      try await park.share(folder.appendingPathComponent("rex.jpg"), caption: "Rex", progress: progress)
    }
    #expect(progress.fractionCompleted == 0.4)
    #expect(service.uploads.map(\.caption) == ["Rex"])
    #expect(await park.photos.isEmpty)
  }

  @Test func `a download that fails in the middle leaves no file`() async throws {
    let park = Park(service: service)
    let photo = try PhotoMetadata.sample(caption: "Rex")
    service.respondToFetches { [lost] bytes, progress in
      progress.completedUnitCount = 40
      throw lost
    }
    await #expect(throws: WoofError.self) {
      try await park.save(photo, in: folder, progress: Progress(totalUnitCount: 100))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent(photo.fileName).path))
  }
}
