extension HTTP1Connection: HTTPInterimTarget {
  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID) {
    guard connection.loop.isCurrent else {
      return connection.loop.execute { self.sendInterim(status, fields: fields, for: request) }
    }
    guard let exchange, exchange.id == request, exchange.phase == .handling, exchange.minorVersion > 0,
      (102..<200).contains(status.code)
    else { return }
    connection.output.append(HTTPStatusLine.bytes(of: status))
    connection.output.append(fields.wireBytes)
    connection.output.append([UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    connection.flush()
  }
}
