import type { Server } from 'node:http';
import net from 'node:net';

/** How often connections that have become idle are closed while a server drains. */
const closeIdleEveryMs = 50;

/** How long what is told that its time is over has for its last words. */
const lastWordsMs = 1_000;

/** How long a server drains. */
export interface DrainOptions {
  /** How long answers that are under way may take to end, ms. What still runs is told so, and cut a second after that. */
  readonly graceMs: number;
  /** Tells what still runs that its time is over. Without it that is cut at once. */
  readonly onGraceExpired?: () => void;
  /**
   * How long idle connections are left open, ms: a client that sends over one gets its answer, and is told by it to open another. Closed at once,
   * what it sends at that moment would be lost, and no client sends a POST again by itself. Default 0.
   */
  readonly lingerMs?: number;
}

/** Stops listening and lets the answers that are under way end; resolves when no connection is left. */
export async function drainHttp(
  server: Server,
  { graceMs, onGraceExpired, lingerMs = 0 }: DrainOptions,
): Promise<void> {
  if (!server.listening) return;
  // Not by http's own close(), which closes idle connections too.
  const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
  server.prependListener('request', (_request, answer) => answer.setHeader('connection', 'close'));
  const lingerUntil = Date.now() + lingerMs;
  const closeIdle = () => {
    if (Date.now() >= lingerUntil) server.closeIdleConnections();
  };
  closeIdle();
  const timer = setInterval(closeIdle, closeIdleEveryMs);
  const over = setTimeout(() => onGraceExpired?.(), graceMs);
  const cut = setTimeout(
    () => server.closeAllConnections(),
    graceMs + (onGraceExpired === undefined ? 0 : lastWordsMs),
  );
  await closed;
  clearInterval(timer);
  clearTimeout(over);
  clearTimeout(cut);
}
