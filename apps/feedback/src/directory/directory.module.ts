import { Module } from '@nestjs/common';
import { ProjectDirectory } from './project-directory.js';

/** What this process knows of projects and models. */
@Module({ providers: [ProjectDirectory], exports: [ProjectDirectory] })
export class DirectoryModule {}
