// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// Makes an invitation to sign up, where the service's ``ServiceDescription/SignUp`` is `invitation` and the account may
  /// invite, as ``Account/mayInvite`` says. The account has to sign in with its own password for it.
  ///
  /// - Parameters:
  ///   - note: The account's own words on it, as for whom it is, of at most 100 characters; `nil`, the default, for none.
  ///     Guests never see them.
  ///   - useLimit: The maximum number of accounts that may be added by it, from 1 to 100; 1 by default.
  ///   - end: The time from which it lets nobody in any more, within 30 days; `nil`, the default, for 7 days from now.
  /// - Returns: The invitation. Its ``Invitation/url`` is told this once: give it only to whom it is for.
  /// - Throws: ``WoofError``, as with `forbidden` where the account may not invite, `invalidParameter`, or
  ///   `insufficientStorage` where it has too many; `CancellationError` when the task is cancelled.
  public func makeInvitation(
    note: String? = nil, useLimit: Int = 1, until end: Timestamp? = nil
  ) async throws -> Invitation {
    try await response(to: InvitationRequest(note: note, useLimit: useLimit, expiresAt: end))
  }

  /// The account's invitations that have not expired, the newest first, asked for page by page as they are read. They are
  /// without their addresses.
  ///
  /// - Parameter pageSize: The number of invitations in one request, from 1 to 500; 50 by default.
  public func invitations(pageSize: Int? = nil) -> InvitationSequence {
    InvitationSequence(self) { InvitationPageRequest(limit: pageSize, after: $0) }
  }

  /// Revokes an invitation: it lets nobody in any more. The accounts that came by it stay.
  ///
  /// - Parameter id: The ``Invitation/id`` of the invitation.
  /// - Throws: ``WoofError``, as with `notFound` where the account has no such invitation; `CancellationError` when the task
  ///   is cancelled.
  public func revokeInvitation(_ id: String) async throws {
    try await response(to: RevokeInvitationRequest(id: id))
  }

  /// Reads who invites, without signing in.
  ///
  /// - Throws: ``WoofError``, as with `notFound` where the invitation has been used up, has ended or been revoked, or never
  ///   was; `CancellationError` when the task is cancelled.
  public func receivedInvitation(_ link: InvitationLink) async throws -> ReceivedInvitation {
    try await response(to: ReceivedInvitationRequest(link))
  }

  /// Adds an account, where the service's ``ServiceDescription/SignUp`` allows it. The password is sent in plain text: use
  /// `https` only.
  ///
  /// - Parameters:
  ///   - name: The name of the account: 1 to 64 lower-case letters, digits, `.`, `_` or `-` of ASCII.
  ///   - password: The password of the new account, of 8 to 1,000 characters.
  ///   - invitation: The invitation; `nil`, the default, where the service needs none.
  /// - Returns: The account. Nobody has signed in by that.
  /// - Throws: ``WoofError``, as with `forbidden` where nobody may sign up, or not by this invitation, `conflict` where the
  ///   name is taken, or `invalidParameter`; `CancellationError` when the task is cancelled.
  @discardableResult
  public func signUp(name: String, password: String, invitation: InvitationLink? = nil) async throws -> Account {
    try await response(to: SignUpRequest(name: name, password: password, invitation: invitation))
  }
}
