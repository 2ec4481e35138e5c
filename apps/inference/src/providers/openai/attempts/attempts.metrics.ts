import { Counter } from 'prom-client';
import type { CircuitState } from './circuit.js';

const retries = new Counter({
  name: 'earshot_provider_retries_total',
  help: 'Requests sent to a model server again, by the code of the error before.',
  labelNames: ['code'],
});

const circuits = new Counter({
  name: 'earshot_provider_circuit_changes_total',
  help: 'Circuits of models that opened, let a probe through (half_open) or closed.',
  labelNames: ['state'],
});

/** Counts a request that is sent again. @param code of ours, so there are few. */
export function countRetry(code: string): void {
  retries.inc({ code });
}

/** Counts a change of any model's circuit. */
export function countCircuit(state: CircuitState): void {
  circuits.inc({ state });
}
