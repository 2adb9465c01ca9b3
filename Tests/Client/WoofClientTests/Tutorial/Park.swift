import WoofClient

/// The model of a small photo app: what its views show, and what they ask for.
actor Park {
  let service: any PhotoService
  var photos: [PhotoMetadata] = []

  init(service: any PhotoService) { self.service = service }
}
