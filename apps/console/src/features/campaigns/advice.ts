import type { Report } from './queries.js';

/** Sessions of each model, or pairs of them, before a campaign can be decided (docs/reference/feedback.md). */
export const warmupCount = 10;

/** What a report means for the person who looks at it. */
export interface Advice {
  readonly tone: 'neutral' | 'accent' | 'good';
  readonly title: string;
  readonly text: string;
}

/** Says in words whether one may stop. */
export function adviceOf({ status, winner, summary }: Report): Advice {
  switch (status) {
    case 'warmup':
      return { tone: 'neutral', title: 'Too early to tell', text: summary };
    case 'in_progress':
      return {
        tone: 'accent',
        title: 'Keep going',
        text: `${summary} You may look as often as you like: the intervals hold together.`,
      };
    case 'done':
      return { tone: 'good', title: `You may stop: ${winner ?? 'one model'} is the best`, text: summary };
    case 'cancelled':
      return { tone: 'neutral', title: 'Ended without a winner', text: 'It takes no more traffic. Its figures stay.' };
  }
}

/** Words and tone of each status. */
export const statusWords = {
  warmup: { label: 'Warming up', tone: 'neutral' },
  in_progress: { label: 'Running', tone: 'accent' },
  done: { label: 'Decided', tone: 'good' },
  cancelled: { label: 'Ended', tone: 'neutral' },
} as const satisfies Record<Report['status'], { label: string; tone: Advice['tone'] }>;

/** A probability in percent that never claims certainty. */
export function formatProbability(probability: number): string {
  if (probability > 0.999) return '> 99.9%';
  if (probability < 0.001) return '< 0.1%';
  return `${(probability * 100).toFixed(1)}%`;
}
