import type { FastifyRequest } from 'fastify';

type Request = Pick<FastifyRequest, 'headers' | 'socket'>;

/**
 * Whether the client uses https. The gateway speaks http behind a proxy, so the proxy's `X-Forwarded-Proto` or the
 * `Origin` of the page tells. A caller that forges them changes only its own cookie and link.
 */
export function isHttps({ headers }: Pick<Request, 'headers'>): boolean {
  const forwarded = String(headers['x-forwarded-proto'] ?? '').split(',', 1)[0];
  return forwarded?.trim().toLowerCase() === 'https' || headers.origin?.startsWith('https://') === true;
}

/** Returns the address under which the client reached this gateway, by its `Host`: `https://earshot.example.org`. */
export function publicAddressOf(request: Request): string {
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  const scheme = isHttps(request) ? 'https' : 'http';
  const own = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  const hosts = [request.headers.host, `${own}:${localPort}`];
  const address = hosts.map((host) => `${scheme}://${host}`).find((text, index) => hosts[index] && URL.canParse(text));
  return new URL(address as string).origin;
}
