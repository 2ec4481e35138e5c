import { Earshot, type EarshotOptions } from '@earshot/client';
import type { Config } from '../config.js';
import { UsageProblem } from '../exit-codes.js';
import { loadCredentials } from './credentials.js';
import { NotSignedIn } from './session.errors.js';

/** Address of an installation that `npm start` runs. */
export const defaultUrl = 'http://127.0.0.1:8080';

/** Options that choose the installation and the project. */
export interface SessionOptions {
  readonly url?: string | undefined;
  readonly project?: string | undefined;
}

/** A person waits: a wrong address is reported within a second. */
const quick: EarshotOptions = { maxAttempts: 3 };
/** A long transfer outlives a restart of Earshot. */
const patient: EarshotOptions = { maxAttempts: 20, deadlineMs: 180_000 };

/**
 * Creates the client of a long transfer, once Earshot has answered.
 *
 * @throws as {@link connect}, and if Earshot does not answer
 */
export async function connectForTransfer(
  config: Config,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<Earshot> {
  await connect(config, options).chat.models({ signal });
  return connect(config, options, patient);
}

/**
 * Creates the client: options count before the environment, which counts before what `earshot login` stored. A stored
 * key is sent only to the address that it was stored for.
 *
 * @throws NotSignedIn if there is no key
 */
export function connect(config: Config, options: SessionOptions, retries = quick): Earshot {
  const stored = loadCredentials(config.credentialsFile);
  const apiKey = config.apiKey ?? stored?.apiKey;
  if (apiKey === undefined)
    throw new NotSignedIn('You are not signed in. Run `earshot login`, or set EARSHOT_API_KEY.');
  const earshot = new Earshot({ baseURL: options.url ?? config.url ?? stored?.url ?? defaultUrl, apiKey, ...retries });
  if (config.apiKey === undefined && stored !== null && stored.url !== earshot.baseURL) {
    throw new NotSignedIn(
      `The stored key is for ${stored.url}. For ${earshot.baseURL}, run \`earshot login --url ${earshot.baseURL}\`, or set EARSHOT_API_KEY.`,
    );
  }
  return earshot;
}

/** Returns the project of a command, or undefined. */
export function optionalProject(config: Config, options: SessionOptions): string | undefined {
  return options.project ?? config.project ?? loadCredentials(config.credentialsFile)?.project;
}

/** Returns the project of a command. @throws UsageProblem if none is set */
export function projectOf(config: Config, options: SessionOptions): string {
  const project = optionalProject(config, options);
  if (project !== undefined) return project;
  throw new UsageProblem(
    'The project is missing. Set --project, EARSHOT_PROJECT, or a default: `earshot login --project`.',
  );
}
