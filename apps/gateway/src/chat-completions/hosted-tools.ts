import { invalidRequest } from '@earshot/errors';

/**
 * Refuses tools that only a vendor's servers run, where the caller does not let them be dropped.
 * @param paths of the tools. @throws AppError `unsupported_parameter`
 */
export function checkHostedTools(vendor: string, [path]: readonly string[], dropParams: boolean | null | undefined) {
  if (path === undefined || dropParams !== false) return;
  const message = `'${path}' is a tool of ${vendor}'s servers. Omit it, or send 'drop_params': true.`;
  throw invalidRequest('unsupported_parameter', message, { param: path });
}
