// SPDX-License-Identifier: Apache-2.0

/** By how much a clock may be wrong, as little differences are of the network, in milliseconds. */
const tolerance = 86_400_000;

/** By how much the service's clock is ahead of the browser's, in milliseconds. */
let lead = 0;

/** Asks the service for its time, as that of the browser may be another one. Where there is no answer, none is. */
export async function readClock() {
  const response = await fetch("/v1/service", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const difference = Date.parse(response?.headers.get("Date")) - Date.now();
  if (!Number.isNaN(difference)) lead = Math.abs(difference) > tolerance ? difference : 0;
}

/** The time in milliseconds, by the service's clock where the browser's is wrong. */
export function now() { return Date.now() + lead; }

/** The time so many days from now. */
export function later(days) { return new Date(now() + days * 86_400_000); }
