/**
 * `npm run kafka-acls`: prints what brokers have to let each service do, one line for each call of `kafka-acls.sh --add`.
 * `--principal 'User:CN={service}'`: how brokers call a service; as it stands they know the user `earshot-<service>`.
 */
import { parseArgs } from 'node:util';
import { aclLines, defaultPrincipal } from './acls.mjs';

const { values } = parseArgs({ options: { principal: { type: 'string', default: defaultPrincipal } } });
if (!values.principal.includes('{service}'))
  throw new Error(`--principal must have {service} in it, as in '${defaultPrincipal}'; got '${values.principal}'.`);
process.stdout.write(
  aclLines(values.principal)
    .map((line) => `${line}\n`)
    .join(''),
);
