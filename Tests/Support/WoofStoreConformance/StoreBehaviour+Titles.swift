// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let titleBehaviours = [
    StoreBehaviour("a photo is found by the titles of public albums, and by those of others for its owner") { stores in
      let (ada, bob, album) = (try await stores.account("ada"), try await stores.account("bob"), Sample.albumID(1))
      try await stores.add(1, by: ada, caption: "Rex")
      try await stores.add(2, by: ada, caption: "Rex", visibility: .private)
      try await stores.makeAlbum(1, by: ada)
      try await stores.put(1...2, into: album, for: ada)
      try await stores.expect("album", everybody: [1], owner: [2, 1], ada)
      for visibility in [Visibility.unlisted, .private] {
        try await stores.change(album, .edit(AlbumEdit(visibility: visibility)), for: ada)
        try await stores.expect("album", everybody: [], owner: [2, 1], ada)
        #expect(try await stores.found("album", by: bob) == [])
      }
      try await stores.change(album, .edit(AlbumEdit(title: "Urlaub", visibility: .public)), for: ada)
      try await stores.expect("album", everybody: [], owner: [], ada)
      try await stores.expect("urlaub", everybody: [1], owner: [2, 1], ada)
      try await stores.change(album, .removal(Sample.photoID(1)), for: ada)
      try await stores.expect("urlaub", everybody: [], owner: [2], ada)
      try await stores.put([1], into: album, for: ada)
      try await stores.change(album, .deletion, for: ada)
      try await stores.expect("urlaub", everybody: [], owner: [], ada)
    },
    StoreBehaviour("who adds to an album no longer does not learn its new title") { stores in
      let (ada, bob, album) = (try await stores.account("ada"), try await stores.account("bob"), Sample.albumID(1))
      try await stores.add(1, by: bob, caption: "Rex")
      try await stores.makeAlbum(1, by: ada, visibility: .private)
      try await stores.put([1], into: album, for: ada)
      try await stores.expect("album", everybody: [], owner: [], bob)
      try await stores.change(album, .contributor(bob.name, isAdded: true), for: ada)
      try await stores.expect("album", everybody: [], owner: [1], bob)
      // The album's owner does not own the photo.
      #expect(try await stores.found("album", by: ada) == [])
      try await stores.change(album, .contributor(bob.name, isAdded: false), for: ada)
      try await stores.change(album, .edit(AlbumEdit(title: "Geheimnis")), for: ada)
      for text in ["album", "geheimnis"] { try await stores.expect(text, everybody: [], owner: [], bob) }
    },
    StoreBehaviour("words of titles and of captions together find a photo, regardless of case and diacritics") {
      stores in
      let (ada, album) = (try await stores.account("ada"), Sample.albumID(1))
      try await stores.makeAlbum(1, by: ada)
      try await stores.change(album, .edit(AlbumEdit(title: "Zürich im März 2024-03")), for: ada)
      for (number, caption) in [(1, "Rex"), (2, "Zurich")] {
        try await stores.add(number, by: ada, caption: caption, takenAt: Sample.time(0))
        try await stores.put([number], into: album, for: ada)
      }
      for text in ["ZURICH marz rex", "rex 2024-03", "rex zür"] {
        try await stores.expect(text, everybody: [1], owner: [1], ada)
      }
      // What stands in a caption comes first.
      try await stores.expect("zürich", everybody: [2, 1], owner: [2, 1], ada)
      try await stores.add(3, by: ada, caption: "Bella Zürich")
      try await stores.add(4, by: ada, caption: "Bella")
      try await stores.put([4], into: album, for: ada)
      try await stores.expect("bella zürich", everybody: [3, 4], owner: [3, 4], ada)
      try await stores.expect("03-2024", everybody: [], owner: [], ada)
    },
    StoreBehaviour("a photo is found by the titles of several albums") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, caption: "Rex", takenAt: Sample.time(0))
      for (number, title) in [(1, "Woods 2031"), (2, "07 Lake")] {
        try await stores.makeAlbum(number, by: ada)
        try await stores.change(Sample.albumID(number), .edit(AlbumEdit(title: title)), for: ada)
        try await stores.put([1], into: Sample.albumID(number), for: ada)
      }
      try await stores.expect("woods lake 2031 07 rex", everybody: [1], owner: [1], ada)
      try await stores.change(Sample.albumID(1), .deletion, for: ada)
      try await stores.expect("woods", everybody: [], owner: [], ada)
      try await stores.expect("lake 07 rex", everybody: [1], owner: [1], ada)
    },
    StoreBehaviour("a photo that gets another owner is found by the titles that this one may read") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      try await stores.add(1, by: ada, caption: "Rex")
      for (number, title) in [(1, "Secret"), (2, "Common"), (3, "Open")] {
        try await stores.makeAlbum(number, by: ada, visibility: number == 3 ? .public : .private)
        try await stores.change(Sample.albumID(number), .edit(AlbumEdit(title: title)), for: ada)
        try await stores.put([1], into: Sample.albumID(number), for: ada)
      }
      try await stores.change(Sample.albumID(2), .contributor(bob.name, isAdded: true), for: ada)
      try await stores.expect("secret common open", everybody: [], owner: [1], ada)
      try await stores.edit(Sample.photoID(1), PhotoEdit(owner: bob))
      try await stores.expect("secret", everybody: [], owner: [], bob)
      try await stores.expect("common open", everybody: [], owner: [1], bob)
      try await stores.expect("open", everybody: [1], owner: [1], ada)
      try await stores.expect("common", everybody: [], owner: [], ada)
    },
    StoreBehaviour("a restored photo is found by the titles as they are then") { stores in
      let (ada, album) = (try await stores.account("ada"), Sample.albumID(1))
      let id = try await stores.add(1, by: ada, caption: "Rex").id
      try await stores.makeAlbum(1, by: ada)
      try await stores.put([1], into: album, for: ada)
      try await stores.edit(id, .deletion)
      try await stores.change(album, .edit(AlbumEdit(title: "Urlaub")), for: ada)
      try await stores.expect("urlaub", everybody: [], owner: [], ada)
      _ = try await stores.administration.restorePhoto(id)
      try await stores.expect("album", everybody: [], owner: [], ada)
      try await stores.expect("urlaub", everybody: [1], owner: [1], ada)
    },
    StoreBehaviour("a photo of a guest is found by the title of the album that it was sent for") { stores in
      let (ada, album) = (try await stores.account("ada"), Sample.albumID(1))
      try await stores.makeAlbum(1, by: ada, visibility: .private)
      let terms = ShareLink.Terms(expiresAt: Sample.time(100), allowsAdding: true)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, terms)
      let guest = try await stores.guest(1, ofLink: 1)
      guard case .added = try await stores.addByGuest(1, guest, ada) else { throw Unexpected("the photo was not new") }
      try await stores.expect("album", everybody: [], owner: [1], ada)
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .public))
      try await stores.change(album, .edit(AlbumEdit(visibility: .public)), for: ada)
      try await stores.expect("album", everybody: [1], owner: [1], ada)
    },
  ]
}
