import { v7 } from 'uuid';

const prefix = 'inbox.';

/** A name for the inbox of one process, never used before. @param instance for example `gateway-0`. */
export function newInboxName(instance: string): string {
  return `${prefix}${instance.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}.${v7()}`;
}

/** When the inbox was made, ms since 1970; undefined if the topic is none. */
export function inboxCreatedAt(topic: string): number | undefined {
  const match = /^inbox\..+\.([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f-]+$/.exec(topic);
  // A version 7 uuid begins with 48 bits of ms since 1970 (RFC 9562, section 5.7).
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}
