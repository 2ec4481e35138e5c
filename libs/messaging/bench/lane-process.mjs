import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CommandHandler,
  LaneClient,
  LaneServer,
  MessagingModule,
  newCallContext,
  WorkHandler,
} from '@earshot/messaging';
import { firstValueFrom, of } from 'rxjs';
import { brokers, command, quiet, work } from './contracts.mjs';
import { answerOrders, measured } from './process.mjs';

class Echo {
  work(request) {
    return of(request);
  }

  async command(commands) {
    return commands.map(({ body }) => ({ ok: body }));
  }
}
const method = (name) => [Echo.prototype, name, Object.getOwnPropertyDescriptor(Echo.prototype, name)];
Controller()(Echo);
WorkHandler(work)(...method('work'));
CommandHandler(command)(...method('command'));

/** A process as the application has them: a Nest module, controllers, the lanes. */
function module(role, controllers) {
  const instance = `${role}-${process.pid}`;
  class BenchModule {}
  Module({
    imports: [MessagingModule.forRoot({ brokers, service: 'bench', instance, logger: quiet })],
    controllers,
  })(BenchModule);
  return BenchModule;
}

if (process.argv[2] === 'server') {
  const app = await NestFactory.createMicroservice(module('server', [Echo]), {
    inject: [LaneServer],
    useFactory: (strategy) => ({ strategy }),
    logger: ['error'],
  });
  await app.listen();
  answerOrders({}, () => app.close());
} else {
  const app = await NestFactory.createApplicationContext(module('client', []), { logger: ['error'] });
  const client = app.get(LaneClient);
  await client.connect();
  const call = newCallContext();
  answerOrders(
    {
      work: (order) =>
        measured(order, (text) => firstValueFrom(client.work(work, { text }, { call, deadlineMs: 30_000 }))),
      command: (order) => measured(order, (text) => client.command(command, { text }, { call, deadlineMs: 30_000 })),
    },
    () => app.close(),
  );
}
