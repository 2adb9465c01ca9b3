/// placeholder shape until the real one
final class TLSSession {
  static let batchSize = 64 * 1024
  var sealed: OutputBuffer
  init(pool: BlockPool) { sealed = OutputBuffer(pool: pool) }
  var hasOutput: Bool { !sealed.isEmpty }
  var hasInput: Bool { false }
  func encrypt(_ bytes: UnsafeRawBufferPointer) {}
  func decrypt(into room: UnsafeMutableRawBufferPointer) -> Transfer { .wouldBlock }
}
