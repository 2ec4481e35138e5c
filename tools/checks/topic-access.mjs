/** Returns the topics that a service reads and writes, according to its use of contracts. */

/**
 * @param {Record<string, string>} sources Sources of a service and its client libraries, by path.
 * @returns {Record<'handled' | 'replicated' | 'followed' | 'published' | 'imported', Set<string>>} Names of contracts.
 */
export function contractsIn(sources) {
  const found = {
    handled: new Set(),
    replicated: new Set(),
    followed: new Set(),
    published: new Set(),
    imported: new Set(),
  };
  for (const text of Object.values(sources)) {
    add(found.handled, text, /@(?:Command|Work|Event)Handler\((?:\w+\.)?(\w+)/g);
    add(found.replicated, text, /@InjectReplica\((\w+)\)/g);
    for (const [, list = ''] of text.matchAll(/\breplicas(?::| =) \[([^\]]*)\]/g))
      add(found.replicated, list, /(\w+)/g);
    for (const [, list = ''] of text.matchAll(/\bfollowed = \[([^\]]*)\]/g)) add(found.followed, list, /(\w+)/g);
    add(found.published, text, /\b(?:outbox\.(?:state|tombstones|events?)|changes\.publish)\(\s*tx,\s*(\w+)/g);
    add(found.published, text, /\bevents\.publish\((\w+)/g);
    add(found.published, text, /topic: (\w+)\.topic\.name,\s*key:/g);
    for (const [, list = ''] of text.matchAll(/import \{([^}]*)\} from '@earshot\/contracts-/g)) {
      for (const name of list.split(',').map((part) => part.trim()))
        if (/^[a-z]\w*$/.test(name)) found.imported.add(name);
    }
  }
  return found;
}

/**
 * @param {Set<string>} names
 * @param {string} text
 * @param {RegExp} pattern Its first group is the name.
 */
function add(names, text, pattern) {
  for (const [, name = ''] of text.matchAll(pattern)) names.add(name);
}
