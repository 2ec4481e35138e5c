import type { Socket } from 'node:net';
import { openSocket, type Address, type Network } from './network.js';
import { emitWholeResponses } from './whole-responses.js';
import type { TlsOptions } from './security/kafka-security.js';

/**
 * The sockets of a kafkajs client. What it does again and again, as looking for the coordinator of a group, may connect anew after the client was
 * disconnected, and such a connection would keep the process from ending.
 */
export class ClientSockets {
  readonly #open = new Set<Socket>();
  #closed = false;

  /** @param tls undefined: they are not encrypted. */
  constructor(
    private readonly network: Network,
    private readonly tls: TlsOptions | undefined,
  ) {}

  /** One more; broken already where the client is closed. */
  open(address: Address, onConnect: () => void): Socket {
    const socket = openSocket(this.network, address, this.tls, onConnect);
    emitWholeResponses(socket);
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#closed) socket.destroy(closed());
    return socket;
  }

  /** Ends all that are left. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#open) socket.destroy(closed());
  }
}

/** Told to kafkajs, so that it lets go of the timers of the connection too. */
function closed(): Error {
  return new Error('the client is closed');
}
