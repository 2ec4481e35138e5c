import { acls } from '@earshot/contracts';

/** Default principal of a service, with the user `earshot-<service>`. */
export const defaultPrincipal = 'User:earshot-{service}';

/**
 * @param {string} template Principal with `{service}` in it.
 * @param {string} who
 */
export const principalOf = (template, who) => template.replaceAll('{service}', who);

/**
 * Returns every ACL as arguments of `kafka-acls.sh --add`, one call per line.
 *
 * @param {string} [template]
 * @returns {string[]}
 */
export function aclLines(template = defaultPrincipal) {
  return acls.map(({ who, resource, pattern, names, operations }) =>
    [
      ['--allow-principal', quoted(principalOf(template, who))],
      ...operations.map((operation) => ['--operation', operation]),
      ['--resource-pattern-type', pattern],
      ...names.map((name) => [`--${resource}`, name]),
    ]
      .flat()
      .join(' '),
  );
}

/**
 * Returns every ACL for `addAcls`.
 *
 * @param {string} [template]
 * @returns {import('@earshot/messaging').KafkaAcl[]}
 */
export function aclEntries(template = defaultPrincipal) {
  return acls.flatMap(({ who, resource, pattern, names, operations }) =>
    names.flatMap((name) =>
      operations.map((operation) => ({ principal: principalOf(template, who), resource, pattern, name, operation })),
    ),
  );
}

/** Quotes principals with spaces, such as certificate names. @param {string} text */
const quoted = (text) => (/^[\w:.=,/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
