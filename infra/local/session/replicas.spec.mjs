import { describe, expect, it } from '@jest/globals';
import { readReplicas } from './replicas.mjs';

const services = ['projects', 'inference', 'gateway'];

describe('readReplicas', () => {
  it('runs one of each service that is not named', () => {
    const wanted = { replicas: { projects: 1, inference: 2, gateway: 3 }, problems: [] };
    expect(readReplicas(['--replicas', 'inference=2,gateway=3'], services)).toEqual(wanted);
    expect(readReplicas(['--replicas=inference=2', '--replicas=gateway=3'], services)).toEqual(wanted);
  });

  it.each([
    'inference=0',
    'inference=-1',
    'inference=1.5',
    'inference=two',
    'inference',
    'inference=',
    'inference=1000',
  ])('refuses %s and says what is expected', (list) => {
    expect(readReplicas(['--replicas', list], services).problems).toEqual([
      expect.stringContaining('must have a whole number from 1 to 16: inference=2'),
    ]);
  });

  it('names the services when one is unknown', () => {
    const { problems } = readReplicas(['--replicas', 'inferense=2'], services);
    expect(problems).toEqual([expect.stringMatching(/inferense.*projects, inference, gateway/)]);
  });

  it('refuses a list that is missing and options that do not exist', () => {
    expect(readReplicas(['--replicas'], services).problems).toHaveLength(1);
    expect(readReplicas(['--fast'], services).problems).toHaveLength(1);
  });
});
