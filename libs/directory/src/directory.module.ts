import { Module, type DynamicModule, type Type } from '@nestjs/common';

/** Lookups for all modules of a process, in memory. */
@Module({})
export class DirectoryModule {
  /** @param directories those whose replicas the process has. */
  static of(...directories: Type<unknown>[]): DynamicModule {
    return { module: DirectoryModule, global: true, providers: directories, exports: directories };
  }
}
