/// Why a transformer does not accept a picture.
public enum TransformerError: Error, Hashable, Sendable {
  /// The picture is not sound, finally: a sentence without its full stop that is fit for whoever sent it, and the
  /// position of the byte that shows it, if one does.
  case refusal(_ reason: String, offset: Int? = nil)

  /// The transformer is in trouble, of which the picture may be innocent, so that it is tried once more: a line for logs.
  case failure(_ detail: String)
}
