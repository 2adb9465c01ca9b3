import Foundation
import WoofClient

extension Park {
  /// The bytes of a picture, or `nil` where there is nothing to be shown.
  func picture(of photo: PhotoMetadata) async throws -> Data? {
    do {
      return try await service.fetchPhoto(photo).data
    } catch WoofError.Code.unsupportedImage, WoofError.Code.gone {
      return nil
    }
  }
}
