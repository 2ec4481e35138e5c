import { describe, expect, it } from '@jest/globals';
import { readReplicas } from './replicas.mjs';

const services = ['projects', 'inference', 'gateway'];

describe('readReplicas', () => {
  it('runs one process of each unnamed service', () => {
    const expected = { replicas: { projects: 1, inference: 2, gateway: 3 }, problems: [] };
    expect(readReplicas(['--replicas', 'inference=2,gateway=3'], services)).toEqual(expected);
    expect(readReplicas(['--replicas=inference=2', '--replicas=gateway=3'], services)).toEqual(expected);
  });

  it.each([
    'inference=0',
    'inference=-1',
    'inference=1.5',
    'inference=two',
    'inference',
    'inference=',
    'inference=1000',
  ])('rejects %s and names the expected form', (list) => {
    expect(readReplicas(['--replicas', list], services).problems).toEqual([
      expect.stringContaining('must have a whole number from 1 to 16: inference=2'),
    ]);
  });

  it('names the services when one is unknown', () => {
    const { problems } = readReplicas(['--replicas', 'inferense=2'], services);
    expect(problems).toEqual([expect.stringMatching(/inferense.*projects, inference, gateway/)]);
  });

  it('rejects an empty list and unknown options', () => {
    expect(readReplicas(['--replicas'], services).problems).toHaveLength(1);
    expect(readReplicas(['--fast'], services).problems).toHaveLength(1);
  });
});
