/**
 * `npm run kafka-acls` prints the ACLs of each service, one line per call of `kafka-acls.sh --add`.
 * `--principal 'User:CN={service}'` sets the principal; the default is the user `earshot-<service>`.
 */
import { parseArgs } from 'node:util';
import { aclLines, defaultPrincipal } from './acls.mjs';

const { values } = parseArgs({ options: { principal: { type: 'string', default: defaultPrincipal } } });
if (!values.principal.includes('{service}'))
  throw new Error(`--principal must contain {service}, as in '${defaultPrincipal}'; got '${values.principal}'.`);
process.stdout.write(
  aclLines(values.principal)
    .map((line) => `${line}\n`)
    .join(''),
);
