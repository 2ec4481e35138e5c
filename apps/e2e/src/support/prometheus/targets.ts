import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { listen } from '../listen.js';
import { processOf, servicesRunning } from '../processes.js';

/** Of a connection on this machine, however busy it is. */
const connectWithinMs = 3_000;

/**
 * Discovery of the processes of services, in the place of Docker's DNS: a process that is gone is no target, one that
 * hangs still is.
 */
export class Targets {
  readonly #server: Server = createServer((_request, response) => {
    void targets().then(
      (groups) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(groups)),
      // A process ended meanwhile: Prometheus keeps the targets that it has, and asks again.
      () => response.writeHead(503).end(),
    );
  });

  /** @returns its address for `http_sd_configs`. */
  start(): Promise<string> {
    return listen(this.#server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function targets() {
  const found = await Promise.all(servicesRunning().map(async (name) => ({ name, host: await listening(name) })));
  return found
    .filter(({ host }) => host !== undefined)
    .map(({ name, host }) => ({ targets: [host], labels: { __meta_dns_name: name.replace(/-\d+$/, '') } }));
}

/** Host and port of a process that takes connections. */
async function listening(name: string): Promise<string | undefined> {
  const { url } = processOf(name);
  if (url === undefined) return undefined;
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: connectWithinMs });
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    for (const failure of ['error', 'timeout']) socket.once(failure, () => resolve(false));
  });
  socket.destroy();
  return isOpen ? host : undefined;
}
