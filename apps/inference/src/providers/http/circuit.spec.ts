import { beforeEach, describe, expect, it } from '@jest/globals';
import { Circuit, type CircuitState, type Outcome } from './circuit.js';

let now: number;
let changes: CircuitState[];
let circuit: Circuit;

beforeEach(() => {
  now = 1_000_000;
  changes = [];
  circuit = new Circuit(
    (state) => changes.push(state),
    () => now,
  );
});

/** One attempt. @returns whether it was a probe */
function attempt(outcome: Outcome): boolean {
  const probe = circuit.enter();
  circuit.leave(probe, outcome);
  return probe;
}

function fail(times: number): void {
  for (let i = 0; i < times; i += 1) attempt('bad');
}

describe('a circuit', () => {
  it('opens after five failures in a row, and refuses with the whole seconds to wait', () => {
    fail(4);
    attempt('good');
    fail(4);
    expect(circuit.isOpen).toBe(false);
    fail(1);
    expect(circuit.isOpen).toBe(true);
    expect(() => circuit.enter()).toThrow(
      expect.objectContaining({ code: 'provider_unavailable', type: 'overloaded_error', retryAfterS: 1 }),
    );
    expect(changes).toEqual(['open']);
  });

  it('lets one probe at a time through when it has rested, and closes with a good one', () => {
    fail(5);
    now += 1_000;
    const probe = circuit.enter();
    expect(probe).toBe(true);
    expect(() => circuit.enter()).toThrow(expect.objectContaining({ code: 'provider_unavailable' }));
    circuit.leave(probe, 'good');
    expect(attempt('good')).toBe(false);
    expect(changes).toEqual(['open', 'half_open', 'closed']);
  });

  it('rests longer after each probe that fails, up to half a minute', () => {
    fail(5);
    for (const atMostMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      now += atMostMs / 2 - 1;
      expect(circuit.isOpen).toBe(true);
      now += atMostMs / 2 + 1;
      expect(attempt('bad')).toBe(true);
    }
  });

  it('makes another probe at once when the caller of one has left, and in seconds when one hangs', () => {
    fail(5);
    now += 1_000;
    attempt('unknown');
    expect(circuit.enter()).toBe(true);
    now += 5_000;
    expect(circuit.enter()).toBe(true);
  });

  it('does not rest longer for what had begun before it opened, and closes when such an answer comes', () => {
    const early = [circuit.enter(), circuit.enter(), circuit.enter()];
    fail(5);
    for (const probe of early.slice(1)) circuit.leave(probe, 'bad');
    now += 1_000;
    expect(circuit.isOpen).toBe(false);
    circuit.leave(early[0]!, 'good');
    expect(changes).toEqual(['open', 'closed']);
  });
});
