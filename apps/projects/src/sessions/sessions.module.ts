import { Module } from '@nestjs/common';
import { sessionsState } from '@earshot/contracts-projects';
import { newCallContext } from '@earshot/messaging';
import { publishedTable, repeatedTask } from '@earshot/persistence';
import { SessionEntity } from '../database/entities/session.entity.js';
import { SessionsConsumer } from './sessions.consumer.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** Gateways check the expiry themselves, so rows may outlive it by this time. */
const expiryEveryMs = 300_000;

/** Sessions of browsers and sign-in links. */
@Module({
  controllers: [SessionsConsumer],
  providers: [
    SessionsService,
    SessionsRepository,
    publishedTable({ contract: sessionsState, entity: SessionEntity }),
    repeatedTask(SessionsService, {
      intervalMs: expiryEveryMs,
      run: (sessions, signal) => sessions.deleteExpired(newCallContext(), signal),
      failed: 'expired sessions not deleted',
    }),
  ],
  exports: [SessionsService],
})
export class SessionsModule {}
