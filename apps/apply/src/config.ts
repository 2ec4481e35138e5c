import { z } from 'zod';

/** The settings of the command. */
export const settings = {
  url: {
    env: 'EARSHOT_URL',
    schema: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
    doc: 'Base address of the installation, for example `http://127.0.0.1:8080`.',
  },
  adminKey: {
    env: 'EARSHOT_ADMIN_KEY',
    schema: z.string().regex(/^[\x21-\x7e]+$/, 'must be visible characters without spaces'),
    doc: 'Key of the installation.',
  },
};

/** Address and key of the installation. */
export interface Config {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly adminKey: string;
}

/** Settings are missing or invalid; the message names each, without values. */
export class ConfigError extends Error {}

/** @throws ConfigError */
export function loadConfig(): Config {
  const problems: string[] = [];
  const read = ({ env, schema, doc }: (typeof settings)['url' | 'adminKey']) => {
    const result = schema.safeParse(environmentValue(env));
    if (result.success) return result.data;
    const why = environmentValue(env) ? result.error.issues.map(({ message }) => message).join('; ') : 'is not set';
    problems.push(`${env} ${why}. ${doc}`);
    return '';
  };
  const config = { url: read(settings.url).replace(/\/+$/, ''), adminKey: read(settings.adminKey) };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Value of an environment variable; undefined if it is unset or empty. */
export function environmentValue(name: string): string | undefined {
  return process.env[name] || undefined;
}
