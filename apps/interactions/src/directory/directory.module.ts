import { Module } from '@nestjs/common';
import { Directory } from './directory.js';

/** What this process knows of projects, models, metrics and campaigns. */
@Module({ providers: [Directory], exports: [Directory] })
export class DirectoryModule {}
