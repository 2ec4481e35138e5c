import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type Logger as PinoLogger } from 'pino';

/** Logger of a process: JSON lines on standard output. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Injection token of the process's {@link Logger}. */
export const LOGGER = Symbol('logger');

/** Names of fields with secrets or user content, which are redacted. */
const redacted = [
  'authorization',
  'x-api-key',
  'api_key',
  'apiKey',
  'password',
  'secret',
  'messages',
  'content',
  'prompt',
];

/** Creates the logger of a process. */
export function createLogger(service: string, instance: string, level: string): PinoLogger {
  return pino({
    level,
    base: { service, instance },
    timestamp: stdTimeFunctions.isoTime,
    messageKey: 'message',
    formatters: { level: (label) => ({ level: label }) },
    redact: redacted.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
  });
}

/** Adapts the logger for Nest; its start-up messages get level debug. */
export function nestLogger(logger: Logger): LoggerService {
  const field = (context: unknown[]) => ({ context: context.map(String).join(' ') });
  return {
    log: (message, ...context) => logger.debug(field(context), String(message)),
    debug: (message, ...context) => logger.debug(field(context), String(message)),
    verbose: (message, ...context) => logger.debug(field(context), String(message)),
    warn: (message, ...context) => logger.warn(field(context), String(message)),
    error: (message, ...context) => logger.error(field(context), String(message)),
    fatal: (message, ...context) => logger.fatal(field(context), String(message)),
  };
}
