const form = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLength = 40;

/**
 * Derives the names that templates use.
 *
 * @param {string | undefined} service For example `model-cards`.
 * @param {string | undefined} entity For example `model-card`; optional if the service is its plural.
 * @param {number} now Milliseconds since 1970, for the name of the first migration.
 * @returns {Record<string, string>}
 * @throws Error If a name is invalid.
 */
export function namesOf(service, entity, now) {
  const one = entity ?? (service?.endsWith('s') ? service.slice(0, -1) : undefined);
  if (service === undefined) throw new Error('Usage: npm run new:service -- <service> [<entity>]');
  requireForm('service', service);
  if (one === undefined) throw new Error(`The entity is missing: npm run new:service -- ${service} <entity>`);
  requireForm('entity', one);
  const many = plural(one);
  return {
    service,
    Service: pascal(service),
    serviceCamel: camel(service),
    schema: snake(service),
    entity: one,
    Entity: pascal(one),
    entityCamel: camel(one),
    entityWords: words(one),
    entities: many,
    Entities: pascal(many),
    entitiesCamel: camel(many),
    entitiesSnake: snake(many),
    entitiesWords: words(many),
    EntitiesSentence: words(many).replace(/^./, (letter) => letter.toUpperCase()),
    timestamp: String(now),
  };
}

function requireForm(what, name) {
  if (!form.test(name) || name.length > maxLength) {
    throw new Error(
      `'${name}' is no name for a ${what}: lower-case words joined by dashes, at most ${maxLength} characters.`,
    );
  }
}

/** Regular plurals; edit the files for an irregular one. */
function plural(name) {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

const pascal = (name) => name.replace(/(^|-)(.)/g, (_match, _dash, letter) => letter.toUpperCase());
const camel = (name) => pascal(name).replace(/^./, (letter) => letter.toLowerCase());
const snake = (name) => name.replaceAll('-', '_');
const words = (name) => name.replaceAll('-', ' ');
