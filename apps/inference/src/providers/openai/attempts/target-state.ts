import type { OpenaiTarget } from '../openai-target.js';
import { Circuit, type CircuitState } from './circuit.js';
import { RetryBudget } from './retry-budget.js';

/** What this process has learnt about one model at its server. */
export interface TargetState {
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  /** It makes one choice a request, whatever `n` says. */
  oneChoiceOnly: boolean;
}

/**
 * What is known of each target, as long as that lives. By object, not by address: callers keep one object a model, so models do not
 * suffer from each other's keys and limits, changed settings begin anew, and there is nothing to evict.
 */
export class TargetStates {
  private readonly states = new WeakMap<OpenaiTarget, TargetState>();

  /** @param onCircuit told when a target's circuit changes. */
  constructor(private readonly onCircuit: (target: OpenaiTarget, state: CircuitState) => void = () => undefined) {}

  of(target: OpenaiTarget): TargetState {
    let state = this.states.get(target);
    if (state === undefined) {
      const circuit = new Circuit((changed) => this.onCircuit(target, changed));
      this.states.set(target, (state = { circuit, budget: new RetryBudget(), oneChoiceOnly: false }));
    }
    return state;
  }
}
