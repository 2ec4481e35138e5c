const form = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLength = 40;

/**
 * The names that templates use, from a service and what it keeps one of.
 *
 * @param {string | undefined} service `model-cards`
 * @param {string | undefined} entity `model-card`; may be left out where the service is its plural.
 * @param {number} now ms since 1970, for the name of the first migration.
 * @returns {Record<string, string>}
 * @throws Error with what is wrong with a name.
 */
export function namesOf(service, entity, now) {
  const one = entity ?? (service?.endsWith('s') ? service.slice(0, -1) : undefined);
  if (service === undefined) throw new Error('usage: npm run new:service -- <service> [<entity>]');
  requireForm('service', service);
  if (one === undefined) throw new Error(`Say what ${service} keeps: npm run new:service -- ${service} <entity>`);
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

/** Regular plurals; an entity with another one is named by hand in the files. */
function plural(name) {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

const pascal = (name) => name.replace(/(^|-)(.)/g, (_match, _dash, letter) => letter.toUpperCase());
const camel = (name) => pascal(name).replace(/^./, (letter) => letter.toLowerCase());
const snake = (name) => name.replaceAll('-', '_');
const words = (name) => name.replaceAll('-', ' ');
