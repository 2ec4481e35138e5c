import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A piece of network before a port of this machine, which breaks on demand. */
export class Wire {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #state: 'whole' | 'cut' | 'frozen' = 'whole';

  private constructor(to: number) {
    this.#server = createServer((near) => {
      if (this.#state === 'cut') return void near.destroy();
      const far = connect(to, '127.0.0.1');
      for (const [here, there] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(here);
        here.on('data', (bytes) => this.#state !== 'frozen' && there.write(bytes));
        here.on('error', () => undefined);
        here.once('close', () => {
          this.#sockets.delete(here);
          there.destroy();
        });
      }
    });
  }

  static async before(port: number): Promise<Wire> {
    const wire = new Wire(port);
    await once(wire.#server.listen(0, '127.0.0.1'), 'listening');
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many connections go through it. */
  get connections(): number {
    return this.#sockets.size / 2;
  }

  /** Connections break, and none is let through any more. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** What is sent gets lost, and nobody is told. */
  freeze(): void {
    this.#state = 'frozen';
  }

  mend(): void {
    this.#state = 'whole';
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
