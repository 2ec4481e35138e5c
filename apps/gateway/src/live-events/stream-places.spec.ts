import { describe, expect, it } from '@jest/globals';
import { maxStreams, maxStreamsOfKey, maxStreamsOfProject } from './live-event-limits.js';
import { StreamPlaces } from './stream-places.js';

/**
 * Takes places of keys and projects with these numbers until one is refused.
 * @returns how many were taken, and the code.
 */
function fill(places: StreamPlaces, keyOf: (number: number) => string, projectOf: (number: number) => string) {
  for (let count = 0; ; count += 1) {
    try {
      places.take(projectOf(count), keyOf(count));
    } catch (error) {
      return [count, (error as { code: string }).code];
    }
  }
}

describe(StreamPlaces.name, () => {
  const own = (number: number) => String(number);
  const same = () => 'same';

  it('are limited for a key, a project and the process', () => {
    expect(fill(new StreamPlaces(), same, own)).toEqual([maxStreamsOfKey, 'event_streams_exceeded']);
    expect(fill(new StreamPlaces(), own, same)).toEqual([maxStreamsOfProject, 'event_streams_exceeded']);
    expect(fill(new StreamPlaces(), own, own)).toEqual([maxStreams, 'queue_full']);
  });

  it('are free again once a stream has ended', () => {
    const places = new StreamPlaces();
    for (let round = 0; round < 2 * maxStreams; round += 1) places.take('project', null)();
    expect(places.count).toBe(0);
  });
});
