import { migrateCommand } from '@earshot/persistence';
import { databaseUrlToMigrate } from '@earshot/service-kit';
import { databaseOptions } from './data-source.js';

await migrateCommand(() => databaseOptions(databaseUrlToMigrate()));
