import { setFlagsFromString } from 'node:v8';
import { bootstrap } from '@earshot/service-kit';
import { AppModule } from './app.module.js';
import { settings } from './config.js';

// Gigabytes of rows pass through. Left to itself, V8 lets 200 MB of what is left of them gather before it collects any: half of what is in use is to do.
setFlagsFromString('--heap-growing-percent=50');

await bootstrap({ service: 'storage', settings, module: (config, logger) => AppModule.forRoot(config, logger) });
