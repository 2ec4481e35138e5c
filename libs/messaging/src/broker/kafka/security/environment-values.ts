/** Kafka's own provider of values out of the environment. */
const providerClass = 'org.apache.kafka.common.config.provider.EnvVarConfigProvider';

const variable = /\$\{env:([^}]*)\}/g;

/**
 * Puts values of the environment where properties have `${env:NAME}`, as Kafka's clients do for files that name the provider `env`
 * (`config.providers=env`, `config.providers.env.class=...EnvVarConfigProvider`). In other files it is text.
 *
 * @throws Error saying which variable is missing, or which provider is not understood.
 */
export function withEnvironment(
  properties: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, string> {
  const providers = properties.get('config.providers');
  if (providers === undefined) return properties;
  if (providers !== 'env' || properties.get('config.providers.env.class') !== providerClass)
    throw new Error(`config.providers must be env, and config.providers.env.class ${providerClass}`);
  return new Map(
    [...properties].map(([name, text]) => [
      name,
      text.replaceAll(variable, (_whole, wanted: string) => {
        const value = env[wanted];
        if (value === undefined || value === '') throw new Error(`${name} needs the environment variable ${wanted}`);
        return value;
      }),
    ]),
  );
}
