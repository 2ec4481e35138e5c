import { describe, expect, it } from '@jest/globals';
import { aclEntries, aclLines } from './acls.mjs';

describe('the ACLs for brokers', () => {
  it('are lines of arguments for kafka-acls.sh --add', () => {
    const lines = aclLines();
    expect(lines).toContain(
      '--allow-principal User:earshot-gateway --operation Write --operation Describe --resource-pattern-type prefixed --topic inbox.',
    );
    for (const line of lines)
      expect(line).toMatch(
        /^--allow-principal User:earshot-[a-z]+( --operation [A-Za-z]+)+ --resource-pattern-type (literal|prefixed)( --(topic|group) \S+)+$/,
      );
  });

  it('quote principals with shell metacharacters', () => {
    expect(aclLines("User:CN={service},O=Acme's Corp")[0]).toContain(String.raw`'User:CN=gateway,O=Acme'\''s Corp'`);
  });

  it('let only projects write API keys, and the gateway only read interactions', () => {
    const entries = aclEntries();
    const may = (/** @type {string} */ operation, /** @type {string} */ name) =>
      entries.filter((one) => one.operation === operation && one.name === name).map(({ principal }) => principal);
    expect(may('Write', 'api-keys.state')).toEqual(['User:earshot-projects', 'User:earshot-jobs']);
    expect(may('Read', 'interactions.recorded')).toContain('User:earshot-gateway');
    expect(may('Write', 'interactions.recorded')).not.toContain('User:earshot-gateway');
  });
});
