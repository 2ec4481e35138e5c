import { migrateCommand } from '@earshot/persistence';
import { databaseUrlToMigrate } from '../config.js';
import { databaseOptions } from './data-source.js';

await migrateCommand(() => databaseOptions(databaseUrlToMigrate()));
