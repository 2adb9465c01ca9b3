public import Foundation
public import FoundationNetworking

extension URLSession {
  /// Makes a task that hands the URL's data to the delegate.
  public func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

  /// Makes a task that hands the response's data to the delegate.
  public func dataTask(with request: URLRequest) -> URLSessionDataTask {
    makeDataTask(request, LoadPlan(delivery: .delegate))
  }

  /// Makes a task that hands the URL's data to a handler.
  public func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Makes a task that hands the response's data to a handler.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  public func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    makeDataTask(request, LoadPlan(delivery: .data(completionHandler)))
  }

  /// Makes a task that sends data; the delegate hears of the response.
  public func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .delegate, body: .data(bodyData)))
  }

  /// Makes a task that sends a file; the delegate hears of the response.
  public func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .delegate, body: .file(fileURL)))
  }

  /// Makes a task that sends the stream that the delegate gives in `urlSession(_:task:needNewBodyStream:)`.
  public func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .delegate, body: .streamOfDelegate))
  }

  /// Makes a task that sends data.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  public func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .data(completionHandler), body: .data(bodyData ?? Data())))
  }

  /// Makes a task that sends a file.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    makeUploadTask(request, LoadPlan(delivery: .data(completionHandler), body: .file(fileURL)))
  }

  /// Makes a task that continues an upload; the delegate hears of the response.
  public func uploadTask(withResumeData resumeData: Data) -> URLSessionUploadTask {
    makeResumedUpload(resumeData, delivery: .delegate)
  }

  /// Makes a task that continues an upload.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue: data and response of any status, or an error.
  public func uploadTask(
    withResumeData resumeData: Data,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    makeResumedUpload(resumeData, delivery: .data(completionHandler))
  }

  /// Makes a task that puts the URL's data into a file; the delegate hears where.
  public func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

  /// Makes a task that puts the response's data into a file; the delegate hears where.
  public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    makeDownloadTask(request, LoadPlan(delivery: .delegate))
  }

  /// Makes a task that puts the URL's data into a file.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue. The file is removed when it returns.
  public func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Makes a task that puts the response's data into a file.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue. The file is removed when it returns.
  public func downloadTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    makeDownloadTask(request, LoadPlan(delivery: .file(completionHandler)))
  }

  /// Makes a task that continues a download; the delegate hears where the file is.
  public func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
    makeResumedDownload(resumeData, delivery: .delegate)
  }

  /// Makes a task that continues a download.
  ///
  /// - Parameter completionHandler: Called once, on the delegate queue. The file is removed when it returns.
  public func downloadTask(
    withResumeData resumeData: Data,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    makeResumedDownload(resumeData, delivery: .file(completionHandler))
  }
}
