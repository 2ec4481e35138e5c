import { Module, type DynamicModule } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Health } from './health.js';
import { LOGGER, type Logger } from './logger.js';

/** Injection token of the process's settings. */
export const CONFIG = Symbol('config');

/** Settings, logger and health of a process. */
@Module({})
export class KitModule {
  static forRoot(config: object, logger: Logger): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, { provide: LOGGER, useValue: logger }, Health];
    return { module: KitModule, global: true, controllers: [HealthController], providers, exports: providers };
  }
}
