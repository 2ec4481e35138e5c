/** A worker in a process of its own, to be killed: answers letter by letter, or not at all. */
import { KafkaBroker } from '../dist/broker/kafka/kafka-broker.js';
import { MessagingRuntime } from '../dist/runtime/messaging-runtime.js';
import { concat, concatMap, delay, from, NEVER, of } from 'rxjs';
import { z } from 'zod';

const { brokers, topic, service, instance } = JSON.parse(process.argv[2]);
const none = () => undefined;
const logger = { debug: none, info: none, warn: none, error: (fields, message) => console.error(message, fields) };
const text = z.object({ text: z.string() });
const contract = { lane: 'work', topic, type: 'spell.v1', request: text, chunk: text };

const runtime = new MessagingRuntime({
  brokers,
  broker: new KafkaBroker({ brokers }, instance, logger),
  service,
  instance,
  logger,
});
const letters = (word) => from(word.split('')).pipe(concatMap((letter) => of({ text: letter }).pipe(delay(10))));
const handle = async ({ text }) => {
  process.send({ begun: text });
  if (text.startsWith('hold') && instance === 'victim') return NEVER;
  if (text.startsWith('half')) return concat(of({ text: 'h' }), NEVER);
  return letters(text);
};
await runtime.serve({ work: [{ contract, handle }], commands: [], events: [] });
process.on('message', () => runtime.close().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
