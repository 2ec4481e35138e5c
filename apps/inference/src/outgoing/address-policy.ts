import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** All public IPv6 addresses (RFC 4291). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** What `localhost` stands for. */
const loopback = ['127.0.0.1', '::1'];

/** Addresses that look public and are a cloud's own: the wire server of Azure, which hands out credentials. */
const clouds = new Set(['168.63.129.16']);

/** Parses the networks of a setting: CIDRs or addresses, by commas. @throws Error that names the first invalid one. */
export function parseNetworks(text: string): Network[] {
  const names = text.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '').map(parseNetwork);
}

function parseNetwork(name: string): Network {
  try {
    if (name.includes('/')) return ipaddr.parseCIDR(name);
    const address = ipaddr.parse(name);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch (cause) {
    throw new Error(`'${name}' is not a network: expected a CIDR, for example 10.1.0.0/16`, { cause });
  }
}

/** Decides which addresses may be connected to: public ones, and the networks of a setting. */
export class AddressPolicy {
  constructor(private readonly allowed: readonly Network[]) {}

  /** @param text an IP address; whatever is none is not permitted. */
  permits(text: string): boolean {
    // The library accepts short spellings, which other code reads differently.
    if (isIP(text) === 0) return false;
    // Treats `::ffff:127.0.0.1` as 127.0.0.1.
    const address = ipaddr.process(text);
    return this.allowed.some((network) => isIn(address, network)) || isPublic(address);
  }

  /** Checks a valid URL before a connection. Names are resolved only by it, so all but `localhost` pass here. */
  mayPermit(url: string): boolean {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0) return this.permits(host);
    return !/(^|\.)localhost\.?$/.test(host) || loopback.some((address) => this.permits(address));
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || clouds.has(address.toString())) return false;
  return address.kind() === 'ipv4' || isIn(address, globalUnicast);
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as [ipaddr.IPv4, number]);
}
