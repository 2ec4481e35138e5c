/** A migration as TypeORM runs it. @typedef {{ name: string, transaction?: boolean, up: (queries: { query: (sql: string) => Promise<unknown[]> }) => Promise<void> }} Migration */

const createTable = /^create table (?:if not exists )?(\S+)/;
const createIndex = /^create (?<unique>unique )?index (?<concurrently>concurrently )?.*? on (?:only )?(?<table>[\w.]+)/;
const alterTable = /^alter table (?:if exists )?(?:only )?(?<table>\S+) (?<actions>.+)$/;

/** The previous version does not write a new column, and must not fail because of that. */
const harmlessColumn =
  /^add (?:column )?(?:if not exists )?(?!constraint|primary|unique|foreign|check|exclude)\w+ (?!.*\b(?:unique|primary key|references|check)\b)(?:(?!.*\bnot null\b)|(?=.*\bdefault\b))/;
const storageParameters = /^(?:set|reset) \(/;

/**
 * Returns the statements that could break a process of the previous version during a rollout. Allowed: new tables, new
 * columns without a required value, and concurrent indexes. Unknown statements count as breaking.
 *
 * @param {Migration} migration
 * @returns {Promise<string[]>} The statements, each with its problem.
 */
export async function hazardsOf(migration) {
  const statements = await statementsOf(migration);
  const own = new Set(statements.flatMap((statement) => createTable.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => hazardOf(statement, own, migration.transaction !== false) ?? []);
}

/** Normalises statements: no comments, one line, lower case. A semicolon inside a statement makes two unknown ones. */
async function statementsOf(migration) {
  const statements = [];
  await migration.up({ query: (sql) => Promise.resolve(statements.push(sql)).then(() => []) });
  const bare = statements.map((sql) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').toLowerCase());
  return bare.flatMap((sql) => sql.split(';').map((one) => one.trim())).filter((one) => one !== '');
}

function hazardOf(statement, own, inTransaction) {
  if (createTable.test(statement)) return undefined;
  const index = createIndex.exec(statement)?.groups;
  if (index !== undefined) return indexHazard(statement, index, own, inTransaction);
  const altered = alterTable.exec(statement)?.groups;
  if (altered === undefined) return `${statement}: is not known to be harmless`;
  if (own.has(altered.table)) return undefined;
  const wrong = actionsOf(altered.actions).find(
    (action) => !harmlessColumn.test(action) && !storageParameters.test(action),
  );
  return wrong === undefined ? undefined : `${statement}: '${wrong}' changes what the version before reads or writes`;
}

function indexHazard(statement, { unique, concurrently, table }, own, inTransaction) {
  if (own.has(table)) return undefined;
  if (unique) return `${statement}: refuses rows that the version before may write`;
  if (!concurrently) return `${statement}: holds up all who write to ${table}; make it concurrently`;
  return inTransaction
    ? `${statement}: is made concurrently outside of transactions only (transaction = false)`
    : undefined;
}

/** Splits at commas outside of parentheses. */
function actionsOf(text) {
  let depth = 0;
  const actions = [''];
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => action.trim());
}
