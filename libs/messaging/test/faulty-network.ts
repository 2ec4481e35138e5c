import type { Socket } from 'node:net';
import type { Address, Network } from '../src/broker/kafka/network.js';

/** A network whose connections break, and are refused, while it is down. */
export class FaultyNetwork implements Network {
  isDown = false;
  readonly #sockets = new Set<Socket>();

  route(address: Address): Address {
    return this.isDown ? { ...address, port: 1 } : address;
  }

  opened(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  goDown(): void {
    this.isDown = true;
    for (const socket of this.#sockets) socket.destroy(new Error('read ECONNRESET'));
  }
}
