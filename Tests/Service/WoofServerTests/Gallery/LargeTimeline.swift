// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import TestKit

/// A service that has many photos, as far as pages see: their requests for lists are answered on the page itself. There are as
/// many photos in each month of twenty years, the latest month first; the id of each is its month and its number in that.
struct LargeTimeline {
  static let monthCount = 240
  let photosPerMonth: Int

  /// How many photos there are.
  var count: Int { Self.monthCount * photosPerMonth }

  /// Has pages that are opened from now on see them.
  func show(in browser: Browser) async throws { try await browser.prepare(script) }

  /// What answers requests for the timeline, for the first photos, and for pages of an album.
  private var script: String {
    """
    {
      const [monthCount, perMonth] = [\(Self.monthCount), \(photosPerMonth)];
      const months = Array.from({ length: monthCount }, (_, number) => {
        const at = 2026 * 12 + 5 - number;
        return `${Math.floor(at / 12)}-${String(at % 12 + 1).padStart(2, "0")}`;
      });
      const shapes = [[4, 3], [3, 4], [1, 1], [16, 9], [3, 2]];
      const shapeOf = (month, index) => shapes[(month * 7 + index * 13 + (index >> 3)) % 5];
      const bytes = new Uint8Array(monthCount * perMonth);
      bytes.forEach((_, place) => {
        const [width, height] = shapeOf(Math.floor(place / perMonth), place % perMonth);
        bytes[place] = Math.round(127 + 31.75 * Math.log2(width / height));
      });
      const photoOf = (id) => {
        const [, key, index] = id.match(/^(.*)-(\\d+)$/);
        const [width, height] = shapeOf(months.indexOf(key), Number(index));
        return {
          id, version: 1, revision: 1, owner: "ada", caption: id, width: width * 10, height: height * 10, variants: {},
          contentType: "image/jpeg", takenAt: `${key}-15T12:00:00Z`, createdAt: "2026-07-01T12:00:00Z",
          visibility: "public", favouriteCount: 0, byteCount: 100,
        };
      };
      const idsFrom = (first, count) => Array.from({ length: count }, (_, index) => (
        `${months[Math.floor((first + index) / perMonth)]}-${(first + index) % perMonth}`));
      const answers = {
        "/v1/timeline": () => ({ months: months.map((month) => ({ month, count: perMonth, ratioSum: 1 })) }),
        "/v1/photos": () => ({ items: idsFrom(0, 100).map(photoOf), next: "100" }),
        "/v1/photos/batch": (_, { body }) => (
          { items: JSON.parse(body).ids.map((id) => ({ id, status: 200, photo: photoOf(id) })) }),
        "/v1/albums/large": () => ({ id: "large", title: "Large", owner: "ada", visibility: "public",
          photoCount: bytes.length, version: 1, revision: 1, contributors: [], createdAt: "2026-07-01T12:00:00Z" }),
        "/v1/albums/large/photos": (query) => {
          const first = Number(query.get("after") ?? 0);
          const end = Math.min(bytes.length, first + Number(query.get("limit")));
          return { items: idsFrom(first, end - first).map(photoOf), ...(end < bytes.length && { next: String(end) }) };
        },
      };
      const partOf = (key, query) => {
        const offset = Number(query.get("offset"));
        const count = Math.min(Number(query.get("limit")), perMonth - offset);
        const ids = idsFrom(months.indexOf(key) * perMonth + offset, count);
        return { count: perMonth, ids, averageColours: ids.map(() => "#888888") };
      };
      const ask = window.fetch;
      window.fetch = async (address, options) => {
        const { pathname, searchParams } = new URL(address, location.href);
        if (pathname === "/v1/timeline/ratios") return new Response(bytes);
        const month = pathname.match(/^\\/v1\\/timeline\\/(\\d+-\\d\\d)$/)?.[1];
        if (month) return Response.json(partOf(month, searchParams));
        const answer = Object.hasOwn(answers, pathname) ? answers[pathname](searchParams, options) : null;
        return answer ? Response.json(answer) : ask(address, options);
      };
      // The place of a photo among all.
      window.placeOf = (id) => {
        const [, key, index] = id.match(/^(.*)-(\\d+)$/);
        return months.indexOf(key) * perMonth + Number(index);
      };
      // The photos in the window, in order.
      window.seen = () => [...document.querySelectorAll(".wall li[data-id]")].filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return bottom > 60 && top < innerHeight;
      }).map((cell) => cell.dataset.id);
    }
    """
  }
}
