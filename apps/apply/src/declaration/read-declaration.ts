import { createMetricSchema } from '@earshot/dto-feedback';
import { createAbCampaignSchema, createModelSchema, createToolSchema } from '@earshot/dto-inference';
import { createApiKeySchema, createInstallationKeySchema, createProjectSchema } from '@earshot/dto-projects';
import { z } from 'zod';
import type { Body, Declaration, DeclaredApiKey, DeclaredProject, DeclaredResource } from './declaration.js';
import { Findings } from './findings.js';
import { DeclarationError, type Path } from './problem.js';
import { isSecretReference, referenceExpected } from './secrets.js';
import { YamlSource } from './yaml-source.js';

/** Maximum number of entries of a list. */
const maxEntries = 1_000;

const entries = z.array(z.record(z.string(), z.unknown())).max(maxEntries).default([]);

/** The outline of a declaration. All other fields are bodies of the management interface, which its schemas check. */
const fileSchema = z.strictObject({
  projects: z
    .array(
      z.looseObject({ models: entries, api_keys: entries, metrics: entries, tools: entries, ab_campaigns: entries }),
    )
    .max(maxEntries)
    .default([]),
  api_keys: entries,
});

/**
 * Reads and validates a declaration, without an installation.
 * @param file name for messages.
 * @throws DeclarationError
 */
export function readDeclaration(file: string, text: string): { declaration: Declaration; source: YamlSource } {
  const source = YamlSource.parse(file, text);
  const findings = new Findings(source);
  const outline = findings.parse(fileSchema, source.value(), []);
  const declaration = outline && {
    projects: outline.projects.map((project, index) => readProject(findings, project, ['projects', index])),
    apiKeys: readApiKeys(findings, outline.api_keys, ['api_keys'], createInstallationKeySchema),
  };
  if (declaration) rejectDuplicates(findings, declaration.projects, ['projects'], 'key');
  if (!declaration || findings.problems.length > 0) throw new DeclarationError(file, findings.problems);
  return { declaration, source };
}

type Outline = z.output<typeof fileSchema>;
type Entry = Record<string, unknown>;

function readProject(findings: Findings, project: Outline['projects'][number], path: Path): DeclaredProject {
  const { models, api_keys: apiKeys, metrics, tools, ab_campaigns: campaigns, ...fields } = project;
  const declared: DeclaredProject = {
    key: String(fields['key']),
    body: checked(findings, createProjectSchema, fields, path),
    models: models.map((model, index) => readModel(findings, model, [...path, 'models', index])),
    metrics: readPlain(findings, createMetricSchema, metrics, [...path, 'metrics']),
    tools: tools.map((tool, index) => readTool(findings, tool, [...path, 'tools', index])),
    campaigns: readPlain(findings, createAbCampaignSchema, campaigns, [...path, 'ab_campaigns']),
    apiKeys: readApiKeys(findings, apiKeys, [...path, 'api_keys'], createApiKeySchema),
  };
  rejectDuplicates(findings, declared.tools, [...path, 'tools'], 'key');
  rejectDuplicates(findings, declared.metrics, [...path, 'metrics'], 'key');
  rejectDuplicates(findings, declared.models, [...path, 'models'], 'key');
  rejectDuplicates(findings, declared.campaigns, [...path, 'ab_campaigns'], 'key');
  checkDefault(findings, declared, path);
  return declared;
}

/** Two defaults contradict each other, as does one that a campaign replaces: each start would bring it back. */
function checkDefault(findings: Findings, { models, campaigns }: DeclaredProject, path: Path): void {
  const defaults = models.flatMap(({ body }, index) => (body['default'] === true ? [index] : []));
  for (const index of defaults.slice(1)) {
    findings.add([...path, 'models', index, 'default'], 'another model of the project is already the default');
  }
  if (defaults.length === 0) return;
  for (const [index, { body }] of campaigns.entries()) {
    if (body['auto_deploy'] !== true) continue;
    const why = 'the next start would undo it, because a model of the project has default: true. Omit one of them';
    findings.add([...path, 'ab_campaigns', index, 'auto_deploy'], why);
  }
}

/** Reads resources without secrets. */
function readPlain(findings: Findings, schema: z.ZodType, items: Entry[], path: Path): DeclaredResource[] {
  return items.map((item, index) => ({
    key: String(item['key']),
    body: checked(findings, schema, item, [...path, index]),
  }));
}

function readModel(findings: Findings, model: Entry, path: Path): DeclaredResource {
  const secret = providerSecret(model['provider']);
  if (secret === undefined)
    return { key: String(model['key']), body: checked(findings, createModelSchema, model, path) };
  if (!isSecretReference(secret)) findings.add([...path, 'provider', 'api_key'], referenceExpected);
  const provider = model['provider'] as Entry;
  const body = checked(
    findings,
    createModelSchema,
    { ...model, provider: { ...provider, api_key: placeholder } },
    path,
  );
  return {
    key: String(model['key']),
    body: { ...body, provider: { ...(body['provider'] as Entry), api_key: secret } },
  };
}

function readTool(findings: Findings, tool: Entry, path: Path): DeclaredResource {
  const { headers } = tool;
  const key = String(tool['key']);
  if (typeof headers !== 'object' || headers === null)
    return { key, body: checked(findings, createToolSchema, tool, path) };
  for (const [name, value] of Object.entries(headers)) {
    if (!isSecretReference(value)) findings.add([...path, 'headers', name], referenceExpected);
  }
  const placeholders = Object.fromEntries(Object.keys(headers).map((name) => [name, placeholder]));
  return { key, body: { ...checked(findings, createToolSchema, { ...tool, headers: placeholders }, path), headers } };
}

/** Replaces a secret, so that the schema of the interface can check the rest. */
const placeholder = 'a-secret';

function providerSecret(provider: unknown): unknown {
  if (typeof provider !== 'object' || provider === null) return undefined;
  return (provider as Entry)['api_key'] ?? undefined;
}

function readApiKeys(findings: Findings, keys: Entry[], path: Path, schema: z.ZodType): DeclaredApiKey[] {
  const declared = keys.map((key, index) => readApiKey(findings, key, [...path, index], schema));
  rejectDuplicates(findings, declared, path, 'name');
  return declared;
}

function readApiKey(findings: Findings, key: Entry, path: Path, schema: z.ZodType): DeclaredApiKey {
  const { secret, ...fields } = key;
  if (!isSecretReference(secret)) findings.add([...path, 'secret'], referenceExpected);
  if ('key_sha256' in fields) findings.add([...path, 'key_sha256'], 'omit it; it is computed from the secret');
  const expired = hasPassed(fields['expires_at']);
  // The interface rejects expired keys. In a declaration they are skipped.
  const { expires_at: past, ...rest } = fields;
  const body = checked(findings, schema, expired ? rest : fields, path);
  return { name: String(fields['name']), body, secret: secret as DeclaredApiKey['secret'], expired };
}

function hasPassed(time: unknown): boolean {
  return typeof time === 'string' && Date.parse(time) <= Date.now();
}

/** The parsed fields that the file has, without defaults of the interface. */
function checked(findings: Findings, schema: z.ZodType, fields: Entry, path: Path): Body {
  const body = findings.parse(schema, fields, path) as Entry | undefined;
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name in fields));
}

function rejectDuplicates<Item>(
  findings: Findings,
  items: readonly Item[],
  path: Path,
  field: keyof Item & string,
): void {
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    if (seen.has(item[field])) findings.add([...path, index, field], `'${String(item[field])}' is declared twice`);
    seen.add(item[field]);
  }
}
