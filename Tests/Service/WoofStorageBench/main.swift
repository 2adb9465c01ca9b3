// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCore
import WoofModel
import WoofStorage

// Measures how many favourites a second the embedded store takes, beside a bare SQLite program that writes the same
// rows with the same batching and durability. Arguments: `store` or `bare` to run one of them only; seconds, callers,
// photos, accounts. `backup` measures what backing up costs those who use the store, and `check` how fast it is checked;
// their arguments are the number of photos and the bytes of each. `views` measures the first start after an upgrade from
// before there were sums of what accounts see, `search` searches by words, `indexing` what their indexes cost, and `albums` pages
// of an album; their argument is the number of photos.

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let folder = try TemporaryFolder()
defer { folder.remove() }
let (photoCount, byteCount) = (numbers.first, numbers.dropFirst().first)
switch CommandLine.arguments.dropFirst().first {
case "backup":
  try await BackupLoad(photoCount: photoCount ?? 100_000, byteCount: byteCount ?? 16_384, path: folder.path).run()
case "check":
  try await CheckLoad(photoCount: photoCount ?? 10_000, byteCount: byteCount ?? 2_000_000, path: folder.path).run()
case "views": try await ViewLoad(photoCount: photoCount ?? 100_000, path: folder.path).run()
case "search": try await SearchLoad(photoCount: photoCount ?? 100_000, path: folder.path).run()
case "indexing": try await IndexingLoad(photoCount: photoCount ?? 20_000, path: folder.path).run()
case "albums": try await AlbumLoad(photoCount: photoCount ?? 100_000, path: folder.path).run()
default: try await measureFavourites()
}

func measureFavourites() async throws {
  let load = FavouriteLoad(
    seconds: numbers.first ?? 3, callerCount: numbers.dropFirst().first ?? 128,
    photoCount: numbers.dropFirst(2).first ?? 1000, accountCount: numbers.dropFirst(3).first ?? 128)
  print(
    "\(load.callerCount) callers, \(load.photoCount) photos, \(load.accountCount) accounts, \(load.seconds) s each")
  if !CommandLine.arguments.contains("store") {
    try print(BareFavourites(at: "\(folder.path)/bare.db", load: load).run())
  }
  if !CommandLine.arguments.contains("bare") {
    try await print(StoreFavourites(in: "\(folder.path)/data", load: load).run())
  }
}
