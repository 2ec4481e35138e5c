import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type Logger as PinoLogger } from 'pino';

/** Where a process logs: one JSON object a line on standard output. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Injection token of the process's {@link Logger}. */
export const LOGGER = Symbol('logger');

/** Field names whose values are secrets or callers' words, wherever they turn up in a log line. */
const redacted = ['authorization', 'api_key', 'apiKey', 'password', 'secret', 'messages', 'content', 'prompt'];

/** Makes the process's logger. */
export function createLogger(service: string, instance: string, level: string): PinoLogger {
  return pino({
    level,
    base: { service, instance },
    timestamp: stdTimeFunctions.isoTime,
    messageKey: 'message',
    formatters: { level: (label) => ({ level: label }) },
    redact: redacted.flatMap((name) => [name, `*.${name}`]),
  });
}

/** Nest's own messages in our format: its start-up chatter at debug level, warnings and errors as they are. */
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
