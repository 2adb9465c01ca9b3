import Combine
import WoofClient

/// The captions of somebody's photos, for a view that listens to publishers.
struct CaptionList {
  let service: any APIService

  func captions(of owner: String) -> AnyPublisher<[String], WoofError> {
    service.photosPublisher(owner: owner)
      .map(\.caption)
      .filter { !$0.isEmpty }
      .collect()
      .eraseToAnyPublisher()
  }
}
