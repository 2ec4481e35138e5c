import type { Settings } from './settings.js';

const begin = '<!-- settings: written by npm run config-docs -->';
const end = '<!-- /settings -->';

/** The settings of a process as a Markdown table: variable, default, meaning. */
function settingsTable(settings: Settings): string {
  const rows = Object.values(settings).map(({ env, schema, doc }) => `| \`${env}\` | ${defaultOf(schema)} | ${doc} |`);
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Updates the settings table of a README. @throws Error if the README has no markers for the table. */
export function withSettingsTable(readme: string, settings: Settings): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The README has no lines '${begin}' and '${end}' for the table.`);
  return `${readme.slice(0, from + begin.length)}\n\n${settingsTable(settings)}\n\n${readme.slice(to)}`;
}

/** Whether the table of a README is up to date, whatever its alignment. */
export function showsSettings(readme: string, settings: Settings): boolean {
  const unaligned = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');
  return unaligned(readme) === unaligned(withSettingsTable(readme, settings));
}

function defaultOf(schema: Settings[string]['schema']): string {
  const unset = schema.safeParse(undefined);
  if (!unset.success) return 'required';
  return unset.data === undefined ? 'none' : `\`${JSON.stringify(unset.data).replaceAll('"', '')}\``;
}
