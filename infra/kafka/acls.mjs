import { acls } from '@earshot/contracts';

/** Default principal of a service, with the user `earshot-<service>`. */
export const defaultPrincipal = 'User:earshot-{service}';

/**
 * @param {string} template Principal with `{service}` in it.
 * @param {string} principal
 */
export const principalOf = (template, principal) => template.replaceAll('{service}', principal);

/**
 * Returns every ACL as arguments of `kafka-acls.sh --add`, one call per line.
 *
 * @param {string} [template]
 * @returns {string[]}
 */
export function aclLines(template = defaultPrincipal) {
  return acls.map(({ principal, resource, pattern, names, operations }) =>
    [
      ['--allow-principal', quoted(principalOf(template, principal))],
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
  return acls.flatMap(({ principal, resource, pattern, names, operations }) =>
    names.flatMap((name) =>
      operations.map((operation) => ({
        principal: principalOf(template, principal),
        resource,
        pattern,
        name,
        operation,
      })),
    ),
  );
}

/** Quotes principals with spaces, such as certificate names. @param {string} text */
const quoted = (text) => (/^[\w:.=,/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
