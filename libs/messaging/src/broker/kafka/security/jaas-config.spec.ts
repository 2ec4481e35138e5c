import { describe, expect, it } from '@jest/globals';
import { jaasOptions } from './jaas-config.js';

const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required';

describe('jaasOptions', () => {
  it.each([
    ['quoted', `${scram} username="earshot" password="a b;c=d";`, 'a b;c=d'],
    ['bare, over several lines', `  ${scram}\n  username=earshot\n  password = secret ;\n`, 'secret'],
    ['with quotes and backslashes in it', `${scram} username="earshot" password="a\\"b\\\\c";`, 'a"b\\c'],
    ['empty', `${scram} username="earshot" password="";`, ''],
  ])('finds a password that is %s', (_form, text, password) => {
    expect(Object.fromEntries(jaasOptions(text) ?? [])).toEqual({ username: 'earshot', password });
  });

  it.each([
    ['nothing', ''],
    ['no end', `${scram} username="a" password="b"`],
    ['no module', 'username="a" password="b";'],
    ['a second module', `${scram} username="a"; ${scram} username="b";`],
    ['a value that does not end', `${scram} username="a;`],
  ])('finds nothing in %s', (_what, text) => {
    expect(jaasOptions(text)).toBeUndefined();
  });
});
