import { Counter } from 'prom-client';

const buried = new Counter({
  name: 'earshot_dead_letters_total',
  help: 'Messages put aside because they could not be handled, by the topic that they came from and why.',
  labelNames: ['topic', 'reason'],
});

/** Counts a message that was put among the dead letters. */
export function countDeadLetter(topic: string, reason: 'invalid' | 'failed'): void {
  buried.inc({ topic, reason });
}
