import { addressOf, ApiError, Earshot } from '@earshot/client';
import { projectOption, type Cli, type Context } from '../context.js';
import { UsageProblem } from '../exit-codes.js';
import { deleteCredentials, saveCredentials, storedUrl } from '../session/credentials.js';
import { readSecret } from '../session/hidden-prompt.js';
import { defaultUrl, type SessionOptions } from '../session/session.js';

/** Adds `earshot login` and `earshot logout`. */
export function addLogin(cli: Cli, context: Context): void {
  cli.command(
    'login',
    'Store the address and an API key',
    (yargs) =>
      yargs
        .option('project', { ...projectOption, describe: 'Default project of other commands' })
        .example('$0 login --url https://ai.example', 'asks for the key')
        .example('$0 login --project demo < .local/demo-key', 'reads the key from a file'),
    (argv) => login(context, argv),
  );
  cli.command('logout', 'Delete the stored API key', {}, () => {
    deleteCredentials(context.config.credentialsFile);
    context.output.note('Signed out.');
  });
}

async function login({ config, output, signal }: Context, { url, project }: SessionOptions): Promise<void> {
  const file = config.credentialsFile;
  // Before the key, which nobody likes to enter twice.
  const address = addressOf(url ?? config.url ?? storedUrl(file) ?? defaultUrl);
  const apiKey = await readSecret(`API key for ${address}: `, signal);
  if (apiKey === '') throw new UsageProblem('The API key is empty.');
  const earshot = new Earshot({ baseURL: address, apiKey, maxAttempts: 3 });
  const models = await earshot.chat.models({ signal });
  if (project !== undefined) await checkProject(earshot, project, signal);
  saveCredentials(file, { url: address, apiKey, project });
  const names = models.map(({ id }) => id);
  output.note(`Signed in. The key is in ${file}.`);
  output.result({ url: address, models: names }, `Models: ${names.join(', ') || 'none'}`);
}

/** @throws ApiError if the key may not use the project. A key without the permission `read` may not ask. */
async function checkProject(earshot: Earshot, project: string, signal: AbortSignal): Promise<void> {
  try {
    await earshot.api.GET('/api/v1/projects/{project}/metrics', { params: { path: { project } }, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'permission_missing') throw error;
  }
}
