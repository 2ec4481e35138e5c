import { runApply } from './run-apply.js';

process.exitCode = await runApply(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
