import { describe, expect, it } from '@jest/globals';
import { inNamespace, namespaceOf } from './namespaces.mjs';

describe(namespaceOf.name, () => {
  it('differs between data directories and hosts', () => {
    const names = ['/a', '/b'].flatMap((dataDir) => ['kafka', 'kafka-2'].map((host) => namespaceOf(dataDir, host)));
    expect(new Set(names).size).toBe(4);
  });
});

describe(inNamespace.name, () => {
  const command = { command: 'postgres', args: ['-D', 'data'], cwd: '/data' };

  it('runs a command in the namespace and keeps the rest', () => {
    expect(inNamespace('host', command)).toEqual({
      command: 'nsenter',
      args: ['--net=/run/netns/host', 'postgres', '-D', 'data'],
      cwd: '/data',
    });
  });

  it('enters as root and changes the user afterwards', () => {
    const { args, ...rest } = inNamespace('host', { ...command, uid: 65534, gid: 65533 });
    expect(args.slice(1, 5)).toEqual(['--setuid', '65534', '--setgid', '65533']);
    expect(rest).not.toHaveProperty('uid');
  });
});
