import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.js';

/** No connection was made: the policy permits no address of the server. It says nothing of the server, nor which addresses it has. */
class AddressRefused extends Error {
  constructor() {
    super('no address of the server is permitted');
    this.name = 'AddressRefused';
  }
}

/** Whether a failed request never left this process because of the address, whatever the client of the connection made of it. */
export function isAddressRefused(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof AddressRefused) return true;
  return false;
}

/** Finds every address of a name, as `dns.lookup` with `all` does. */
export type Resolve = (
  hostname: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Connects to addresses that the policy permits, and to no other. A name is looked up by the socket itself, and judged in that very look-up, so
 * that there is nothing between judging and connecting that an answer of the DNS could change.
 */
export function guardedConnector(
  policy: AddressPolicy,
  { timeoutMs, resolve = lookup }: { timeoutMs: number; resolve?: Resolve },
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(policy, resolve) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // An address is not looked up, so it is judged here.
    if (isIP(host) !== 0 && !policy.permits(host)) callback(new AddressRefused(), null);
    else connect({ ...options, hostname: host }, callback);
  };
}

function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname, { all: true, family }, (error, addresses) => {
      if (error) return callback(error, '');
      const permitted = addresses.filter(({ address }) => policy.permits(address));
      const [first] = permitted;
      if (first === undefined) callback(new AddressRefused(), '');
      else if (all === true) callback(null, permitted);
      else callback(null, first.address, first.family);
    });
  };
}
