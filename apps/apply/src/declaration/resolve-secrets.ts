import type { Body, Declaration, DeclaredApiKey, DeclaredResource, SecretReference } from './declaration.js';
import { Findings } from './findings.js';
import { DeclarationError, type Path } from './problem.js';
import { hashApiKey, isSecretReference, readSecret, SecretError } from './secrets.js';
import type { YamlSource } from './yaml-source.js';

/**
 * Resolves references to secrets: `key_sha256` of API keys, `api_key` of providers, `headers` of tools.
 *
 * @param folder base of the paths of secret files.
 * @throws DeclarationError with all secrets that cannot be read, and repeated keys.
 */
export function resolveSecrets(
  declaration: Declaration,
  source: YamlSource,
  file: string,
  folder: string,
): Declaration {
  const resolver = new Resolver(new Findings(source), folder);
  const resolved: Declaration = {
    apiKeys: resolver.apiKeys(declaration.apiKeys, ['api_keys']),
    projects: declaration.projects.map((project, index) => ({
      ...project,
      models: project.models.map((model, at) => resolver.model(model, ['projects', index, 'models', at])),
      tools: project.tools.map((tool, at) => resolver.tool(tool, ['projects', index, 'tools', at])),
      apiKeys: resolver.apiKeys(project.apiKeys, ['projects', index, 'api_keys']),
    })),
  };
  if (resolver.findings.problems.length > 0) throw new DeclarationError(file, resolver.findings.problems);
  return resolved;
}

class Resolver {
  readonly #hashes = new Set<string>();

  constructor(
    readonly findings: Findings,
    private readonly folder: string,
  ) {}

  apiKeys(keys: readonly DeclaredApiKey[], path: Path): DeclaredApiKey[] {
    return keys.map((key, index) => (key.expired ? key : this.#apiKey(key, [...path, index, 'secret'])));
  }

  model(model: DeclaredResource, path: Path): DeclaredResource {
    const provider = model.body['provider'] as Body | undefined;
    const reference = provider?.['api_key'];
    if (!isSecretReference(reference)) return model;
    const secret = this.#read(reference, [...path, 'provider', 'api_key']);
    return { ...model, body: { ...model.body, provider: { ...provider, api_key: secret } } };
  }

  tool(tool: DeclaredResource, path: Path): DeclaredResource {
    const references = tool.body['headers'] as Readonly<Record<string, SecretReference>> | undefined;
    if (references === undefined) return tool;
    const values = Object.entries(references).map(([name, reference]) => [
      name,
      this.#read(reference, [...path, 'headers', name]),
    ]);
    return { ...tool, body: { ...tool.body, headers: Object.fromEntries(values) as Body } };
  }

  #apiKey(key: DeclaredApiKey, path: Path): DeclaredApiKey {
    const hash = this.#read(key.secret, path, hashApiKey);
    if (hash === undefined) return key;
    if (this.#hashes.has(hash)) this.findings.add(path, 'another key has the same secret');
    this.#hashes.add(hash);
    return { ...key, body: { ...key.body, key_sha256: hash } };
  }

  #read(reference: SecretReference, path: Path, use = (secret: string) => secret): string | undefined {
    try {
      return use(readSecret(reference, this.folder));
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      this.findings.add(path, error.message);
      return undefined;
    }
  }
}
