import type { Path } from './yaml-source.js';

/** The path that an error's `param` names: `models[2].key` is `['models', 2, 'key']`; null is the whole. */
export function pathOf(param: string | null): Path {
  if (param === null) return [];
  return [...param.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}
