// SPDX-License-Identifier: Apache-2.0

public import Combine
public import Foundation

extension APIService {
  /// Publishes the share links of the account, page by page as they are demanded.
  public func linksPublisher(
    to target: ShareLinkTarget? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<ShareLink, WoofError> {
    AsyncSequencePublisher(links(to: target, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Makes a share link, and publishes it with its address, once.
  public func createLinkPublisher(
    to target: ShareLinkTarget, expiresAt: Timestamp? = nil, password: String? = nil, allows: ShareLinkAllowances = [],
    showsLocation: Bool = false
  ) -> AnyPublisher<ShareLink, WoofError> {
    responsePublisher(
      for: CreateShareLinkRequest(
        target: target, expiresAt: expiresAt, password: password, allows: allows,
        showsLocation: showsLocation))
  }

  /// Changes the rules of a share link, and publishes the link after it, once.
  public func editLinkPublisher(
    for id: ShareLinkID, expiresAt: Timestamp? = nil, password: ShareLinkPassword? = nil,
    allows: ShareLinkAllowances? = nil, showsLocation: Bool? = nil
  ) -> AnyPublisher<ShareLink, WoofError> {
    responsePublisher(
      for: EditShareLinkRequest(
        id: id, expiresAt: expiresAt, password: password, allows: allows,
        showsLocation: showsLocation))
  }

  /// Revokes a share link, and publishes that it is done, once.
  public func revokeLinkPublisher(for id: ShareLinkID) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: RevokeShareLinkRequest(id: id))
  }

  /// Publishes the title, the count and the terms of a share link, once.
  public func contentPublisher(of link: SharedLink) -> AnyPublisher<SharedContent, WoofError> {
    responsePublisher(for: SharedContentRequest(link: link))
  }

  /// Gives the password of a share link, and publishes the link with its key, once.
  public func unlockPublisher(for link: SharedLink, password: String) -> AnyPublisher<SharedLink, WoofError> {
    single { try await self.unlock(link, password: password) }
  }

  /// Publishes the photos that a share link shows in their order, page by page as they are demanded.
  public func photosPublisher(
    sharedBy link: SharedLink, pageSize: Int? = nil
  ) -> AnyPublisher<SharedPhoto, WoofError> {
    AsyncSequencePublisher(photos(sharedBy: link, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Gives the holder of a share link a name, and publishes the link with its guest, once.
  public func introducePublisher(_ name: String, to link: SharedLink) -> AnyPublisher<SharedLink, WoofError> {
    single { try await self.introduce(name, to: link) }
  }

  /// Likes a photo that a share link shows, or no longer, and publishes its likes, once.
  public func setLikePublisher(
    _ isLiked: Bool, of photo: PhotoID, sharedBy link: SharedLink
  ) -> AnyPublisher<SharedLikes, WoofError> {
    responsePublisher(for: LikeSharedPhotoRequest(id: photo, link: link, isLiked: isLiked))
  }

  /// Adds a photo to the end of the album that a share link shows, and publishes it, once.
  public func addPhotoPublisher(
    _ data: Data, toAlbumSharedBy link: SharedLink, fileName: String? = nil
  ) -> AnyPublisher<SharedPhoto, WoofError> {
    responsePublisher(for: AddSharedPhotoRequest(link: link, data: data, fileName: fileName))
  }

  /// Publishes what guests of one of the account's share links like, page by page as it is demanded.
  public func likesPublisher(ofLink id: ShareLinkID, pageSize: Int? = nil) -> AnyPublisher<LinkLike, WoofError> {
    AsyncSequencePublisher(likes(ofLink: id, pageSize: pageSize)).eraseToAnyPublisher()
  }
}
