import { contractsByOwner, schemaFiles, topics } from '@earshot/contracts';
import { topicsPath } from './files.mjs';

/** Generates the contracts from the sources. @returns {import('./files.mjs').Snapshots} */
export function snapshotsOfSources() {
  const all = Object.entries(contractsByOwner).flatMap(([owner, contracts]) =>
    contracts.map((contract) => ({ owner, contract })),
  );
  const schemas = all.flatMap(({ owner, contract }) => schemaFiles(owner, contract));
  const published = topics.map(({ name, lane, partitions }) => [
    name,
    {
      lane,
      partitions,
      types: all.filter(({ contract }) => contract.topic.name === name).map(({ contract }) => contract.type),
    },
  ]);
  return new Map([
    ...schemas.map(({ path, schema }) => [path, JSON.parse(JSON.stringify(schema))]),
    [topicsPath, Object.fromEntries(published)],
  ]);
}
