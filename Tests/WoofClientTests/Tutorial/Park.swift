import Foundation
import WoofClient

/// The model of a small photo app: what its views show, and what they ask for.
actor Park {
  let client: WoofClient
  var photos: [PhotoMetadata] = []

  init(service: URL, signIn: any SignInController) {
    client = WoofClient(baseURL: service, signIn: .asking(signIn))
  }
}
