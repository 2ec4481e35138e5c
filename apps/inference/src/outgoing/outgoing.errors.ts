import { AppError, invalidRequest, type AppErrorFields } from '@earshot/errors';

/** How to fix a forbidden address of a model. */
const forProviders =
  'Use a public address, set base_url with an installation key, or add the network to EARSHOT_PROVIDERS_ALLOWED_NETWORKS.';

/** The policy forbids the address of a model. The message does not reveal what is there. */
export function baseUrlNotAllowed(param?: string): AppErrorFields {
  const message = `The model's base_url is in a network that this installation does not allow. ${forProviders}`;
  return { code: 'address_not_allowed', type: 'invalid_request_error', message, param };
}

/** A tool is to be at an address that the installation does not permit. */
export function toolUrlNotAllowed(): AppError {
  const message =
    "The tool's url is in a network that this installation does not allow. Use a public address, or add the network to EARSHOT_TOOLS_ALLOWED_NETWORKS.";
  return invalidRequest('address_not_allowed', message, { param: 'url' });
}

/** An image is at an address that the installation does not permit. */
export function imageUrlNotAllowed(): AppError {
  const message =
    'An image is in a network that this installation does not allow. Send it as a data: URL, or add the network to EARSHOT_PROVIDERS_ALLOWED_NETWORKS.';
  return invalidRequest('address_not_allowed', message, { param: 'messages' });
}
