import Combine
import Testing
import WoofClient

@Suite struct CaptionListTests {
  @Test func `photos without a caption are left out`() async throws {
    let service = StubService()
    service.respond(to: PhotoPageRequest.self) { request in
      PhotoPage(items: [try .sample(caption: "Rex"), try .sample(caption: "")])
    }
    for try await captions in CaptionList(service: service).captions(of: "ada").values {
      #expect(captions == ["Rex"])
    }
    #expect(service.requests.count == 1)
  }
}

extension PhotoMetadata {
  static func sample(caption: String) throws -> PhotoMetadata {
    let id = try #require(PhotoID("0193a7b2-c4d5-7e6f-8123-456789abcdef"))
    let digest = try #require(Digest("sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"))
    return PhotoMetadata(
      id: id, owner: "ada", caption: caption, contentType: .jpeg, byteCount: 1, digest: digest, width: 1, height: 1,
      createdAt: id.createdAt)
  }
}
