import { settingsToRotateSecrets } from '../config.js';
import { rotateSecrets } from '../secrets/secrets-rotation.js';

try {
  const done = await rotateSecrets(settingsToRotateSecrets(), (line) => process.stdout.write(`${line}\n`));
  process.exitCode = done ? 0 : 1;
} catch (error) {
  process.stderr.write(`Rotation failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
