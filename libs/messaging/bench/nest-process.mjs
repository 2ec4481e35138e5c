import 'reflect-metadata';
import { Controller, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientKafka, MessagePattern, Payload, Transport } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';
import { brokers, nestTopic } from './contracts.mjs';
import { answerOrders, measured } from './process.mjs';

// Nest's Kafka transport reports every step; the table is what is asked for.
Logger.overrideLogger(false);

class Echo {
  work(request) {
    return request;
  }
}
Controller()(Echo);
Payload()(Echo.prototype, 'work', 0);
MessagePattern(nestTopic)(Echo.prototype, 'work', Object.getOwnPropertyDescriptor(Echo.prototype, 'work'));

/** Nest's transport as its documentation sets it up. */
const options = (clientId) => ({ client: { brokers, clientId }, consumer: { groupId: `${nestTopic}-group` } });

if (process.argv[2] === 'server') {
  class BenchModule {}
  Module({ controllers: [Echo] })(BenchModule);
  const app = await NestFactory.createMicroservice(BenchModule, {
    transport: Transport.KAFKA,
    options: options('server'),
    logger: false,
  });
  await app.listen();
  answerOrders({}, () => app.close());
} else {
  const client = new ClientKafka(options('client'));
  client.subscribeToResponseOf(nestTopic);
  await client.connect();
  answerOrders({ work: (order) => measured(order, (text) => firstValueFrom(client.send(nestTopic, { text }))) }, () =>
    client.close(),
  );
}
