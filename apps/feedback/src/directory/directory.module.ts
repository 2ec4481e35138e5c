import { Module } from '@nestjs/common';
import { ModelDirectory } from './model-directory.js';
import { ProjectDirectory } from './project-directory.js';

/** What this process knows of projects and models. */
@Module({ providers: [ProjectDirectory, ModelDirectory], exports: [ProjectDirectory, ModelDirectory] })
export class DirectoryModule {}
