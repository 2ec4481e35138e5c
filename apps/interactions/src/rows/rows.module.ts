import { Module } from '@nestjs/common';
import { InteractionsRepository } from './interactions.repository.js';

/** Rows of interactions, as recording and imports insert them. */
@Module({ providers: [InteractionsRepository], exports: [InteractionsRepository] })
export class RowsModule {}
