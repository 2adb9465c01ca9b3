// SPDX-License-Identifier: Apache-2.0

public import Combine

extension APIService {
  /// Makes an invitation to sign up, and publishes it with its address, once.
  public func makeInvitationPublisher(
    note: String? = nil, useLimit: Int = 1, until end: Timestamp? = nil
  ) -> AnyPublisher<Invitation, WoofError> {
    responsePublisher(for: InvitationRequest(note: note, useLimit: useLimit, expiresAt: end))
  }

  /// Publishes the invitations of the account, page by page as they are demanded.
  public func invitationsPublisher(pageSize: Int? = nil) -> AnyPublisher<Invitation, WoofError> {
    AsyncSequencePublisher(invitations(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Revokes an invitation, and publishes that it is done, once.
  public func revokeInvitationPublisher(_ id: String) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: RevokeInvitationRequest(id: id))
  }

  /// Publishes who invites, once.
  public func receivedInvitationPublisher(_ link: InvitationLink) -> AnyPublisher<ReceivedInvitation, WoofError> {
    responsePublisher(for: ReceivedInvitationRequest(link))
  }

  /// Adds an account, and publishes it, once.
  public func signUpPublisher(
    name: String, password: String, invitation: InvitationLink? = nil
  ) -> AnyPublisher<Account, WoofError> {
    responsePublisher(for: SignUpRequest(name: name, password: password, invitation: invitation))
  }
}
