// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// The change log, page by page as they are read, until there is no more for now.
  ///
  /// The last page's ``ChangePage/next`` is to be kept: from there the log goes on, here or with
  /// ``WoofClient/events(since:)``.
  ///
  /// - Parameters:
  ///   - token: The newest token that is known; by default none, which begins with a snapshot of what there is.
  ///   - pageSize: The number of changes in one request, from 1 to 500; 50 by default.
  public func changes(since token: ChangeToken? = nil, pageSize: Int? = nil) -> ChangePageSequence {
    ChangePageSequence(self, since: token, pageSize: pageSize)
  }
}
