/**
 * `npm run rotate-secrets` seals all secrets with the current secret key while `npm start` runs
 * (docs/guides/keys-and-secrets.md, "Change the secret key"). Exits with 0 once no secret needs `secret-keys-accepted`.
 */
import { settingsOf } from './environment.mjs';
import { exitCodeOf } from './process/run-command.mjs';
import { Site } from './session/site.mjs';
import { readSettings } from './settings.mjs';

const timeoutMs = 30 * 60_000;

const site = new Site(readSettings(process.env).settings, process.env);
if (!site.attach()) {
  site.console.print('Earshot is not running. Run npm start in another shell first.');
  process.exit(1);
}
const settings = await settingsOf(site, ['database', 'secretKey'], 'inference');
const args = ['apps/inference/bundle/database/rotate-secrets.js'];
const command = site.command({ name: 'rotate-secrets', command: 'node', args, timeoutMs }, settings);
const code = await exitCodeOf({ ...command, showOutput: true }, site, new AbortController().signal);
site.console.print(
  code === 0
    ? `Rotation complete. Delete ${site.layout.acceptedSecretKeys} and restart Earshot.`
    : 'Rotation incomplete; see above.',
);
process.exit(code);
