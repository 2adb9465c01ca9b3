/// A handshake that waits for somebody to judge the server's certificate.
extension Transfer {
  /// The handshake begins to wait: called inside of libcurl.
  func handshakeWaits() {
    flow.isJudged = true
    pool.loop.submitLater(.perform { self.askForJudgement() })
  }

  private func askForJudgement() {
    guard state == .running, let evaluation = easy?.certificateCheck?.examine() else { return }
    observer?.transfer(self, mustJudge: evaluation)
  }

  /// Says what comes of a handshake that waits; does nothing where none does.
  ///
  /// - Parameter accepting: Whether the certificate is accepted, whatever is said about it; `false` leaves it to the
  ///   system.
  func judge(accepting: Bool) { pool.loop.submit(.perform { self.applyJudgement(accepting) }) }

  private func applyJudgement(_ accepting: Bool) {
    guard state == .running, flow.isJudged, let easy, let check = easy.certificateCheck else { return }
    flow.isJudged = false
    stage.lastProgress = pool.loop.now
    check.decide(accepting: accepting)
    easy.nudge(flow)
  }
}
