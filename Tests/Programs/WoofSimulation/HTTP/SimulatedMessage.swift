// SPDX-License-Identifier: Apache-2.0

import WoofHTTP

/// A request as it is on the wire.
struct SimulatedRequest: Sendable {
  /// The method, such as `GET`.
  var method: String
  /// The path and the query, percent-encoded.
  var target: String
  /// The fields of the head, in their order.
  var fields: [(name: String, value: String)] = []
  /// The content.
  var body: [UInt8] = []
  /// After how many bytes of the content the connection breaks; `nil` where it does not.
  var breaksAfter: Int?

  /// The content where it is short and a text, for whoever reads what happens.
  var briefBody: String {
    self[field: "Content-Type"]?.contains("json") == true ? String(decoding: body, as: UTF8.self) : ""
  }

  /// The value of a field, whatever the case of its name.
  subscript(field name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append((name, newValue)) }
    }
  }
}

/// The head of a response as it is on the wire.
struct SimulatedHead: Sendable {
  /// The status.
  var status: Int
  /// The fields, in their order.
  var fields: [(name: String, value: String)] = []

  /// The value of a field, whatever the case of its name.
  subscript(field name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A whole response.
struct SimulatedResponse: Sendable {
  /// The status and the fields.
  var head: SimulatedHead
  /// The content.
  var body: [UInt8]

  /// The content as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// One end of a connection, which hears what the service sends in response to one request. All calls come on the
/// simulation's thread.
protocol SimulatedReceiver: AnyObject, Sendable {
  /// An interim response came, such as `104`.
  func interim(_ head: SimulatedHead)
  /// The head of the response came.
  func head(_ head: SimulatedHead)
  /// A piece of its content came.
  func bytes(_ bytes: [UInt8])
  /// Nothing more comes; the last call.
  ///
  /// - Parameter isComplete: `false` where the connection broke before the end of the response.
  func end(isComplete: Bool)
}

extension HTTPFields {
  /// The fields in their order.
  var pairs: [(name: String, value: String)] {
    var pairs: [(String, String)] = []
    forEach { name, value in
      pairs.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return pairs
  }
}
