// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel

/// The command `photos list`, which lists private and deleted photos, too.
struct PhotosListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists photos, private and deleted ones too."

  /// The states of the photos that are listed; `live` by default.
  private enum State: String, CaseIterable { case live, deleted, all }
  /// The orders in which photos are listed, by what comes first.
  private enum Order: String, CaseIterable { case newest, popular, largest }

  private let options: ListOptions
  private let query: [URLQueryItem]

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    var query = PhotoFilter(from: &reader).query
    query += .given(
      "state", reader.option("--state", .choice(of: State.self), "Which ones; by default live.")?.rawValue)
    query += .given(
      "order", reader.option("--order", .choice("ORDER", of: Order.self), "Which come first.")?.rawValue)
    self.query = query
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let list = AdminList<AdminPhoto>(path: AdminAPI.path("photos"), query: query)
    try await context.list(list, options, PhotoText.table)
    return .done
  }
}

/// Photos as text.
enum PhotoText {
  static let table = ListTable<AdminPhoto>([
    .number("ID") { $0.metadata.id.description }, .text("OWNER") { $0.metadata.owner },
    .text("STATE") { state(of: $0) }, .number("FAVOURITES") { ShortText.count($0.metadata.favouriteCount) },
    .number("SIZE") { ShortText.bytes($0.metadata.byteCount) }, .text("CAPTION") { $0.metadata.caption },
  ])

  static let metadataTable = ListTable<PhotoMetadata>([
    .number("ID") { $0.id.description }, .text("OWNER") { $0.owner }, .text("STATE") { $0.visibility.rawValue },
    .number("FAVOURITES") { ShortText.count($0.favouriteCount) }, .number("SIZE") { ShortText.bytes($0.byteCount) },
    .text("CAPTION") { $0.caption },
  ])

  static func state(of photo: AdminPhoto) -> String {
    photo.metadata.deleted ? "deleted" : photo.metadata.visibility.rawValue
  }

  static func details(_ photo: AdminPhoto) -> DetailTable {
    let metadata = photo.metadata
    var table = DetailTable()
    table.append("id", metadata.id.description)
    table.append("owner", metadata.owner)
    table.append("caption", metadata.caption)
    table.append("visibility", metadata.visibility.rawValue)
    table.append("type", metadata.contentType.rawValue)
    table.append("size", "\(ShortText.bytes(metadata.byteCount)), \(metadata.width)x\(metadata.height) pixels")
    table.append("taken", metadata.takenAt.map(ShortText.moment))
    table.append("uploaded", ShortText.moment(metadata.createdAt))
    table.append("favourites", ShortText.count(metadata.favouriteCount))
    let variants = metadata.variants.map { $0.keys.sorted().joined(separator: ", ") }
    table.append("variants", photo.awaitsDerivation ? "to be made" : variants)
    table.append("annotations", metadata.annotations.flatMap { try? JSONText.line($0) }.map { String($0.dropLast()) })
    table.append("digest", metadata.digest.description)
    table.append("deleted", photo.deletedAt.map(ShortText.moment))
    table.append("restorable until", photo.restorableUntil.map(ShortText.moment))
    return table
  }
}
