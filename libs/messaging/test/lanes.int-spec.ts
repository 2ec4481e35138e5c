import 'reflect-metadata';
import { AppError, conflict } from '@earshot/errors';
import { Controller, Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { from, lastValueFrom, map, toArray, type Observable } from 'rxjs';
import {
  CommandHandler,
  EventHandler,
  EventPublisher,
  InjectReplica,
  LaneClient,
  LaneServer,
  MessagingHealth,
  MessagingModule,
  RecordPublisher,
  StateReplica,
  WorkHandler,
  newCallContext,
  type Command,
  type CommandResult,
  type ReceivedEvent,
  type WorkContext,
} from '../src/index.js';
import { recordingLogger, testContracts } from './lanes-app.js';
import { until } from './until.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);
const contracts = testContracts('lanes');
const logger = recordingLogger();
type Text = { text: string };

@Controller()
class Handlers {
  readonly received: string[] = [];

  @WorkHandler(contracts.work)
  spell({ text }: Text, _context: WorkContext): Observable<Text> {
    if (text === 'refuse') throw conflict('taken', 'Taken already.');
    return from(text.split('')).pipe(map((letter) => ({ text: letter })));
  }

  @CommandHandler(contracts.command)
  async shout(commands: readonly Command<Text>[]): Promise<CommandResult<Text>[]> {
    return commands.map(({ body: { text } }) =>
      text === 'refuse' ? { error: conflict('taken', 'Taken already.') } : { ok: { text: text.toUpperCase() } },
    );
  }

  @EventHandler(contracts.event)
  async handleEvents(events: readonly ReceivedEvent<Text>[]): Promise<void> {
    for (const { body } of events) this.received.push(body.text);
  }
}

@Injectable()
class Reader {
  constructor(@InjectReplica(contracts.state) readonly things: StateReplica<{ id: string; count: number }>) {}
}

@Module({
  imports: [
    MessagingModule.forRoot({
      brokers,
      service: contracts.prefix,
      instance: 'all-0',
      logger,
      replicas: [contracts.state],
    }),
  ],
  controllers: [Handlers],
  providers: [Reader],
})
class AppModule {}

describe('lanes over Kafka, in one process', () => {
  let app: INestApplication;
  let client: LaneClient;
  const call = newCallContext();

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: ['error', 'warn'] });
    app.connectMicroservice<MicroserviceOptions>({ strategy: app.get(LaneServer) });
    await app.startAllMicroservices();
    await app.init();
    client = app.get(LaneClient);
    await client.connect();
  }, 60_000);

  afterAll(() => app?.close());

  it('work: delivers every chunk in order, and the end', async () => {
    const chunks = client.work(contracts.work, { text: 'earshot' }, { call, deadlineMs: 10_000 });
    const letters = (await lastValueFrom(chunks.pipe(toArray()))).flat();
    expect(letters.map(({ text }) => text).join('')).toBe('earshot');
  });

  it('work: passes the error of the handler on unchanged', async () => {
    const refused = lastValueFrom(client.work(contracts.work, { text: 'refuse' }, { call, deadlineMs: 10_000 }));
    await expect(refused).rejects.toMatchObject({ code: 'taken', type: 'conflict_error' });
  });

  it('work: rejects a request that violates the contract', async () => {
    const wrong = { text: 5 } as unknown as Text;
    const refused = lastValueFrom(client.work(contracts.work, wrong, { call, deadlineMs: 10_000 }));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_message' });
  });

  it('commands: answers every command', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => `t${index}`);
    const answers = await Promise.all(texts.map((text) => client.command(contracts.command, { text }, { call })));
    expect(answers.map(({ text }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
  });

  it('commands: fails with an AppError', async () => {
    const refused = client.command(contracts.command, { text: 'refuse' }, { call });
    await expect(refused).rejects.toBeInstanceOf(AppError);
  });

  it('events: handles the events of each key in order', async () => {
    const publisher = app.get(EventPublisher);
    const texts = Array.from({ length: 100 }, (_, index) => `a${index}`);
    await Promise.all(texts.map((text) => publisher.publish(contracts.event, { text }, { call })));
    const { received } = app.get(Handlers);
    await until(() => received.length >= 100, 'all events');
    expect(received).toEqual(texts);
  });

  it('state: shows every acknowledged write after a fence', async () => {
    const { things } = app.get(Reader);
    await things.ready;
    const records = app.get(RecordPublisher);
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        const value = { id: `thing-${writer}`, count: writer };
        await records.publish([
          {
            topic: contracts.state.topic.name,
            key: value.id,
            type: contracts.state.type,
            value: Buffer.from(JSON.stringify(value)),
            headers: {},
          },
        ]);
        await things.fence();
        expect(things.get(value.id)).toEqual(value);
      }),
    );
    expect(things.size).toBe(20);
  });

  it('health is green', async () => {
    expect(
      app
        .get(MessagingHealth)
        .check()
        .filter(({ ok }) => !ok),
    ).toEqual([]);
  });
});
