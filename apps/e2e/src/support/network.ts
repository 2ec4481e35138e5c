import { brokers } from './brokers.js';
import { services } from './stack.js';

/** The network between the hosts of the installation (infra/network/README.md). */
export interface Conditions {
  /** What it adds to a round trip between two hosts. */
  readonly roundTripMs?: number;
  /** Share of the packets that are lost, from 0 to 1. */
  readonly loss?: number;
  /** Hosts whose packets to other hosts are all lost. */
  readonly cuts?: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[];
}

/** Hosts of servers and services. */
const hosts = [...brokers, 'postgres', 'minio', ...services];

/** Replaces the conditions of the network. Without any it has no delay and loses nothing. */
export async function setNetwork({ roundTripMs = 0, loss = 0, cuts = [] }: Conditions = {}): Promise<void> {
  const url = process.env['EARSHOT_WIRE_URL'];
  if (!url) throw new Error("EARSHOT_WIRE_URL is not set: run these tests with 'npm test -- network'.");
  const body = JSON.stringify({ round_trip_ms: roundTripMs, loss, cuts });
  const response = await fetch(url, { method: 'PUT', body });
  if (!response.ok) throw new Error(`The network was not changed: ${response.status} ${await response.text()}`);
}

/** Cuts a host off from all others. */
export function cutOff(host: string): Promise<void> {
  return cutOffFrom(
    host,
    hosts.filter((each) => each !== host),
  );
}

/** Cuts a broker off from the other brokers. Services still reach it. */
export function cutOffFromBrokers(broker: string): Promise<void> {
  return cutOffFrom(
    broker,
    brokers.filter((each) => each !== broker),
  );
}

/** Loses what a host sends to all others. It still receives what they send. */
export function mute(host: string): Promise<void> {
  return setNetwork({ cuts: [{ from: [host], to: hosts.filter((each) => each !== host) }] });
}

function cutOffFrom(host: string, others: string[]): Promise<void> {
  return setNetwork({
    cuts: [
      { from: [host], to: others },
      { from: others, to: [host] },
    ],
  });
}
