import Foundation
import URLLoading
import WoofClient

extension Park {
  /// Makes the request with which the system uploads a photo for the app, whether the app runs or not.
  func backgroundUpload(of file: URL, caption: String) async throws -> URLRequest {
    let ticket = try await service.uploadTicket(
      for: PhotoUpload(file: file, caption: caption, visibility: .public))
    return try ticket.request()
  }

  /// Tells which photo became of it, by the response that the system got.
  func finishBackgroundUpload(_ response: HTTPURLResponse) async throws {
    show(try await service.photo(try UploadedTicket(response: response).photo))
  }
}
