// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// The account's share links that have not expired, the newest first, page by page as they are read. They have no address.
  ///
  /// - Parameters:
  ///   - target: The album or the photo that the links show; all by default.
  ///   - pageSize: The number of links in one request, from 1 to 500; 50 by default.
  public func links(to target: ShareLinkTarget? = nil, pageSize: Int? = nil) -> ShareLinkSequence {
    ShareLinkSequence(self) { ShareLinkPageRequest(target: target, limit: pageSize, after: $0) }
  }

  /// Makes a share link to one of the account's albums or photos: whoever has its ``ShareLink/url`` sees it, whoever may read
  /// it otherwise, and its visibility stays as it is. The address is told this once.
  ///
  /// - Parameters:
  ///   - target: The album or the photo.
  ///   - expiresAt: The time until which the link can be used, within ten years; 30 days from now by default.
  ///   - password: The password that holders have to give, of 4 to 1,024 bytes; none by default.
  ///   - allows: What holders may do besides looking; nothing by default. What they download are copies without places and
  ///     serial numbers unless `showsLocation`.
  ///   - showsLocation: `true` if holders are told where photos were taken, the serial numbers of cameras and the names of
  ///     files; `false` by default.
  /// - Throws: ``WoofError``, as with `notFound`, `forbidden`, or `insufficientStorage` where the account has too many links;
  ///   `CancellationError` when the task is cancelled.
  public func createLink(
    to target: ShareLinkTarget, expiresAt: Timestamp? = nil, password: String? = nil, allows: ShareLinkAllowances = [],
    showsLocation: Bool = false
  ) async throws -> ShareLink {
    try await response(
      to: CreateShareLinkRequest(
        target: target, expiresAt: expiresAt, password: password, allows: allows,
        showsLocation: showsLocation))
  }

  /// Changes the rules of a share link, from the next request of its holders on.
  ///
  /// - Parameters:
  ///   - expiresAt: The new time until which the link can be used; by default the one that is there.
  ///   - password: A new password, or none any more; by default what is there.
  ///   - allows: All that holders may do besides looking; by default what is there.
  ///   - showsLocation: `true` if holders are told of places; by default what is there.
  /// - Returns: The link after it, without its address.
  /// - Throws: ``WoofError``, as with `notFound` where the account has no such link; `CancellationError` when the task is
  ///   cancelled.
  @discardableResult
  public func editLink(
    _ id: ShareLinkID, expiresAt: Timestamp? = nil, password: ShareLinkPassword? = nil,
    allows: ShareLinkAllowances? = nil,
    showsLocation: Bool? = nil
  ) async throws -> ShareLink {
    try await response(
      to: EditShareLinkRequest(
        id: id, expiresAt: expiresAt, password: password, allows: allows,
        showsLocation: showsLocation))
  }

  /// Revokes a share link: from the next request on nobody sees anything by it.
  ///
  /// - Throws: ``WoofError``, as with `notFound` where the account has no such link; `CancellationError` when the task is
  ///   cancelled.
  public func revokeLink(_ id: ShareLinkID) async throws { try await response(to: RevokeShareLinkRequest(id: id)) }
}

// For holders, who need no account.
extension APIService {
  /// Reads the title, the count and the terms of a share link, which counts as a visit. Of one that waits for its
  /// password, only that and its end are told.
  ///
  /// - Throws: ``WoofError``, as with `notFound` where the link has expired, been revoked or never was;
  ///   `CancellationError` when the task is cancelled.
  public func content(of link: SharedLink) async throws -> SharedContent {
    try await response(to: SharedContentRequest(link: link))
  }

  /// Gives the password of a share link.
  ///
  /// - Returns: The link with its key, which opens it for a day.
  /// - Throws: ``WoofError``, as with `forbidden` where the password is wrong, or `tooManyRequests` where it was too often;
  ///   `CancellationError` when the task is cancelled.
  public func unlock(_ link: SharedLink, password: String) async throws -> SharedLink {
    var link = link
    link.key = try await response(to: UnlockSharedRequest(link: link, password: password))
    return link
  }

  /// The photos that a share link shows, in the order of the album, page by page as they are read. Their bytes are fetched by
  /// ``PhotoBytes/variant(_:of:sharedBy:)`` and ``PhotoBytes/original(of:sharedBy:)``.
  ///
  /// - Parameter pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func photos(sharedBy link: SharedLink, pageSize: Int? = nil) -> SharedPhotoSequence {
    SharedPhotoSequence(self) { SharedPhotoPageRequest(link: link, limit: pageSize, after: $0) }
  }
}
