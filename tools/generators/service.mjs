/**
 * Creates a service that builds, starts and answers two commands: `npm run new:service -- <service> [<entity>]`.
 * The folder service-template/ mirrors the workspace.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { files } from '../checks/workspace.mjs';
import { edits } from './edits.mjs';
import { namesOf } from './names.mjs';

const templates = join(import.meta.dirname, 'service-template');

/** Source of dependency versions for a new service, because it uses all of them. */
const model = 'apps/inference/package.json';

/**
 * Writes a service into a workspace, or nothing if anything is wrong.
 *
 * @param {string} root The workspace.
 * @param {Record<string, string>} names See names.mjs.
 * @returns {Promise<string[]>} The written files, new ones first.
 * @throws Error If a file exists or has an unexpected form.
 */
export async function generateService(root, names) {
  const taken = [`apps/${names.service}`, `libs/contracts/${names.service}`, `libs/dto/${names.service}`];
  const existing = taken.find((folder) => existsSync(join(root, folder)));
  if (existing) throw new Error(`${existing} already exists.`);
  const made = newFiles(root, names);
  const changed = edits(names).map(({ file, apply }) => ({ file, text: edited(root, file, apply) }));
  const all = [...made, ...changed];
  const formatted = await Promise.all(all.map(({ file, text }) => pretty(root, file, text)));
  for (const [index, { file }] of all.entries()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), formatted[index]);
  }
  return all.map(({ file }) => file);
}

function newFiles(root, names) {
  const { dependencies } = JSON.parse(readFileSync(join(root, model), 'utf8'));
  return files(templates, (name) => name.endsWith('.tpl')).map((template) => ({
    file: filled(template.slice(0, -'.tpl'.length), names, dependencies),
    text: filled(readFileSync(join(templates, template), 'utf8'), names, dependencies),
  }));
}

function filled(text, names, versions) {
  return text.replace(/\{\{([^}]+)\}\}/g, (_whole, name) => {
    const value = name.startsWith('version:') ? versions[name.slice('version:'.length)] : names[name];
    if (value === undefined) throw new Error(`A template uses the unknown name '${name}'.`);
    return value;
  });
}

function edited(root, file, apply) {
  try {
    return apply(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not as expected (${error.message}): bring tools/generators/edits.mjs up to date.`, {
      cause: error,
    });
  }
}

/** Files that Prettier does not know stay as they are. */
async function pretty(root, file, text) {
  if (!/\.(ts|mjs|json|md)$/.test(file)) return text;
  return format(text, { ...(await resolveConfig(join(root, file))), filepath: file });
}

const nextSteps = `
Next:
  npm install           links the new packages and brings package-lock.json up to date
  npm run contracts     writes the schemas of the new messages and the table of topics
  npm run config-docs   writes the table of settings into the README
  npm test
Then: routes in apps/gateway, a real owner in .github/CODEOWNERS, rules in the service;
on Kubernetes <service>-url in the secret earshot-database, before the next upgrade.`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const names = namesOf(process.argv[2], process.argv[3], Date.now());
    const written = await generateService(process.cwd(), names);
    console.log(`${written.join('\n')}\n${nextSteps}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
