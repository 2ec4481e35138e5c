import type { Server } from 'node:http';

/** How often connections that have become idle are closed while a server drains. */
const closeIdleEveryMs = 50;

/**
 * Stops listening and lets the answers that are under way end; resolves when no connection is left. What still runs after the grace is cut.
 */
export async function drainHttp(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeIdle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(cut);
}
