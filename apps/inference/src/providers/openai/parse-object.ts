import { providerFailed } from './upstream-errors.js';

/** The JSON object in a text of a server. @param what it is, for the error: "its answer". @throws AppError `provider_failed` */
export function parseObject(text: string, what: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw providerFailed(`${what} is not JSON`, error);
  }
  throw providerFailed(`${what} is not a JSON object`);
}
