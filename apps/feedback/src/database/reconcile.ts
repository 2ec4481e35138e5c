import { reconcile } from '@earshot/persistence';
import { settingsToReconcile } from '../config.js';
import { checks } from './reconciliation-checks.js';
import { databaseOptions } from './data-source.js';

const { databaseUrl, ...kafka } = settingsToReconcile();
const missing = await reconcile({
  database: databaseOptions(databaseUrl, 'feedback-reconcile'),
  kafka,
  checks,
  print: (line) => process.stdout.write(`${line}\n`),
});
process.exit(missing === 0 ? 0 : 1);
