import { bootstrap } from '@earshot/service-kit';
import { AppModule } from './app.module.js';
import { settings } from './config.js';

await bootstrap({ service: 'storage', settings, module: (config, logger) => AppModule.forRoot(config, logger) });
