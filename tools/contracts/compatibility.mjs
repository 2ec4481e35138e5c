import { topicsPath } from './files.mjs';
import { refusals } from './refusals.mjs';

/** @typedef {import('./files.mjs').Snapshots} Snapshots */

/** What to do where something breaks, for whoever is told of it. */
export const advice =
  'Of two versions that run side by side, each reads what the other writes: make it a new message (<name>.v2) beside the old one, see CONTRIBUTING.md. ' +
  'What is on no branch but yours may be anything: delete its files in libs/contracts/<owner>/schema, then npm run contracts.';

/**
 * What of one state of the contracts does not go together with the next, where processes of both run side by side: messages that readers of the
 * other version refuse, and topics on which they would not be found. Messages of one state alone break nothing.
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
      ...refusals(published, now).map(
        (what) => `${path}: what is written now is refused by those who read as before: ${what}`,
      ),
      ...refusals(now, published).map((what) => `${path}: what was written before is refused now: ${what}`),
    ];
  });
}

/** Messages that there were. @param {Snapshots} before @param {Snapshots} after @returns {string[]} paths */
export function retired(before, after) {
  return [...before.keys()].filter((path) => !after.has(path));
}

function topicBreaks(published, now) {
  const homes = new Map(Object.entries(now).flatMap(([name, { types }]) => types.map((type) => [type, name])));
  return Object.entries(published).flatMap(([name, { lane, partitions, types }]) => {
    const moved = types.filter((type) => (homes.get(type) ?? name) !== name);
    return [
      ...moved.map((type) => `${type}: went over ${name}, now over ${homes.get(type)}`),
      ...(now[name] === undefined ? [] : shapeBreaks(name, { lane, partitions }, now[name])),
    ];
  });
}

function shapeBreaks(name, before, after) {
  if (before.lane !== after.lane) return [`${name}: was a ${before.lane} topic, now a ${after.lane} topic`];
  // Records of work are found by no key, those of all others are.
  const fits = before.lane === 'work' ? after.partitions >= before.partitions : after.partitions === before.partitions;
  return fits
    ? []
    : [
        `${name}: had ${before.partitions} partitions, now ${after.partitions}: records would not be found by their keys`,
      ];
}
