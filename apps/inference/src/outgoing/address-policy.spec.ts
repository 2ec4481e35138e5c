import { describe, expect, it } from '@jest/globals';
import { AddressPolicy, parseNetworks } from './address-policy.js';

const closed = new AddressPolicy([]);

describe('without a setting, a tool cannot have the address', () => {
  it.each([
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['of loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['of a private network', ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1']],
    ['of a unique local network', ['fc00::1', 'fd00:ec2::254', 'fdff::1']],
    ['of a link', ['169.254.0.1', 'fe80::1', 'fec0::1']],
    ["of a cloud's metadata", ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192']],
    ['behind a carrier', ['100.64.0.1', '100.127.255.254']],
    ['of many', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
    ['that is reserved', ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1']],
    ['for documentation', ['2001:db8::1', '3fff::1']],
    ['of version 4 in one of version 6', ['::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:0:7f00:1', '::7f00:1']],
    ['of version 4 behind a translator', ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::7f00:1']],
    ['that is none', ['', 'localhost', '1.2.3', '127.1', '0x7f000001', '1.2.3.4.5', 'x::1', '10.0.0.1/8']],
  ])('%s', (_, addresses) => {
    expect(addresses.filter((address) => closed.permits(address))).toEqual([]);
  });
});

describe('a tool may have an address', () => {
  it('of the internet', () => {
    const addresses = ['1.1.1.1', '93.184.216.34', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001:81b::200e'];
    expect(addresses.filter((address) => !closed.permits(address))).toEqual([]);
  });

  it('of an allowed network, but of no other', () => {
    const open = new AddressPolicy(parseNetworks('10.1.0.0/16, 127.0.0.1,fd00:1::/32'));
    const permitted = ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', 'fd00:1::5'];
    expect(permitted.filter((address) => !open.permits(address))).toEqual([]);
    const refused = ['10.2.0.1', '127.0.0.2', 'fd00:2::1', '::1'];
    expect(refused.filter((address) => open.permits(address))).toEqual([]);
  });
});

describe('before a connection', () => {
  const hosts = [
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '169.254.169.254',
    '[fd00::1]',
    '0',
  ];

  it.each([...hosts, '[::ffff:10.0.0.1]', '100.64.0.1', 'localhost', 'LOCALHOST.', 'a.localhost'])(
    'http://%s is refused',
    (host) => {
      expect(closed.mayPermit(`http://${host}:11434/v1`)).toBe(false);
    },
  );

  it.each(['93.184.216.34', '[2606:4700::1111]', 'example.com', 'localhost.example', 'intranet'])(
    'http://%s is not',
    (host) => {
      expect(closed.mayPermit(`http://${host}/v1`)).toBe(true);
    },
  );

  it('an allowed network is permitted, by name and by address', () => {
    const open = new AddressPolicy(parseNetworks('127.0.0.0/8'));
    expect(['127.0.0.1', '127.1', 'localhost'].filter((host) => !open.mayPermit(`http://${host}/v1`))).toEqual([]);
    expect(open.mayPermit('http://10.0.0.1/v1')).toBe(false);
  });
});

describe('the setting', () => {
  it('allows nothing where it is empty', () => {
    expect(parseNetworks(' ,')).toEqual([]);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', 'example.com', '10.0.0/8/8'])('rejects %s, by its name', (text) => {
    expect(() => parseNetworks(`127.0.0.0/8,${text}`)).toThrow(`'${text}' is not a network`);
  });
});
