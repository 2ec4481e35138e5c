import { Module } from '@nestjs/common';
import { ReplaysRepository } from './replays.repository.js';

/** The prompts that review queues have answered again. */
@Module({ providers: [ReplaysRepository], exports: [ReplaysRepository] })
export class ReviewReplaysModule {}
