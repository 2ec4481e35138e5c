import { homedir } from 'node:os';
import path from 'node:path';

/** What the environment sets. */
export interface Config {
  /** `EARSHOT_URL` */
  readonly url: string | undefined;
  /** `EARSHOT_API_KEY` */
  readonly apiKey: string | undefined;
  /** `EARSHOT_PROJECT` */
  readonly project: string | undefined;
  /** Where `earshot login` stores the key. */
  readonly credentialsFile: string;
  /** Where interrupted uploads and imports are remembered. */
  readonly stateFolder: string;
}

/** Reads the environment, with the folders of the XDG base directory specification. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const folder = (name: string, fallback: string) => env[name] || path.join(homedir(), fallback);
  return {
    url: env['EARSHOT_URL'] || undefined,
    apiKey: env['EARSHOT_API_KEY'] || undefined,
    project: env['EARSHOT_PROJECT'] || undefined,
    credentialsFile: path.join(folder('XDG_CONFIG_HOME', '.config'), 'earshot', 'credentials.json'),
    stateFolder: path.join(folder('XDG_STATE_HOME', '.local/state'), 'earshot'),
  };
}
