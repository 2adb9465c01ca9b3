internal import WoofModel

extension ControlRoutes {
  func addAccount(_ body: inout ControlBody) async throws -> JSONValue {
    let (name, password) = (try body.neededText("name"), try body.text("password"))
    let isAdministrator = try body.flag("admin")
    try body.finish()
    try await harness.addAccount(
      name, password: password ?? HarnessContents.password, isAdministrator: isAdministrator)
    return .object(["name": .string(name), "password": .string(password ?? HarnessContents.password)])
  }

  func addPhotos(_ body: inout ControlBody) async throws -> JSONValue {
    var contents = HarnessContents()
    contents.photos = [
      HarnessContents.Photos(
        count: try body.integer("count", default: 1), owner: try body.neededText("owner"), picture: try picture(&body),
        caption: try body.text("caption") ?? "", visibility: try body.word("visibility") ?? .public,
        fans: try body.texts("favouritesOf"))
    ]
    contents.historyLength = try body.integer("history", default: 0)
    try body.finish()
    guard (0...10_000).contains(contents.photos[0].count), (0...100_000).contains(contents.historyLength) else {
      throw HarnessError(.invalid, "At most 10,000 photos and 100,000 changes are made at once.")
    }
    let ids = try await harness.add(contents)
    return .object(["photos": .array(ids.map { .string($0.description) })])
  }

  func setFavourite(_ body: inout ControlBody) async throws -> JSONValue {
    let (text, account) = (try body.neededText("photo"), try body.neededText("account"))
    let takesBack = try body.flag("unset")
    try body.finish()
    guard let photo = PhotoID(text) else { throw HarnessError(.invalid, "“\(text)” is no id of a photo.") }
    try await harness.setFavourite(!takesBack, photo, of: account)
    return Self.done
  }

  private func picture(_ body: inout ControlBody) throws(HarnessError) -> DrawnPicture {
    var picture = DrawnPicture(try body.word("format") ?? .jpeg)
    picture.width = try body.integer("width", default: picture.width)
    picture.height = try body.integer("height", default: picture.height)
    picture.frameCount = try body.integer("frames", default: 1)
    picture.padding = try body.integer("padding", default: 0)
    picture.metadata = DrawnPicture.Metadata(
      orientation: try body.integer("orientation"), takenAt: try body.timestamp("takenAt"), make: try body.text("make"),
      model: try body.text("model"), latitude: try body.number("latitude"), longitude: try body.number("longitude"))
    return picture
  }
}
