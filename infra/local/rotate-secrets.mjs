/**
 * `npm run rotate-secrets`: seals everything with the present secret key that is sealed with one of `secret-keys-accepted`, while `npm start`
 * goes on (docs/guides/keys-and-secrets.md, "Change the secret key"). Ends with 0 where nothing needs those any more.
 */
import { settingsOf } from './environment.mjs';
import { exitCodeOf } from './process/run-command.mjs';
import { Site } from './session/site.mjs';
import { readSettings } from './settings.mjs';

const timeoutMs = 30 * 60_000;

const site = new Site(readSettings(process.env).settings, process.env);
if (!site.attach()) {
  site.console.print('Nothing is running: npm start first, in another shell.');
  process.exit(1);
}
const settings = await settingsOf(site, ['database', 'secretKey'], 'inference');
const args = ['apps/inference/dist/database/rotate-secrets.js'];
const command = site.command({ name: 'rotate-secrets', command: 'node', args, timeoutMs }, settings);
const code = await exitCodeOf({ ...command, showOutput: true }, site, new AbortController().signal);
site.console.print(
  code === 0
    ? `Nothing needs the keys of ${site.layout.acceptedSecretKeys} any more: delete it, and start again.`
    : 'Something is left to do: see above.',
);
process.exit(code);
