import { Counter } from 'prom-client';
import type { CircuitState } from './circuit.js';

const retries = new Counter({
  name: 'earshot_provider_retries_total',
  help: 'Retries of requests to model servers, by error code.',
  labelNames: ['code'],
});

const circuits = new Counter({
  name: 'earshot_provider_circuit_changes_total',
  help: 'Changes of circuit breakers of models, by new state.',
  labelNames: ['state'],
});

// A counter that first appears with 1 has not increased for Prometheus.
circuits.inc({ state: 'open' }, 0);

/** Counts a retry after an error with this code. */
export function countRetry(code: string): void {
  retries.inc({ code });
}

/** Counts a change of a circuit breaker to a state. */
export function countCircuitChange(state: CircuitState): void {
  circuits.inc({ state });
}
