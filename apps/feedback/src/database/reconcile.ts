import { reconcile } from '@earshot/persistence';
import { settingsToReconcile } from '../config.js';
import { comparisons } from './comparisons.js';
import { databaseOptions } from './data-source.js';

const { databaseUrl, ...kafka } = settingsToReconcile();
const missing = await reconcile({
  database: databaseOptions(databaseUrl, 'feedback-reconcile'),
  kafka,
  comparisons,
  tell: (line) => process.stdout.write(`${line}\n`),
});
process.exit(missing === 0 ? 0 : 1);
