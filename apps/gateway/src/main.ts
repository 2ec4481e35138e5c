import { LaneClient } from '@earshot/messaging';
import { bootstrap } from '@earshot/service-kit';
import { AppModule } from './app.module.js';
import { settings } from './config.js';
import { createHttpServer } from './http/http-server.js';

await bootstrap({
  service: 'gateway',
  settings,
  module: (config, logger) => AppModule.forRoot(config, logger),
  http: createHttpServer,
  onGraceExpired: (app) => app.get(LaneClient, { strict: false }).abortWork(),
});
