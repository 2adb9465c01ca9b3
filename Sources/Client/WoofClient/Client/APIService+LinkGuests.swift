// SPDX-License-Identifier: Apache-2.0

public import Foundation

// What holders of share links do under a name, where the link lets them.
extension APIService {
  /// Gives the holder of a share link a name, which others who hold the link see beside likes, and whoever made it beside added
  /// photos. A link that has a guest already gives that guest another name.
  ///
  /// - Parameter name: The name, of 1 to 40 characters.
  /// - Returns: The link with its guest, which is to be kept.
  /// - Throws: ``WoofError``, as with `invalidParameter` for the name, `forbidden` where the link is locked or only shows photos,
  ///   or `insufficientStorage` where it has too many guests; `CancellationError` when the task is cancelled.
  public func introduce(_ name: String, to link: SharedLink) async throws -> SharedLink {
    var link = link
    link.guest = try await response(to: NameSharedGuestRequest(link: link, name: name))
    return link
  }

  /// Likes a photo that a share link shows, or no longer, as the link's guest. It is told to those who have the link, and is no
  /// favourite.
  ///
  /// - Parameter link: The link, as ``introduce(_:to:)`` gives it.
  /// - Returns: The likes of the photo after it.
  /// - Throws: ``WoofError``, as with `forbidden` where the link takes no likes or has no guest, or `notFound` where it does not
  ///   show the photo; `CancellationError` when the task is cancelled.
  @discardableResult
  public func setLike(_ isLiked: Bool, of photo: PhotoID, sharedBy link: SharedLink) async throws -> SharedLikes {
    try await response(to: LikeSharedPhotoRequest(id: photo, link: link, isLiked: isLiked))
  }

  /// Adds a photo to the end of the album that a share link shows, as the link's guest. It belongs to whoever made the link from
  /// then on, for whom it is private.
  ///
  /// - Parameters:
  ///   - data: The bytes of the photo.
  ///   - link: The link, as ``introduce(_:to:)`` gives it.
  ///   - fileName: The name of the file, which whoever made the link is told; none by default.
  /// - Returns: The photo, as holders of the link see it.
  /// - Throws: ``WoofError``, as with `forbidden` where the link lets nobody add or has no guest, `conflict` where its maker has
  ///   this photo outside the album, `invalidImage`, or `tooManyRequests` where no more may come that day; `CancellationError`
  ///   when the task is cancelled.
  @discardableResult
  public func addPhoto(
    _ data: Data, toAlbumSharedBy link: SharedLink, fileName: String? = nil
  ) async throws -> SharedPhoto {
    try await response(to: AddSharedPhotoRequest(link: link, data: data, fileName: fileName))
  }

  /// The likes of the guests of one of the account's share links, the newest first, page by page as they are read.
  ///
  /// - Parameter pageSize: The number of likes in one request, from 1 to 500; 50 by default.
  public func likes(ofLink id: ShareLinkID, pageSize: Int? = nil) -> LinkLikeSequence {
    LinkLikeSequence(self) { LinkLikePageRequest(id: id, limit: pageSize, after: $0) }
  }
}
