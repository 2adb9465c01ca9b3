// SPDX-License-Identifier: Apache-2.0

/// A handshake that waits for somebody to judge the server's certificate, or to give the client's.
extension Transfer {
  /// The handshake begins to wait: called inside of libcurl.
  func handshakeWaits() {
    flow.isJudged = true
    pool.loop.submitLater(.perform { self.askForJudgement() })
  }

  private func askForJudgement() {
    guard state == .running, let question = easy?.certificateCheck?.examine() else { return }
    switch question {
    case .certificate(let evaluation): observer?.transfer(self, mustJudge: evaluation)
    case .identity(let authorities): observer?.transfer(self, mustShowCertificateOf: authorities)
    }
  }

  /// Says what comes of a handshake that waits; does nothing where none does.
  ///
  /// - Parameter accepting: Whether the certificate is accepted, whatever is said about it; `false` leaves it to the
  ///   system.
  func judge(accepting: Bool) { goOn { $0.decide(accepting: accepting) } }

  /// Says what a server gets that asks for the client's certificate, while the handshake waits; does nothing where none
  /// does.
  ///
  /// - Parameter identity: `nil` for nothing: it is for the server to refuse that.
  func identify(as identity: TransferIdentity?) { goOn { $0.identityQuestion.answer(with: identity) } }

  private func goOn(_ decide: @escaping @Sendable (CertificateCheck) -> Void) {
    pool.loop.submit(
      .perform {
        guard self.state == .running, self.flow.isJudged, let easy = self.easy, let check = easy.certificateCheck else {
          return
        }
        self.flow.isJudged = false
        self.stage.lastProgress = self.pool.loop.now
        decide(check)
        easy.nudge(self.flow)
      })
  }
}
