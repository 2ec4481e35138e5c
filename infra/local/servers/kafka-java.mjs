import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { versions } from '../versions.mjs';
import { javaCommand, javaVersion } from './programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

/**
 * For a small process that starts fast: an idle broker uses 60 MB of heap. The serial collector and the first compiler
 * alone take 60 MB less than the defaults, and half of the CPU at the start. Performance data of the JVM would be
 * sampled 20 times a second. Exiting on OutOfMemoryError lets the supervisor restart it.
 */
const jvmOptions = [
  '-Xms64m',
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:-UsePerfData',
  '-XX:+ExitOnOutOfMemoryError',
];

/**
 * Path of the jars, for Kafka without a container.
 *
 * @param {Site} site
 */
export const jarsOf = (site) => site.cached(`kafka-${versions.kafka}`);

/** @param {Site} site */
export const java = (site) => ({ command: javaCommand(site.env), cwd: site.root, env: site.env });

/**
 * The class path, relative to the folder of {@link java}: prepared classes are valid for one class path, and somebody
 * may move a clone.
 *
 * @param {Site} site
 */
export const classes = (site) => ['-cp', path.join(path.relative(site.root, jarsOf(site)), '*')];

/**
 * The classes of a broker as Java has prepared them (class data sharing, JEP 350): a start takes 3.7 s instead of 4.4.
 *
 * @param {Site} site
 * @returns {string} Their file, which may be missing.
 */
export const preparedClasses = (site) =>
  site.cached(`kafka-${versions.kafka}-classes-java-${javaVersion(site.env)}.jsa`);

/**
 * Options of Java for a broker. The first one on a machine writes the prepared classes as it stops.
 *
 * @param {string} archive See {@link preparedClasses}.
 * @param {string} name Process of the broker.
 * @returns {{ options: string[], stopped?: (byItself: boolean) => void }}
 */
export function brokerJava(archive, name) {
  if (existsSync(archive)) return { options: [...jvmOptions, `-XX:SharedArchiveFile=${archive}`] };
  const draft = `${archive}.${name}.${process.pid}.draft`;
  return {
    options: [...jvmOptions, `-XX:ArchiveClassesAtExit=${draft}`],
    // Java ends itself on a file that is cut off, so only a whole one gets the name.
    stopped: (byItself) => {
      if (byItself && existsSync(draft)) renameSync(draft, archive);
      else rmSync(draft, { force: true });
    },
  };
}
