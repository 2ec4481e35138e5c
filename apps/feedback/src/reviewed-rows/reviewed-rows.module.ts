import { Module } from '@nestjs/common';
import { ReviewedRowsRepository } from './reviewed-rows.repository.js';

/** Deletes reviews and items whose feedback or completions are deleted. */
@Module({ providers: [ReviewedRowsRepository], exports: [ReviewedRowsRepository] })
export class ReviewedRowsModule {}
