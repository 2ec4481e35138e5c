import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.js';

/** The policy permits no address of the server. The message reveals nothing about the server. */
class AddressRejected extends Error {
  constructor() {
    super('no address of the server is permitted');
    this.name = 'AddressRefused';
  }
}

/** Whether the address policy rejected a request, also where a client wrapped the error. */
export function isAddressRejected(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof AddressRejected) return true;
  return false;
}

/** Finds every address of a name, as `dns.lookup` with `all` does. */
export type Resolve = (
  hostname: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Connects only to permitted addresses. Checks the socket's own lookup, so a second DNS answer changes nothing. */
export function guardedConnector(
  policy: AddressPolicy,
  { timeoutMs, resolve = lookup }: { timeoutMs: number; resolve?: Resolve },
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(policy, resolve) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Literal addresses are not looked up, so check them here.
    if (isIP(host) !== 0 && !policy.permits(host)) callback(new AddressRejected(), null);
    else connect({ ...options, hostname: host }, callback);
  };
}

function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname, { all: true, family }, (error, addresses) => {
      if (error) return callback(error, '');
      const permitted = addresses.filter(({ address }) => policy.permits(address));
      const [first] = permitted;
      if (first === undefined) callback(new AddressRejected(), '');
      else if (all === true) callback(null, permitted);
      else callback(null, first.address, first.family);
    });
  };
}
