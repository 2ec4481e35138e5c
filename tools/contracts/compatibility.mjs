import { topicsPath } from './files.mjs';
import { schemaDifferences } from './schema-differences.mjs';

/** @typedef {import('./files.mjs').Snapshots} Snapshots */

/** Advice that follows the list of breaking changes. */
export const advice =
  'Old and new processes run side by side, so add a new message (<name>.v2) beside the old one; see CONTRIBUTING.md. ' +
  'If the message is new on your branch, delete its files in libs/contracts/<owner>/schema and run npm run contracts.';

/**
 * Returns what breaks if processes of two versions run side by side: messages that a reader of the other version
 * rejects, and changed topics. A message that only one version has breaks nothing.
 *
 * @param {Snapshots} before
 * @param {Snapshots} after
 * @returns {string[]}
 */
export function breaks(before, after) {
  return [...before].flatMap(([path, published]) => {
    const now = after.get(path);
    if (now === undefined) return [];
    if (path === topicsPath) return topicBreaks(published, now);
    return [
      ...schemaDifferences(published, now).map(
        (what) => `${path}: readers of the previous version reject new messages: ${what}`,
      ),
      ...schemaDifferences(now, published).map(
        (what) => `${path}: new readers reject messages of the previous version: ${what}`,
      ),
    ];
  });
}

/** Returns removed messages. @param {Snapshots} before @param {Snapshots} after @returns {string[]} Paths. */
export function retired(before, after) {
  return [...before.keys()].filter((path) => !after.has(path));
}

function topicBreaks(published, now) {
  const topicOfType = new Map(Object.entries(now).flatMap(([name, { types }]) => types.map((type) => [type, name])));
  return Object.entries(published).flatMap(([name, { lane, partitions, types }]) => {
    const moved = types.filter((type) => (topicOfType.get(type) ?? name) !== name);
    return [
      ...moved.map((type) => `${type}: moved from ${name} to ${topicOfType.get(type)}`),
      ...(now[name] === undefined ? [] : shapeBreaks(name, { lane, partitions }, now[name])),
    ];
  });
}

function shapeBreaks(name, before, after) {
  if (before.lane !== after.lane) return [`${name}: was a ${before.lane} topic, now a ${after.lane} topic`];
  // Work has no keys; keys of other records select their partition.
  const fits = before.lane === 'work' ? after.partitions >= before.partitions : after.partitions === before.partitions;
  return fits
    ? []
    : [`${name}: had ${before.partitions} partitions, now ${after.partitions}: keys would map to other partitions`];
}
