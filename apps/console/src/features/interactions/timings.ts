import type { Schemas } from '../../api/client.js';

/** A part of the time of an answer. */
export interface TimingPart {
  readonly id: 'queue' | 'firstToken' | 'generation';
  readonly label: string;
  readonly ms: number;
  /** Of the whole time, from 0 to 1. */
  readonly share: number;
}

/** Splits the time of an answer: waiting, until the first token, and the rest of the generation. */
export function timingParts(timings: NonNullable<Schemas['Interaction']['timings']>): readonly TimingPart[] {
  const { queue_ms: queue, first_token_ms: firstToken, total_ms: total } = timings;
  const generation = Math.max(0, total - (firstToken ?? 0));
  const whole = queue + (firstToken ?? 0) + generation;
  const parts = [
    { id: 'queue', label: 'Queue', ms: queue },
    ...(firstToken === null ? [] : [{ id: 'firstToken', label: 'First token', ms: firstToken } as const]),
    { id: 'generation', label: 'Generation', ms: generation },
  ] as const;
  return parts.map((part) => ({ ...part, share: whole === 0 ? 0 : part.ms / whole }));
}

/** Returns tokens a second after the first token; null if that is unknown. */
export function tokenRate({ timings, usage }: Pick<Schemas['Interaction'], 'timings' | 'usage'>): number | null {
  if (timings?.first_token_ms == null || usage === null) return null;
  const ms = timings.total_ms - timings.first_token_ms;
  return ms <= 0 || usage.completion_tokens < 2 ? null : ((usage.completion_tokens - 1) / ms) * 1_000;
}
