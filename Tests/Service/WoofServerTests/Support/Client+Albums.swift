// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import TestKit

extension Client {
  /// Makes an album that everybody may see, unless told otherwise.
  ///
  /// - Returns: The id of the new album.
  func makeAlbum(_ title: String = "Rex", _ visibility: String = "public") throws -> String {
    let json = #"{"title":"\#(title)","visibility":"\#(visibility)"}"#
    let response = try send("POST", "/v1/albums", json: json)
    guard response.status == 201, let id = try response.member("id").text else {
      throw TestFailure("\(response.status): \(response.text)")
    }
    return id
  }

  /// Makes an album with so many new photos that everybody may see.
  ///
  /// - Returns: The ids of the album and of its photos, in their order.
  func makeAlbum(photoCount: Int, _ visibility: String = "public") throws -> (album: String, photos: [String]) {
    let album = try makeAlbum("Rex", visibility)
    let photos = try (0..<photoCount).map { _ in try addPhoto() }
    for photo in photos { _ = try addToAlbum(album, photo) }
    return (album, photos)
  }

  /// Adds a photo to an album, or moves it, without a body or with one.
  func addToAlbum(_ album: String, _ photo: String, json: String? = nil) throws -> ClientResponse {
    let target = "/v1/albums/\(album)/photos/\(photo)"
    return if let json { try send("PUT", target, json: json) } else { try put(target) }
  }

  /// The ids of the photos of an album.
  func albumPhotos(_ album: String) throws -> [String] { try ids("/v1/albums/\(album)/photos?limit=500") }
}
