import type { Server } from 'node:http';
import net from 'node:net';

/** How often connections that have become idle are closed while a server drains. */
const closeIdleEveryMs = 50;

/** Most time that a connection may take for the headers of its next request, once idle ones are closed. */
const lastHeadersMs = 1_000;

/** How long requests have after the grace period to send an error. */
const finalErrorMs = 1_000;

/** Options of {@link drainHttp}. */
export interface DrainOptions {
  /** How long requests in progress may take, ms; they are cut off a second later. */
  readonly graceMs: number;
  /** Called when the grace period ends. Without it, requests are cut off at once. */
  readonly onGraceExpired?: () => void;
  /**
   * How long idle connections stay open, ms; default 0. A request on one gets its response with `connection: close`. If
   * it were closed at once, a POST that is just being sent would be lost, and clients do not retry a POST.
   */
  readonly lingerMs?: number;
}

/** Stops listening and waits for requests in progress; resolves when all connections are closed. */
export async function drainHttp(
  server: Server,
  { graceMs, onGraceExpired, lingerMs = 0 }: DrainOptions,
): Promise<void> {
  if (!server.listening) return;
  // close() of http.Server would close idle connections, too.
  const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
  server.prependListener('request', (_request, answer) => answer.setHeader('connection', 'close'));
  const lingerUntil = Date.now() + lingerMs;
  const closeIdle = () => {
    if (Date.now() < lingerUntil) return;
    server.closeIdleConnections();
    // For Node.js a connection without any request so far, as browsers keep one, is not idle but waits for headers.
    server.headersTimeout = Math.min(server.headersTimeout, lastHeadersMs);
  };
  closeIdle();
  const timer = setInterval(closeIdle, closeIdleEveryMs);
  const over = setTimeout(() => onGraceExpired?.(), graceMs);
  const cut = setTimeout(
    () => server.closeAllConnections(),
    graceMs + (onGraceExpired === undefined ? 0 : finalErrorMs),
  );
  await closed;
  clearInterval(timer);
  clearTimeout(over);
  clearTimeout(cut);
}
