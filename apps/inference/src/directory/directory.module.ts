import { Module } from '@nestjs/common';
import { ModelDirectory } from './model-directory.js';
import { ObservedState } from './observed-state.js';
import { ProjectDirectory } from './project-directory.js';

/** What this process knows of projects and models. */
@Module({
  providers: [ProjectDirectory, ModelDirectory, ObservedState],
  exports: [ProjectDirectory, ModelDirectory, ObservedState],
})
export class DirectoryModule {}
