import { Module } from '@nestjs/common';
import { repeatedTask } from '@earshot/persistence';
import { FillingRepository } from './filling.repository.js';
import { FillingService } from './filling.service.js';

/** Derived columns of interactions that older versions wrote, also while both versions run. */
@Module({
  providers: [
    FillingService,
    FillingRepository,
    // Without such rows a run is one look into a small index.
    repeatedTask(FillingService, {
      intervalMs: 60_000,
      atStart: true,
      run: (filling, signal) => filling.fill(signal),
      failed: 'columns of older interactions not filled yet',
    }),
  ],
})
export class FillingModule {}
